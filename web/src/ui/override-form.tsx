import { isOverrideReason, overrideReasonText } from '@keydesk/shared/access/override-reason';
import { ShieldAlert } from 'lucide-react';
import { useDraft } from '../lib/draft.ts';
import { ActionButton } from './action-button.tsx';
import { TextField } from './text-field.tsx';

type OverrideFormProps = {
  busy: boolean;
  onOverride: (reason: string) => void;
};

/** Hands a key over against access rules, with a reason. */
export function OverrideForm({ busy, onOverride }: OverrideFormProps) {
  const { text, submit } = useDraft(
    { reason: '' },
    ({ reason }) => (isOverrideReason(reason) ? {} : { reason: overrideReasonText }),
    ({ reason }) => onOverride(reason.trim()),
  );
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextField
        {...text('reason')}
        label="Reason"
        hint="Recorded as a warning. If the key has an owner, they are told."
        maxLength={200}
      />
      <ActionButton type="submit" variant="secondary" size="large" busy={busy}>
        <ShieldAlert aria-hidden className="size-5 text-out" />
        Hand over anyway
      </ActionButton>
    </form>
  );
}
