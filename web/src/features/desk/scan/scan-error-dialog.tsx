import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { useHeld } from '../use-held.ts';
import type { ScanFailure } from './scan-failure.ts';

type ScanErrorDialogProps = {
  failure: ScanFailure | null;
  onRepeat: () => void;
  onClose: () => void;
  closeLabel: string;
};

/** Why a scan failed. Stays until it is read, or until the next scan. */
export const ScanErrorDialog = (props: ScanErrorDialogProps) => {
  const { failure, onRepeat, onClose, closeLabel } = props;
  const main = useRef<HTMLButtonElement>(null);
  const shown = useHeld(failure);
  const repeatable = shown?.repeatable ?? false;
  return (
    <Dialog
      open={failure !== null}
      onClose={onClose}
      title={
        <span className="inline-flex items-center gap-2 text-2xl text-danger">
          <CircleAlert aria-hidden className="size-8" />
          Error
        </span>
      }
      popup={{ initialFocus: main }}
      actions={
        <>
          <Button
            ref={repeatable ? null : main}
            variant={repeatable ? 'secondary' : 'primary'}
            size="large"
            onClick={onClose}
            className="sm:min-w-32"
          >
            {closeLabel}
          </Button>
          {repeatable && (
            <Button ref={main} size="large" onClick={onRepeat} className="sm:min-w-32">
              Try Again
            </Button>
          )}
        </>
      }
    >
      {shown && (
        <>
          <p role="alert" className="text-xl/snug font-medium text-pretty wrap-anywhere">
            {shown.message}
          </p>
          {shown.key && (
            <div className="mt-5 border-t border-line pt-4">
              <KeyHeading keyNumber={shown.key.keyNumber} keyName={shown.key.keyName} />
            </div>
          )}
        </>
      )}
    </Dialog>
  );
};
