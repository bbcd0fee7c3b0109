import { dayMs } from '@keydesk/shared/core/dates';
import ICAL from 'ical.js';

/** A day on which a calendar has an entry for the whole day. */
export type FoundDay = { day: string; label: string };

export type CalendarFile = {
  /** In order, each day once. */
  days: readonly FoundDay[];
  /** How many entries were left out because they do not take whole days. */
  timed: number;
};

/** A broken or endless repetition stops here. */
const maxRepeats = 2_000;

/**
 * The days of an iCalendar file (.ics) from one day to another: entries for whole days, longer and
 * repeated ones day by day. Cancelled ones are left out.
 * @throws if the text is no such file
 */
export function readCalendarFile(text: string, from: string, to: string): CalendarFile {
  const days = new Map<string, string>();
  let timed = 0;
  for (const event of eventsOf(text)) {
    if (!takesWholeDays(event)) {
      timed += 1;
      continue;
    }
    for (const [first, end] of occurrences(event, to))
      for (let day = first; day < end && day <= to; day = dayAfter(day))
        if (day >= from) days.set(day, joinLabels(days.get(day), labelOf(event)));
  }
  const sorted = [...days].sort(([one], [other]) => one.localeCompare(other));
  return { days: sorted.map(([day, label]) => ({ day, label })), timed };
}

function eventsOf(text: string): ICAL.Event[] {
  const parsed: unknown[] = ICAL.parse(text);
  // A file may hold one calendar, or several.
  const calendars = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
  if (calendars.length === 0) throw new Error('The file holds no calendar');
  return calendars
    .map((calendar) => new ICAL.Component(calendar))
    .flatMap((calendar) => calendar.getAllSubcomponents('vevent'))
    .filter((component) => component.getFirstPropertyValue('status') !== 'CANCELLED')
    .map((component) => new ICAL.Event(component))
    .filter((event) => event.startDate && !event.isRecurrenceException());
}

/** Some programs write a whole day as midnight to midnight. */
function takesWholeDays({ startDate, endDate }: ICAL.Event): boolean {
  if (startDate.isDate) return true;
  const atMidnight = [startDate, endDate].every(
    (time) => time.hour + time.minute + time.second === 0,
  );
  return atMidnight && endDate.compare(startDate) > 0;
}

/** The first day of each occurrence, and the day after its last one. */
function* occurrences(event: ICAL.Event, to: string): Generator<[first: string, end: string]> {
  if (!event.isRecurring()) {
    yield span(event.startDate, event.endDate);
    return;
  }
  const iterator = event.iterator();
  for (let repeats = 0; repeats < maxRepeats; repeats += 1) {
    const next = iterator.next();
    if (!next || dayOf(next) > to) return;
    const { startDate, endDate } = event.getOccurrenceDetails(next);
    yield span(startDate, endDate);
  }
}

function span(start: ICAL.Time, end: ICAL.Time): [first: string, end: string] {
  const first = dayOf(start);
  return [first, dayOf(end) > first ? dayOf(end) : dayAfter(first)];
}

function dayOf({ year, month, day }: ICAL.Time): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}

const maxLabel = 80;

function labelOf(event: ICAL.Event): string {
  return (event.summary ?? '').trim().replace(/\s+/g, ' ') || 'Closed';
}

/** Two entries on one day are one day with both names. */
function joinLabels(before: string | undefined, label: string): string {
  if (before === undefined || before === label) return label.slice(0, maxLabel);
  return `${before}, ${label}`.slice(0, maxLabel);
}
