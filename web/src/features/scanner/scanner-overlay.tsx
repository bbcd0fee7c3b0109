import { Dialog } from '@base-ui/react/dialog';
import { ArrowLeft, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOfflineReason } from '../../lib/connection.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { CameraView } from './camera-view.tsx';
import { ScannerFault } from './scanner-fault.tsx';
import { ScannerIndicator } from './scanner-indicator.tsx';
import { TorchButton } from './torch-button.tsx';
import { useScanner } from './use-scanner.ts';

type ScannerOverlayProps = {
  open: boolean;
  onClose: () => void;
  /** Called once for each code held up. */
  onCode: (text: string) => void;
  /** A code is being worked on: the camera stays on, further codes wait. */
  busy?: boolean;
  /** Dialogs to stand over the camera. */
  children?: ReactNode;
};

/** The camera over the whole screen. Rendered closed, it already loads the code reader. */
export function ScannerOverlay({
  open,
  onClose,
  onCode,
  busy = false,
  children,
}: ScannerOverlayProps) {
  const { state, showIn, restart } = useScanner({ active: open, paused: busy, onCode });
  const offlineReason = useOfflineReason();
  const live = state.status === 'scanning';
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col always-dark bg-black text-ink outline-none">
          <CameraView showIn={showIn} live={live} />
          <div className="relative flex items-center gap-2 bg-linear-to-b from-black/80 to-transparent p-3 pt-[max(0.75rem,env(safe-area-inset-top))]">
            <Button variant="quiet" onClick={onClose}>
              <ArrowLeft aria-hidden="true" className="size-5" />
              Go Back
            </Button>
            <Dialog.Title className="min-w-0 flex-1 truncate text-center font-semibold">
              Scan QR code
            </Dialog.Title>
            <div className="flex min-w-11 justify-end sm:min-w-28">
              {live && <TorchButton key={state.track.id} track={state.track} />}
            </div>
          </div>
          <div className="relative flex min-h-0 flex-1 flex-col p-4">
            {offlineReason !== null && (
              <Notice
                tone="warning"
                icon={<CloudOff aria-hidden />}
                className="mx-auto mb-4 w-full max-w-md"
              >
                {offlineReason} Scans cannot be processed until the connection is back.
              </Notice>
            )}
            {state.status === 'error' ? (
              <ScannerFault message={state.message} />
            ) : (
              <div className="mt-auto text-center">
                <ScannerIndicator live={live} busy={busy} />
              </div>
            )}
          </div>
          <div className="relative mx-auto flex w-full max-w-md gap-3 p-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
            <Button variant="secondary" className="flex-1" onClick={onClose}>
              Cancel
            </Button>
            <Button variant={live ? 'secondary' : 'primary'} className="flex-1" onClick={restart}>
              Try Again
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
      {children}
    </Dialog.Root>
  );
}
