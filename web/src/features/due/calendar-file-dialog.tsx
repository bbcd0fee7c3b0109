import { dateText } from '@keydesk/shared/core/formats';
import { maxDays } from '@keydesk/shared/due/calendar-routes';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/calendar-files';
import { CircleAlert, FileUp } from 'lucide-react';
import { useState } from 'react';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { CheckField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { type StoredDays, useSaveDays } from './queries.ts';
import type { CalendarFile, FoundDay } from './read-calendar-file.ts';

type CalendarFileDialogProps = {
  open: boolean;
  stored: StoredDays;
  today: string;
  timezone: string;
  onClose: () => void;
};

const maxFileBytes = 5_000_000;
/** Bounds calendars whose holidays repeat without an end. */
const yearsAhead = 2;

export function CalendarFileDialog({
  open,
  stored,
  today,
  timezone,
  onClose,
}: CalendarFileDialogProps) {
  const [file, setFile] = useState<CalendarFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const start = (next: CalendarFile | null, nextProblem: string | null) => {
    setFile(next);
    setProblem(nextProblem);
    setLeft(new Set());
    saving.reset();
  };
  const close = () => {
    start(null, null);
    onClose();
  };
  const saving = useSaveDays();
  const chosen = file ? newDays(file, stored).filter(({ day }) => !left.has(day)) : [];
  const choose = (given: File) =>
    void readFile(given, today, timezone).then(
      (read) => start(read, null),
      (cause: unknown) => start(null, (cause as Error).message),
    );
  const count = chosen.length;
  const save = () =>
    saving.mutate(
      {
        days: [...stored.days, ...chosen.map(({ day, label }) => closedDay(day, label))],
        version: stored.version,
        message: t('days-added', { count }),
      },
      { onSuccess: close },
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      unsaved={file !== null}
      title={t('import-calendar-file')}
      description={t('about')}
      wide
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {actionText('cancel')}
          </Button>
          <ActionButton disabled={chosen.length === 0} busy={saving.isPending} onClick={save}>
            {t('add-days', { count })}
          </ActionButton>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FileButton
          label={t('calendar-file')}
          accept=".ics,text/calendar"
          onFile={choose}
          className="self-start"
        >
          <FileUp aria-hidden className="size-4.5" />
          {file ? t('choose-another-file') : t('choose-file')}
        </FileButton>
        <ErrorNotice cause={problem ?? saving.error} />
        {file && <CalendarPreview file={file} stored={stored} left={left} onLeave={setLeft} />}
      </div>
    </Dialog>
  );
}

function closedDay(day: string, label: string) {
  return { day, kind: 'closed' as const, label, closes: undefined };
}

/** @throws with a message for people */
async function readFile(file: File, today: string, timezone: string): Promise<CalendarFile> {
  if (file.size > maxFileBytes) throw new Error(t('file-too-large'));
  const [text, { readCalendarFile }] = await Promise.all([
    file.text(),
    import('./read-calendar-file.ts'),
  ]);
  const until = `${Number(today.slice(0, 4)) + yearsAhead}${today.slice(4)}`;
  try {
    return readCalendarFile(text, today, until, timezone);
  } catch {
    throw new Error(t('no-calendar-file'));
  }
}

type CalendarPreviewProps = {
  file: CalendarFile;
  stored: StoredDays;
  left: ReadonlySet<string>;
  onLeave: (left: ReadonlySet<string>) => void;
};

function CalendarPreview({ file, stored, left, onLeave }: CalendarPreviewProps) {
  const days = newDays(file, stored);
  const known = file.days.length - days.length;
  const toggle = (day: string) => onLeave(toggled(left, day));
  const notes = [
    known > 0 && t('days-known', { count: known }),
    file.past > 0 && t('days-over', { count: file.past }),
    file.timed > 0 && t('not-whole-days', { count: file.timed }),
  ].filter(Boolean);
  return (
    <>
      {notes.length > 0 && <p className="text-sm text-muted">{notes.join(' ')}</p>}
      {days.length === 0 && (
        <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
          {t('no-new-days')}
        </Notice>
      )}
      <FaultyEntries entries={file.faulty} />
      {stored.days.length + days.length > maxDays && (
        <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
          {t('too-many-days', { count: maxDays })}
        </Notice>
      )}
      {days.length > 0 && (
        <ul aria-label={t('days-in-the-file')} className="divide-y divide-line">
          {days.map(({ day, label }) => (
            <li key={day}>
              <CheckField
                label={<span className="font-semibold">{label}</span>}
                hint={<Dotted>{`${dateText(day, 'weekday-date', 'UTC')} · ${t('closed')}`}</Dotted>}
                checked={!left.has(day)}
                onChange={() => toggle(day)}
                className="min-h-14 py-1.5"
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const maxFaulty = 20;

function FaultyEntries({ entries }: { entries: CalendarFile['faulty'] }) {
  if (entries.length === 0) return null;
  const left = entries.length - maxFaulty;
  return (
    <Notice tone="warning" icon={<CircleAlert aria-hidden />}>
      <p>{t('entries-faulty', { count: entries.length })}</p>
      <ul aria-label={t('entries-not-read')} className="mt-1 list-disc ps-5">
        {entries.slice(0, maxFaulty).map(({ label, problem }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
          <li key={at} className="wrap-anywhere">
            {label}: {problem}
          </li>
        ))}
      </ul>
      {left > 0 && <p className="mt-1">{t('and-more', { count: left })}</p>}
    </Notice>
  );
}

function newDays(file: CalendarFile, stored: StoredDays): FoundDay[] {
  const listed = new Set(stored.days.map(({ day }) => day));
  return file.days.filter(({ day }) => !listed.has(day));
}

function toggled(days: ReadonlySet<string>, day: string): ReadonlySet<string> {
  const next = new Set(days);
  if (!next.delete(day)) next.add(day);
  return next;
}
