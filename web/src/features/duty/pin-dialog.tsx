import { queryOptions, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { PinField } from './pin-field.tsx';

type PinDialogProps = {
  open: boolean;
  /** The guard who locked the computer. */
  suggestedId: string | null;
  onClose: () => void;
  onPin: (guardId: string, pin: string) => Promise<void>;
};

/** For a guard whose phone is flat: name and PIN. */
export function PinDialog({ open, suggestedId, onClose, onPin }: PinDialogProps) {
  const { data: guards } = useQuery({ ...guardsQuery, enabled: open });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const guardId = chosenId ?? guards?.find(({ id }) => id === suggestedId)?.id ?? '';
  const close = () => {
    setPin('');
    setError(null);
    setChosenId(null);
    onClose();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!guardId) return setError('Please choose your name');
    setBusy(true);
    try {
      await onPin(guardId, pin);
      close();
    } catch (cause) {
      setError(getErrorMessage(cause));
      setPin('');
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      title="Begin duty by PIN"
      description={
        guards?.length === 0 ? 'No guard has set a PIN yet. It is under Profile.' : undefined
      }
      submitLabel="Begin duty"
      busy={busy}
    >
      {(formId) => (
        <form id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
          <SelectField
            label="Your name"
            value={guardId}
            onChange={setChosenId}
            options={[
              { value: '', label: 'Choose', disabled: true },
              ...(guards ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <PinField
            label="PIN"
            value={pin}
            onChange={(typed) => {
              setError(null);
              setPin(typed);
            }}
            error={error}
          />
        </form>
      )}
    </FormDialog>
  );
}

const guardsQuery = queryOptions({
  queryKey: ['desk', 'guards'],
  queryFn: async ({ signal }) => (await call(api.listGuards, { signal })).data.guards,
});
