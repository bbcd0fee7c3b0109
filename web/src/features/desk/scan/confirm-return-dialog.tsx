import { Hand, ScanLine, ShieldAlert } from 'lucide-react';
import { useRef } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { KeyHeading } from '../key-heading.tsx';
import { useHeld } from '../use-held.ts';
import { ReturnFacts } from './return-facts.tsx';
import type { Step } from './scan-state.ts';

type ConfirmReturnDialogProps = {
  step: Step;
  onConfirm: () => void;
  onCancel: () => void;
  /** Since when, in words, a moment ago lies. */
  sinceText: (instant: string) => string;
};

const shownIn = (step: Step) => {
  if (step.name === 'confirming') return step.details;
  return step.name === 'working' && step.work.task === 'return' ? step.work.details : null;
};

/** Asks before a key is taken back on a return code. */
export const ConfirmReturnDialog = (props: ConfirmReturnDialogProps) => {
  const { step, onConfirm, onCancel, sinceText } = props;
  const confirm = useRef<HTMLButtonElement>(null);
  const current = shownIn(step);
  const details = useHeld(current);
  const busy = step.name === 'working';
  return (
    <Dialog
      open={current !== null}
      onClose={onCancel}
      insistent
      title={<span className="text-2xl">Confirm Return</span>}
      popup={{ initialFocus: confirm }}
      actions={
        <>
          <Button variant="secondary" size="large" onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <ActionButton ref={confirm} size="large" busy={busy} onClick={onConfirm}>
            Confirm Return
          </ActionButton>
        </>
      }
    >
      {details && (
        <div className="flex flex-col gap-5">
          <KeyHeading {...details} />
          <ReturnFacts details={details} sinceText={sinceText} />
          {details.atDesk && (
            <Notice tone="warning" icon={<Hand aria-hidden />}>
              This key is already at the desk.
            </Notice>
          )}
          {!details.attested && (
            <Notice tone="warning" icon={<ShieldAlert aria-hidden />}>
              This code was not issued by this server. The key will be collected by the desk.
            </Notice>
          )}
          {step.name === 'confirming' && step.interrupted && (
            <Notice tone="info" icon={<ScanLine aria-hidden />}>
              Another code was scanned. Confirm or cancel this return first, then scan it again.
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
};
