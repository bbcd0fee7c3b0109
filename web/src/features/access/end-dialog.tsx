import { useLastNonNull } from '../../lib/hooks.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

type EndDialogProps = {
  title: string;
  /** The rule or the membership, in words; null closes the dialog. */
  subject: string | null;
  /** People may have keys because of it; a rule that refuses, or asks for approval, gave none. */
  letsTake: boolean;
  busy: boolean;
  failure: Error | null;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a rule or a membership is ended, and says what follows from it. */
export function EndDialog({ subject, letsTake, ...rest }: EndDialogProps) {
  const consequence = useLastNonNull(subject === null ? null : consequences(letsTake));
  return (
    <ConfirmDialog {...rest} open={subject !== null}>
      <p className="font-medium wrap-anywhere">{useLastNonNull(subject)}</p>
      <p>It ends at once. {consequence} The audit log keeps a record.</p>
    </ConfirmDialog>
  );
}

function consequences(letsTake: boolean): string {
  return letsTake
    ? 'People who have a key only because of it are asked to bring it back within half an hour.'
    : 'From then on the other rules and the level of each key decide. Keys that it recalled stay recalled.';
}
