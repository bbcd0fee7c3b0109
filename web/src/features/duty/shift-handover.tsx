import type { DeskComputer } from '@keydesk/shared/duty/duty';
import {
  type Shift,
  type ShiftFigures,
  type ShiftNote,
  shiftNoteTextSchema,
} from '@keydesk/shared/duty/shift';
import { t } from '@keydesk/shared/texts/en/shifts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { NotebookPen } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { api, call, getErrorMessage } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useSendOnce } from '../../lib/hooks.ts';
import { forgetDraft } from '../../lib/kept-draft.ts';
import { shiftSeen } from '../../lib/storage.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TextAreaField } from '../../ui/fields.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { useChange } from '../../ui/use-change.ts';
import { shiftQuery } from '../loans/desk/shift.ts';

type Duty = NonNullable<DeskComputer['duty']>;

/** What the previous guard left for the one who has just started, until they mark it as read. */
export function ShiftBefore({ duty }: { duty: Duty }) {
  const [seenId, setSeenId] = useState(shiftSeen.read);
  const [open, setOpen] = useState(false);
  const seen = seenId === duty.id;
  const { data: shift } = useQuery({ ...shiftQuery(duty.id), enabled: !seen });
  const read = useChange(
    async (notes: readonly ShiftNote[]) =>
      notes.length > 0
        ? call(api.readShiftNotes, { body: { ids: notes.map(({ id }) => id) } })
        : {},
    {
      failure: getErrorMessage,
      onDone: () => {
        shiftSeen.write(duty.id);
        setSeenId(duty.id);
      },
      says: '',
      refetch: (client) => client.invalidateQueries(shiftQuery(duty.id)),
    },
  );
  if (seen || !shift) return null;
  const notes = shift.notes.filter(
    ({ read, writtenBy }) => !read && writtenBy.id !== duty.guard.id,
  );
  const left = shift.lastDuty?.figures;
  if (notes.length === 0 && !left) return null;
  const [note] = notes;
  return (
    <>
      <button
        type="button"
        className="-mt-2 mb-2 flex min-h-11 w-full items-center gap-3 text-start tabs-above:mt-0 print:hidden"
        onClick={() => setOpen(true)}
      >
        <NotebookPen aria-hidden className="size-4.5 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          {note ? t('note-from', { name: note.writtenBy.name }) : t('from-the-shift-before')}
        </span>
        <span className="text-sm font-semibold text-accent">{t('read-it')}</span>
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('from-the-shift-before')}
        actions={
          <ActionButton busy={read.isPending} onClick={() => read.mutate(notes)}>
            {t('read')}
          </ActionButton>
        }
      >
        <NoteList notes={notes} />
        {shift.lastDuty && left && (
          <Figures
            title={t('left-at', {
              name: shift.lastDuty.guard.name,
              when: formatDateTime(shift.lastDuty.to),
            })}
            figures={left}
          />
        )}
        <Figures title={t('now')} figures={shift} />
      </Dialog>
    </>
  );
}

function Figures({ title, figures }: { title: string; figures: ShiftFigures }) {
  const texts = figuresOf(figures);
  return (
    <p className="mt-1 text-sm text-muted wrap-anywhere">
      <span className="font-semibold text-ink">{title}:</span>{' '}
      <Dotted>{texts.length > 0 ? texts.join(' · ') : t('no-key-out')}</Dotted>
    </p>
  );
}

function figuresOf(figures: ShiftFigures): string[] {
  const { keysOut, overdue, reported, disputed, ofOtherDesks, lastCount } = figures;
  return [
    keysOut > 0 && t('keys-out', { count: keysOut }),
    overdue > 0 && t('overdue', { count: overdue }),
    reported > 0 && t('reported', { count: reported }),
    disputed > 0 && t('disputed', { count: disputed }),
    ofOtherDesks > 0 && t('of-other-desks', { count: ofOtherDesks }),
    lastCount &&
      t('last-count', {
        when: formatDateTime(lastCount.closedAt),
        name: lastCount.closedBy.name,
        missing: lastCount.missing,
      }),
  ].filter((text) => typeof text === 'string');
}

function NoteList({ notes }: { notes: readonly ShiftNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label={t('notes')} className="mt-2 flex flex-col gap-2.5">
      {notes.map(({ id, text, writtenBy, writtenAt, read }) => (
        <li key={id}>
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {text}
          </p>
          <p className="text-sm text-muted wrap-anywhere">
            <Dotted>
              {writtenBy.name}
              {formatDateTime(writtenAt)}
              {read && t('read-by', { name: read.by.name })}
            </Dotted>
          </p>
        </li>
      ))}
    </ul>
  );
}

type Opened = { shift: Shift; ends: boolean };

type ShiftFormProps = {
  duty: Duty;
  /** Ends the shift, instead of only writing its note. */
  ends: boolean;
  onEnd: () => Promise<unknown>;
  onClose: () => void;
};

/** The note of a shift, or its end, which is asked about only if it leaves something. */
export function ShiftForm({ duty, ends, onEnd, onClose }: ShiftFormProps) {
  const { data, error } = useQuery({
    ...shiftQuery(duty.id),
    queryKey: ['desk', 'shift', duty.id, 'form'],
    staleTime: 'static',
    gcTime: 0,
  });
  const isOver = ends && data !== undefined && leavesNothing(data);
  // Stable per answer, because a new object would reset the form.
  const opened = useMemo(
    () => (data && !isOver ? { shift: data, ends } : null),
    [data, ends, isOver],
  );
  const ending = useSendOnce({
    mutationFn: (_shift: null) => onEnd(),
    onError: (cause) => showError(getErrorMessage(cause)),
    onSettled: onClose,
  });
  const end = useEffectEvent(() => ending.mutate(null));
  useEffect(() => {
    if (isOver) end();
  }, [isOver]);
  const fail = useEffectEvent((cause: Error) => {
    showError(getErrorMessage(cause));
    onClose();
  });
  useEffect(() => {
    if (error) fail(error);
  }, [error]);
  return <ShiftDialog opened={opened} duty={duty} onEnd={onEnd} onClose={onClose} />;
}

/** No key is out, nothing is wrong, and nobody's note is unread. */
function leavesNothing(shift: Shift): boolean {
  return (
    shift.notes.every(({ read }) => read) && figuresOf({ ...shift, lastCount: null }).length === 0
  );
}

type ShiftDialogProps = {
  opened: Opened | null;
  duty: Duty;
  onEnd: () => Promise<unknown>;
  onClose: () => void;
};

function ShiftDialog({ opened, duty, onEnd, onClose }: ShiftDialogProps) {
  const client = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const draftName = `shift-note ${duty.id}`;
  const own = ({ notes }: Shift) =>
    notes.find(({ read, writtenBy }) => !read && writtenBy.id === duty.guard.id);
  const saving = useChange(
    async ({ text, ends }: { text: string | null; ends: boolean }) => {
      const saved = text === null ? {} : await call(api.putShiftNote, { body: { text } });
      if (!ends) return saved;
      await onEnd();
      return {};
    },
    {
      // Also runs after the dialog has unmounted with the shift.
      onDone: () => forgetDraft(draftName),
      refetch: () => client.invalidateQueries({ queryKey: ['desk', 'shift'] }),
    },
  );
  return (
    <EditDialog
      subject={opened}
      onClose={onClose}
      texts={({ ends }) => ({
        title: ends ? t('end-duty') : t('shift-note'),
        submitLabel: ends ? t('end-duty') : t('save-note'),
      })}
      initial={({ shift }) => ({ text: own(shift)?.text ?? '' })}
      errorsOf={({ text }) => {
        const { error } = shiftNoteTextSchema.safeParse(text);
        return error ? { text: error.issues[0]?.message ?? '' } : {};
      }}
      toInput={({ text }, { ends }, { text: stored }) => {
        const changed = text.trim() === stored ? null : text.trim();
        return ends || changed !== null ? { text: changed, ends } : null;
      }}
      saving={saving}
      keepAs={() => draftName}
      initialFocus={field}
    >
      {({ subject: { shift }, draft, errors, change }) => (
        <>
          <div>
            <ul aria-label={t('the-desk-now')} className="flex flex-col gap-1">
              {figuresOf(shift).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            <NoteList notes={shift.notes.filter((note) => note !== own(shift))} />
          </div>
          <TextAreaField
            ref={field}
            label={t('note-for-the-next-shift')}
            optional
            rows={4}
            value={draft.text}
            error={errors.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        </>
      )}
    </EditDialog>
  );
}
