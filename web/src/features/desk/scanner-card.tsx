import { ScanLine } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QrCodeIcon } from '../../ui/qr-code-icon.ts';
import { WedgeSign } from './wedge-sign.tsx';

type ScannerCardProps = { onStart: () => void; busy: boolean };

/** Where scanning begins: by camera on a press, by USB scanner at any time. */
export const ScannerCard = ({ onStart, busy }: ScannerCardProps) => (
  <Card className="flex flex-col items-center justify-center px-6 py-8 text-center sm:py-14 lg:min-h-112">
    <div className="grid size-20 place-items-center rounded-3xl bg-accent-soft text-accent">
      <QrCodeIcon aria-hidden className="size-10" strokeWidth={1.5} />
    </div>
    <h1 className="mt-5 text-2xl font-semibold tracking-tight">QR Scanner</h1>
    <p className="mt-2 max-w-sm text-lg/relaxed text-pretty text-muted">
      Scan QR codes from faculty to approve key requests or returns
    </p>
    <Button size="large" onClick={onStart} className="mt-6 w-full max-w-sm text-lg">
      <ScanLine aria-hidden className="size-5" />
      Start Scanning
    </Button>
    <WedgeSign busy={busy} />
  </Card>
);
