import { dayMs, utcOffsetAt } from '@keydesk/shared/core/dates';
import { dayAfter } from '@keydesk/shared/due/calendar';
import { maxDayLabel } from '@keydesk/shared/due/calendar-routes';
import { t } from '@keydesk/shared/texts/en/calendar-files';
import ICAL from 'ical.js';
import {
  type CalendarEntry,
  dayOf,
  EntryError,
  type FaultyEntry,
  parseCalendar,
  toFaulty,
} from './parse-calendar.ts';

export type FoundDay = { day: string; label: string };

export type CalendarFile = {
  days: readonly FoundDay[];
  /** How many past days were skipped. */
  past: number;
  /** How many entries were skipped because they do not cover whole days. */
  timed: number;
  faulty: readonly FaultyEntry[];
};

/**
 * The days of an iCalendar file (.ics) in a range: entries for whole days, with longer and repeated
 * ones expanded. Cancelled ones are skipped. UTC times count in the entry's time zone, else in
 * `timezone`. The work per entry, and for all, is limited (`bounded-work`). @throws if the text is
 * no such file
 */
export function readCalendarFile(
  text: string,
  from: string,
  to: string,
  timezone: string,
): CalendarFile {
  const { entries, faulty } = parseCalendar(text, timezone);
  const labels = new Map<string, string>();
  let timed = 0;
  const steps = { left: maxFileSteps };
  for (const entry of entries)
    try {
      const length = wholeDaysOf(entry);
      if (length === 0) timed += 1;
      const days = length === 0 ? [] : daysOf(entry, length, to, stepsOf(steps));
      for (const day of days) labels.set(day, joinLabels(labels.get(day), entry.label));
    } catch (cause) {
      faulty.push(toFaulty(entry.label, cause));
    }
  const sorted = [...labels].sort(([one], [other]) => one.localeCompare(other));
  const days = sorted.flatMap(([day, label]) => (day < from ? [] : [{ day, label }]));
  return { days, past: sorted.length - days.length, timed, faulty };
}

/** Counts the work for an entry, and stops it at the limit. */
type TakeSteps = (steps: number) => void;

/** Enough for every day of thirty years; at most a second on a slow computer. */
const maxSteps = 40_000;
/** For all entries of a file together. */
const maxFileSteps = 1_000_000;

function stepsOf(file: { left: number }): TakeSteps {
  let left = maxSteps;
  return (steps) => {
    if (steps > Math.min(left, file.left)) throw new EntryError(t('repeats-too-often'));
    left -= steps;
    file.left -= steps;
  };
}

/** How many whole days an entry covers, or 0. Some programs write midnight to midnight. */
function wholeDaysOf({ component, start, timezone }: CalendarEntry): number {
  const end = component.getFirstPropertyValue('dtend');
  const duration = component.getFirstPropertyValue('duration');
  const days =
    end instanceof ICAL.Time
      ? (Date.parse(dayOf(end, timezone)) - Date.parse(dayOf(start, timezone))) / dayMs
      : duration instanceof ICAL.Duration
        ? (duration.toSeconds() * 1_000) / dayMs
        : 0;
  if (days < 0) throw new EntryError(t('ends-before-it-begins'));
  if (start.isDate) return Math.max(Math.ceil(days), 1);
  const endsAtMidnight = end instanceof ICAL.Time ? isMidnight(end) : Number.isInteger(days);
  return isMidnight(start) && endsAtMidnight ? days : 0;
}

function isMidnight({ hour, minute, second }: ICAL.Time): boolean {
  return hour + minute + second === 0;
}

function daysOf(entry: CalendarEntry, length: number, to: string, take: TakeSteps): string[] {
  const days: string[] = [];
  for (const first of firstDaysOf(entry, to, take)) {
    if (entry.replaced.has(first)) continue;
    for (let day = first, left = length; left > 0 && day <= to; day = dayAfter(day), left -= 1) {
      take(1);
      days.push(day);
    }
  }
  return days;
}

function* firstDaysOf(
  { component, start, timezone, isOccurrence }: CalendarEntry,
  to: string,
  take: TakeSteps,
): Generator<string> {
  if (isOccurrence) {
    yield dayOf(start, timezone);
    return;
  }
  const rules = component.getAllProperties('rrule');
  const datesIn = (name: string) =>
    component
      .getAllProperties(name)
      .flatMap((property) =>
        property
          .getValues()
          .map((value: ICAL.Time | ICAL.Period) =>
            dayOf(value instanceof ICAL.Period ? value.start : value, timezone),
          ),
      );
  const except = new Set(datesIn('exdate'));
  const given = datesIn('rdate');
  if (rules.length === 0) given.push(dayOf(start, timezone));
  for (const day of given) if (!except.has(day)) yield day;
  for (const property of rules) {
    const iterator = iteratorOf(property.getFirstValue() as ICAL.Recur, start, timezone, take);
    for (let next = iterator.next(); next; next = iterator.next()) {
      const day = dayOf(next, timezone);
      if (day > to) break;
      if (!except.has(day)) yield day;
    }
  }
}

/** Counts each step, because ical.js may search for the next occurrence endlessly. */
function iteratorOf(
  rule: ICAL.Recur,
  start: ICAL.Time,
  timezone: string,
  take: TakeSteps,
): ICAL.RecurIterator {
  if (shorterThanDay.has(rule.freq)) throw new EntryError(t('repeats-within-a-day'));
  const { until } = rule;
  // UNTIL is in UTC where the start is in a time zone.
  if (until && !until.isDate && !start.isDate && until.zone === ICAL.Timezone.utcTimezone)
    until.adjust(0, 0, 0, utcOffsetAt(until.toJSDate(), timezone) / 1_000);
  class CountedIterator extends ICAL.RecurIterator {
    override check_contracting_rules(): boolean {
      take(1);
      return super.check_contracting_rules();
    }
    override expand_year_days(year: number): number {
      take(5);
      return super.expand_year_days(year);
    }
    override increment_month(): void {
      take(10);
      super.increment_month();
    }
    override increment_monthday(days: number): void {
      take(days);
      super.increment_monthday(days);
    }
  }
  return new CountedIterator({ rule, dtstart: start });
}

const shorterThanDay = new Set(['SECONDLY', 'MINUTELY', 'HOURLY']);

/** Two entries on one day become one, with both names. */
function joinLabels(before: string | undefined, label: string): string {
  if (before === undefined || before === label) return label.slice(0, maxDayLabel);
  return `${before}, ${label}`.slice(0, maxDayLabel);
}
