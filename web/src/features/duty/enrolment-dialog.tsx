import { computerNameSchema, maxComputerNameLength } from '@keydesk/shared/duty/duty';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { formatTime } from '../../lib/format.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';

type EnrolmentDialogProps = {
  desk: { id: string; name: string };
  onClose: () => void;
};

/** Makes an enrolment code and shows it until it is closed. */
export function EnrolmentDialog({ desk, onClose }: EnrolmentDialogProps) {
  const formId = useId();
  const [name, setName] = useState('');
  const [error, setError] = useState<string | null>(null);
  const make = useMutation({
    mutationFn: async () =>
      (await call(api.createEnrolment, { body: { deskId: desk.id, name } })).data,
    onError: (cause) => setError(getErrorMessage(cause)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = computerNameSchema.safeParse(name);
    setError(named.error?.issues[0]?.message ?? null);
    if (named.success) make.mutate();
  };
  if (make.data)
    return (
      <Dialog
        open
        onClose={onClose}
        title="Type this code at the desk’s computer"
        actions={<Button onClick={onClose}>Done</Button>}
      >
        <p className="text-muted">
          Open <span className="font-semibold text-ink wrap-anywhere">{enrolAddress()}</span> there
          before {formatTime(Date.parse(make.data.expiresAt))}. The code works once.
        </p>
        <p className="key-number mt-4 rounded-control border border-line bg-surface px-3 py-4 text-center text-[min(1.875rem,6.5vw)] select-all">
          {make.data.code}
        </p>
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a computer"
      description={`It becomes a computer of ${desk.name}.`}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" form={formId} busy={make.isPending}>
            Make a code
          </ActionButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          label="Name of the computer"
          placeholder="Window 1"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={maxComputerNameLength}
          error={error}
          autoComplete="off"
        />
      </form>
    </Dialog>
  );
}

function enrolAddress(): string {
  return `${window.location.host}/enrol`;
}
