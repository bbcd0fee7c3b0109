import { dateText } from '@keydesk/shared/core/formats';
import { capitalized } from '@keydesk/shared/core/text';
import { localDay, type OpeningHours } from '@keydesk/shared/due/calendar';
import { maxDayLabel } from '@keydesk/shared/due/calendar-routes';
import { t as actionText } from '@keydesk/shared/texts/en/actions';
import { t } from '@keydesk/shared/texts/en/calendar';
import { t as fieldText } from '@keydesk/shared/texts/en/fields';
import { CalendarOff, FileUp, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { getErrorMessage } from '../../lib/api.ts';
import { serverNow } from '../../lib/clock.ts';
import type { DraftErrors } from '../../lib/draft.ts';
import { Button } from '../../ui/button.tsx';
import { Dotted } from '../../ui/dotted.tsx';
import { EditDialog } from '../../ui/edit-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { SegmentedFilter } from '../../ui/filters.tsx';
import { lazyDialog } from '../../ui/lazy-component.tsx';
import { MoreMenu, RowName } from '../../ui/menu.tsx';
import { EmptyState, TitledCard } from '../../ui/page.tsx';
import { showError } from '../../ui/toast/show-toast.ts';
import { fromTimeInput, ownClosingNote, toTimeInput } from './closing-time.ts';
import { type Day, kindText, type StoredDays, useSaveDays } from './queries.ts';

const CalendarFileDialog = lazyDialog(
  () => import('./calendar-file-dialog.tsx'),
  'CalendarFileDialog',
);

type DaysCardProps = {
  stored: StoredDays;
  opening: { hours: readonly OpeningHours[]; timezone: string };
};

export function DaysCard({ stored, opening: { hours, timezone } }: DaysCardProps) {
  const [edited, setEdited] = useState<{ day: Day | null } | null>(null);
  const [importing, setImporting] = useState(false);
  const [withPast, setWithPast] = useState(false);
  const saving = useSaveDays();
  const today = localDay(new Date(serverNow()), { timezone });
  const past = stored.days.filter(({ day }) => day < today);
  const coming = stored.days.filter(({ day }) => day >= today);
  const remove = (removed: Day) =>
    saving.mutate(
      {
        days: stored.days.filter(({ day }) => day !== removed.day),
        version: stored.version,
        message: t('was-removed', { label: removed.label }),
      },
      { onError: (cause) => showError(getErrorMessage(cause)) },
    );
  const rows = { hours, onEdit: setEdited, onRemove: remove };
  return (
    <TitledCard title={t('closed-and-short-days')}>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => setEdited({ day: null })}>
          <Plus aria-hidden className="size-4.5" />
          {t('add-day')}
        </Button>
        <Button variant="secondary" onClick={() => setImporting(true)}>
          <FileUp aria-hidden className="size-4.5" />
          {t('import-calendar-file')}
        </Button>
      </div>
      {coming.length === 0 && (
        <EmptyState
          compact
          icon={<CalendarOff aria-hidden />}
          title={t('no-days-to-come')}
          text={t('no-days-hint')}
        />
      )}
      <DayList {...rows} label={t('days-to-come')} days={coming} />
      {past.length > 0 && (
        <Button
          variant="quiet"
          size="small"
          aria-expanded={withPast}
          onClick={() => setWithPast(!withPast)}
          className="mt-2 -ms-3"
        >
          {withPast ? t('hide-past-days') : t('show-past', { count: past.length })}
        </Button>
      )}
      {withPast && <DayList {...rows} label={t('past-days')} days={past} />}
      <DayDialog subject={edited} stored={stored} hours={hours} onClose={() => setEdited(null)} />
      <CalendarFileDialog
        open={importing}
        stored={stored}
        today={today}
        timezone={timezone}
        onClose={() => setImporting(false)}
      />
    </TitledCard>
  );
}

type DayListProps = {
  label: string;
  days: readonly Day[];
  hours: readonly OpeningHours[];
  onEdit: (subject: { day: Day }) => void;
  onRemove: (day: Day) => void;
};

function DayList({ label, days, hours, onEdit, onRemove }: DayListProps) {
  if (days.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-2 divide-y divide-line">
      {days.map((day) => (
        <li key={day.day} className="group relative flex min-h-14 items-center gap-x-3 py-1.5">
          <div className="min-w-0 flex-1">
            <p>
              <RowName name={day.label} onEdit={() => onEdit({ day })} />
            </p>
            <p className="text-sm text-muted tabular-nums">
              <Dotted>{`${dateText(day.day, 'weekday-date', 'UTC')} · ${kindText(day, hours)}`}</Dotted>
            </p>
          </div>
          <MoreMenu
            label={actionText('more-of', { title: day.label })}
            entries={[
              { label: actionText('edit'), icon: <Pencil />, onSelect: () => onEdit({ day }) },
              { label: actionText('remove'), icon: <Trash2 />, onSelect: () => onRemove(day) },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}

type DayDialogProps = {
  subject: { day: Day | null } | null;
  stored: StoredDays;
  hours: readonly OpeningHours[];
  onClose: () => void;
};

function DayDialog({ subject, stored, hours, onClose }: DayDialogProps) {
  const othersThan = (edited: Day | null) => stored.days.filter(({ day }) => day !== edited?.day);
  return (
    <EditDialog
      subject={subject}
      onClose={onClose}
      texts={({ day }) => ({
        title: day ? t('edit-day') : t('add-day-title'),
        submitLabel: day ? actionText('save-changes') : t('add-day-title'),
      })}
      initial={({ day: before }): Draft => ({
        day: before?.day ?? '',
        label: before?.label ?? '',
        kind: before?.kind ?? 'closed',
        closes: toTimeInput(before?.closes ?? '13:00'),
      })}
      errorsOf={(draft, { day }) => errorsOf(draft, othersThan(day))}
      toInput={(draft, { day }) => ({
        days: [...othersThan(day), toDay(draft)],
        version: stored.version,
        message: t('was-saved', { label: draft.label.trim() }),
      })}
      saving={useSaveDays()}
      withCurrent={({ day: before }, { days }: StoredDays) => ({
        day: days.find(({ day }) => day === before?.day) ?? null,
      })}
    >
      {({ draft, text, field }) => (
        <>
          <TextField {...text('day')} type="date" label={fieldText('day')} required />
          <TextField
            {...text('label')}
            label={fieldText('name')}
            hint={t('day-name-hint')}
            maxLength={maxDayLabel}
            required
          />
          <SegmentedFilter
            {...field('kind')}
            label={t('what-is-different')}
            options={[
              { value: 'closed', label: t('closed-all-day') },
              { value: 'short', label: t('other-closing-time') },
            ]}
          />
          {draft.kind === 'short' && (
            <TextField
              {...text('closes')}
              type="time"
              label={t('closes-at')}
              hint={noteText(ownClosingNote(draft.day, draft.closes, hours))}
              required
            />
          )}
        </>
      )}
    </EditDialog>
  );
}

type Draft = { day: string; label: string; kind: Day['kind']; closes: string };

function errorsOf({ day, label, kind, closes }: Draft, listed: readonly Day[]): DraftErrors<Draft> {
  return {
    ...(!day && { day: fieldText('choose-a-day') }),
    ...(listed.some((each) => each.day === day) && {
      day: t('is-listed', { date: dateText(day, 'weekday-date', 'UTC') }),
    }),
    ...(!label.trim() && { label: fieldText('name-is-required') }),
    ...(kind === 'short' && !closes && { closes: t('say-when-it-closes') }),
  };
}

function noteText(note: string): string | undefined {
  return note ? capitalized(note) : undefined;
}

function toDay({ day, kind, label, closes }: Draft): Day {
  return {
    day,
    kind,
    label: label.trim(),
    closes: kind === 'short' ? fromTimeInput(closes) : undefined,
  };
}
