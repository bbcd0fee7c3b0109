import type { AccessRequest } from '@keydesk/shared/access/request-routes';
import { type FormEvent, useId, useState } from 'react';
import { useCampusTimezone } from '../../lib/config.ts';
import { fromDateTimeField, toDateTimeField } from '../../lib/date-time-field.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDecide } from './request-queries.ts';

type ApproveUntilDialogProps = { request: AccessRequest; open: boolean; onClose: () => void };

/** Decides with another end than was asked for, or with a note. */
export function ApproveUntilDialog({ request, open, onClose }: ApproveUntilDialogProps) {
  const formId = useId();
  const timezone = useCampusTimezone();
  const [until, setUntil] = useState(() =>
    toDateTimeField(Date.parse(request.wantedUntil), timezone),
  );
  const [note, setNote] = useState('');
  const decide = useDecide(onClose);
  const { id, key, user } = request;
  const approve = (event: FormEvent) => {
    event.preventDefault();
    if (until !== '')
      decide.mutate({ id, decision: 'approve', until: fromDateTimeField(until, timezone), note });
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${user.name}: ${key.keyNumber}`}
      actions={
        <>
          <ActionButton
            variant="secondary"
            disabled={decide.isPending}
            onClick={() => decide.mutate({ id, decision: 'deny', note })}
          >
            Deny
          </ActionButton>
          <ActionButton type="submit" form={formId} disabled={until === ''} busy={decide.isPending}>
            Approve until then
          </ActionButton>
        </>
      }
    >
      <form id={formId} onSubmit={approve} className="flex flex-col gap-4">
        <TextField
          type="datetime-local"
          label="Until"
          hint={`In the time zone of the campus, ${timezone}`}
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
        <TextField
          label="Note (optional)"
          hint={`${user.name} reads it`}
          value={note}
          maxLength={200}
          onChange={({ target }) => setNote(target.value)}
        />
      </form>
    </Dialog>
  );
}
