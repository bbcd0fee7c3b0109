import { isOverrideReason, overrideReasonText } from '@keydesk/shared/access/override-reason';
import { ShieldAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import { TextField } from './text-field.tsx';

type OverrideFormProps = {
  busy: boolean;
  /** Nothing else can be done than this, or to choose otherwise. */
  primary?: boolean;
  onOverride: (reason: string) => void;
};

/** Hands a key over against access rules, with a reason. */
export function OverrideForm({ busy, primary = false, onOverride }: OverrideFormProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isOverrideReason(reason)) onOverride(reason.trim());
    else setError(overrideReasonText);
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <TextField
        label="Reason"
        hint="Recorded as a warning. If the key has an owner, they are told."
        value={reason}
        maxLength={200}
        autoComplete="off"
        error={error}
        onChange={({ target }) => {
          setError(undefined);
          setReason(target.value);
        }}
      />
      <ActionButton
        type="submit"
        variant={primary ? 'primary' : 'secondary'}
        size="large"
        busy={busy}
      >
        <ShieldAlert aria-hidden className={primary ? 'size-5' : 'size-5 text-out'} />
        Hand over anyway
      </ActionButton>
    </form>
  );
}
