import { CircleAlert } from 'lucide-react';
import { useRef } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { useLastNonNull } from '../../lib/hooks.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

type EndDialogProps = {
  title: string;
  /** What is to be ended, in words; null closes the dialog. */
  subject: string | null;
  busy: boolean;
  failure: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a rule or a membership is ended, and says what follows from it. */
export function EndDialog({ title, subject, busy, failure, onConfirm, onClose }: EndDialogProps) {
  const shown = useLastNonNull(subject);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={subject !== null}
      onClose={onClose}
      title={title}
      popup={{ initialFocus: cancel }}
      actions={
        <>
          <Button ref={cancel} variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton variant="danger" busy={busy} onClick={onConfirm}>
            {title}
          </ActionButton>
        </>
      }
    >
      {shown !== null && (
        <div className="flex flex-col gap-3">
          <p className="font-medium wrap-anywhere">{shown}</p>
          <p>
            It ends at once. Whoever has a key only because of it is asked to bring it back within
            half an hour. The audit log keeps it.
          </p>
          {failure && (
            <Notice tone="error" icon={<CircleAlert aria-hidden />}>
              {getErrorMessage(failure)}
            </Notice>
          )}
        </div>
      )}
    </Dialog>
  );
}
