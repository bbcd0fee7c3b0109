import { weekdayName } from '@keydesk/shared/core/formats';
import type { OpeningHours } from '@keydesk/shared/due/calendar';
import type { Opening } from '@keydesk/shared/due/calendar-routes';
import { overlapText } from '@keydesk/shared/due/closing-time';
import { t } from '@keydesk/shared/texts/en/calendar';
import { Info } from 'lucide-react';
import { type FormEvent, useId, useMemo } from 'react';
import { useStoredDraft } from '../../lib/draft.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ComboboxField, type ComboboxOption } from '../../ui/combobox-field.tsx';
import { CheckField, inputClassName } from '../../ui/fields.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { TitledCard } from '../../ui/page.tsx';
import { closingNote, fromTimeInput, toTimeInput } from './closing-time.ts';
import { useSaveOpening } from './queries.ts';

type StoredOpening = Required<Pick<Opening, 'hours' | 'timezone'>> & {
  version: string;
  reminderTime: string;
};

export function WeekForm({ stored }: { stored: StoredOpening }) {
  const opened = useMemo(() => toOpeningDraft(stored), [stored]);
  const { draft = opened, theirs, isChanged, change: setDraft } = useStoredDraft(opened);
  const { timezone } = draft;
  const week = Object.values(draft.days);
  const setWeek = (days: readonly DayDraft[]) => setDraft({ timezone, days: byWeekday(days) });
  const saving = useSaveOpening();
  const hasHours = week.some(({ isOpen }) => isOpen);
  const error = weekError(week);
  const change = (weekday: number, part: Partial<DayDraft>) =>
    setWeek(week.map((day) => (day.weekday === weekday ? { ...day, ...part } : day)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!error) saving.mutate({ hours: toHours(week), timezone, version: stored.version });
  };
  return (
    <TitledCard title={t('opening-hours')} text={t('hours-text')}>
      <form onSubmit={submit} noValidate className="mt-3 flex flex-col gap-4">
        {!hasHours && (
          <Notice tone="info" icon={<Info aria-hidden />}>
            {t('no-hours', { time: stored.reminderTime })}
          </Notice>
        )}
        <ul aria-label={t('week')} className="divide-y divide-line">
          {week.map((day) => (
            <WeekdayRow
              key={day.weekday}
              day={day}
              hasHours={hasHours}
              theirs={theirs[`days.${day.weekday}.opens`] ?? theirs[`days.${day.weekday}.closes`]}
              onChange={(part) => change(day.weekday, part)}
            />
          ))}
        </ul>
        <Button
          variant="quiet"
          size="small"
          className="-mt-2 -ms-3 self-start"
          onClick={() => setWeek(likeMonday(week))}
        >
          {t('all-like-monday')}
        </Button>
        <TimezoneField
          value={timezone}
          error={theirs.timezone}
          onChange={(zone) => setDraft({ ...draft, timezone: zone })}
        />
        <ErrorNotice cause={error ?? saving.error} />
        <ActionButton
          type="submit"
          disabled={!isChanged}
          busy={saving.isPending}
          className="self-start"
        >
          {t('save-opening-hours')}
        </ActionButton>
      </form>
    </TitledCard>
  );
}

type WeekdayRowProps = {
  day: DayDraft;
  hasHours: boolean;
  /** The stored value, where another admin has changed the same field. */
  theirs: string | undefined;
  onChange: (part: Partial<DayDraft>) => void;
};

function WeekdayRow({ day, hasHours, theirs, onChange }: WeekdayRowProps) {
  const name = weekdayName(day.weekday);
  const note = closingNote(day);
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
      <CheckField
        label={name}
        checked={day.isOpen}
        onChange={(isOpen) => onChange({ isOpen })}
        className="min-w-[min(100%,9rem)] flex-1 font-semibold"
      />
      {day.isOpen ? (
        <div className="flex flex-wrap items-center gap-2">
          <TimeInput
            label={t('weekday-opens', { name })}
            value={day.opens}
            onChange={(opens) => onChange({ opens })}
          />
          <span aria-hidden className="text-muted">
            {t('to')}
          </span>
          <TimeInput
            label={t('weekday-closes', { name })}
            value={day.closes}
            note={note}
            onChange={(closes) => onChange({ closes })}
          />
        </div>
      ) : (
        <span className="text-sm text-muted">{hasHours ? t('closed') : t('not-set')}</span>
      )}
      {theirs && (
        <p role="alert" className="basis-full text-sm text-danger">
          {theirs}
        </p>
      )}
    </li>
  );
}

type TimeInputProps = {
  label: string;
  value: string;
  note?: string;
  onChange: (value: string) => void;
};

function TimeInput({ label, value, note, onChange }: TimeInputProps) {
  const id = useId();
  return (
    <>
      <div className="w-34 max-w-full">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <input
          id={id}
          type="time"
          value={value}
          aria-describedby={note && `${id}-note`}
          onChange={({ target }) => onChange(target.value)}
          className={classNames(inputClassName, 'border-line-strong px-2.5! tabular-nums')}
        />
      </div>
      {note && (
        <span id={`${id}-note`} className="text-sm text-muted">
          {note}
        </span>
      )}
    </>
  );
}

type TimezoneFieldProps = {
  value: string;
  error: string | undefined;
  onChange: (timezone: string) => void;
};

function TimezoneField({ value, error, onChange }: TimezoneFieldProps) {
  const zones = useMemo(() => zoneOptions(value), [value]);
  return (
    <ComboboxField
      label={t('time-zone')}
      placeholder={t('choose-a-time-zone')}
      picks={zones}
      value={{ id: value, label: value }}
      error={error}
      onChange={(zone) => zone && onChange(zone.id)}
    />
  );
}

function zoneOptions(current: string): ComboboxOption[] {
  const known = Intl.supportedValuesOf('timeZone');
  const names = known.includes(current) ? known : [current, ...known];
  return names.map((name) => ({ id: name, label: name }));
}

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** The hours of one weekday in the form; closed days keep their times. */
type DayDraft = { weekday: number; isOpen: boolean; opens: string; closes: string };

const usualOpening = '08:00';

/** `usual` is when days without stored hours close. */
export function toWeekDraft(hours: readonly OpeningHours[], usual: string): DayDraft[] {
  return weekdays.map((weekday) => {
    const stored = hours.find((day) => day.weekday === weekday);
    const opens = usual > usualOpening ? usualOpening : '00:00';
    const closes = toTimeInput(stored?.closes ?? usual);
    return { weekday, isOpen: stored !== undefined, opens, ...stored, closes };
  });
}

type OpeningDraft = { timezone: string; days: Readonly<Record<number, DayDraft>> };

function toOpeningDraft({ hours, timezone, reminderTime }: StoredOpening): OpeningDraft {
  return { timezone, days: byWeekday(toWeekDraft(hours, reminderTime)) };
}

function byWeekday(week: readonly DayDraft[]): OpeningDraft['days'] {
  return Object.fromEntries(week.map((day) => [day.weekday, day]));
}

export function toHours(week: readonly DayDraft[]): OpeningHours[] {
  return week
    .filter(({ isOpen }) => isOpen)
    .map(({ weekday, opens, closes }) => ({ weekday, opens, closes: fromTimeInput(closes) }));
}

/** Null if the week is valid. */
export function weekError(week: readonly DayDraft[]): string | null {
  const unsaid = week.find(({ isOpen, opens, closes }) => isOpen && !(opens && closes));
  if (unsaid) return t('say-when-open', { day: weekdayName(unsaid.weekday) });
  return overlapText(toHours(week));
}

export function likeMonday(week: readonly DayDraft[]): DayDraft[] {
  const [monday] = week;
  if (!monday) return [...week];
  const { opens, closes } = monday;
  return week.map((day) => (day.isOpen ? { ...day, opens, closes } : day));
}
