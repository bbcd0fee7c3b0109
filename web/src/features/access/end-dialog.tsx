import { useLastNonNull } from '../../lib/hooks.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type EndDialogProps = {
  title: string;
  /** The rule or the membership, in words; null closes the dialog. */
  subject: string | null;
  busy: boolean;
  failure: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a rule or a membership is ended, and says what follows from it. */
export function EndDialog({ subject, ...rest }: EndDialogProps) {
  return (
    <ConfirmDialog {...rest} open={subject !== null}>
      <p className="font-medium wrap-anywhere">{useLastNonNull(subject)}</p>
      <p>
        It ends at once. People who have a key only because of it are asked to bring it back within
        half an hour. The audit log keeps a record.
      </p>
    </ConfirmDialog>
  );
}
