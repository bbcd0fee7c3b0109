import { maxDayLabel } from '@keydesk/shared/due/calendar-routes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { api, call } from '../../lib/api.ts';
import { invalidateAndRefetch } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showSuccess } from '../../ui/toast/show-toast.ts';

/** Moves today's closing, and with it every key that is due then; each holder is told once. */
export function ClosingToday() {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const moving = useMutation({
    mutationFn: (body: { closes: string; reason: string }) => call(api.moveClosing, { body }),
    onSuccess: ({ message }) => {
      showSuccess(message ?? '');
      // The calendar, and what is due when.
      void invalidateAndRefetch(client);
    },
  });
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden className="size-4.5 text-accent" />
        Move today’s closing
      </Button>
      <EditDialog
        subject={open || null}
        onClose={() => setOpen(false)}
        texts={() => ({
          title: 'Move Today’s Closing',
          description:
            'Every key that is due at today’s closing is due at the new time. Each holder is told once, with the reason.',
          submitLabel: 'Move',
        })}
        initial={() => ({ closes: '', reason: '' })}
        browserChecks
        toInput={({ closes, reason }) => ({ closes, reason: reason.trim() })}
        saving={moving}
      >
        {({ text }) => (
          <>
            <TextField {...text('closes')} label="Closes today at" type="time" required />
            <TextField {...text('reason')} label="Reason" required maxLength={maxDayLabel} />
          </>
        )}
      </EditDialog>
    </>
  );
}
