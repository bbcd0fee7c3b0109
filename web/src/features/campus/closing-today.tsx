import { maxDayLabel } from '@keydesk/shared/due/calendar-routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { api, call } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';

/** Moves today's closing, and with it every key that is due then; each holder is told once. */
export function ClosingToday() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: (body: { closes: string; reason: string }) => call(api.moveClosing, { body }),
    onSuccess: ({ message }) => {
      showSuccess(message ?? '');
      close();
      // The calendar, and what is due when.
      void invalidateAndRefetch(client);
    },
  });
  const [timesShown, setTimesShown] = useState(0);
  const show = () => {
    setTimesShown(timesShown + 1);
    setOpen(true);
  };
  const close = () => {
    move.reset();
    setOpen(false);
  };
  return (
    <>
      <Button variant="secondary" onClick={show}>
        <CalendarClock aria-hidden className="size-4.5 text-accent" />
        Move today’s closing
      </Button>
      <ClosingDialog
        // Each time with empty fields.
        key={timesShown}
        open={open}
        busy={move.isPending}
        failure={move.error}
        onClose={close}
        onMove={(closes, reason) => move.mutate({ closes, reason })}
      />
    </>
  );
}

type ClosingDialogProps = {
  open: boolean;
  busy: boolean;
  failure: Error | null;
  onClose: () => void;
  onMove: (closes: string, reason: string) => void;
};

function ClosingDialog({ open, busy, failure, onClose, onMove }: ClosingDialogProps) {
  const timeField = useRef<HTMLInputElement>(null);
  const [closes, setCloses] = useState('');
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onMove(closes, reason.trim());
  };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Move Today’s Closing"
      description="Every key that is due at today’s closing is due at the new time. Each holder is told once, with the reason."
      initialFocus={timeField}
      submitLabel="Move"
      busy={busy}
      failure={failure}
    >
      {(formId) => (
        <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
          <TextField
            ref={timeField}
            label="Closes today at"
            type="time"
            required
            value={closes}
            onChange={({ target }) => setCloses(target.value)}
          />
          <TextField
            label="Reason"
            required
            maxLength={maxDayLabel}
            autoComplete="off"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </form>
      )}
    </FormDialog>
  );
}
