import { isTimezone } from '@keydesk/shared/core/dates';
import { localDay } from '@keydesk/shared/due/calendar';
import { maxDayLabel } from '@keydesk/shared/due/calendar-routes';
import { t } from '@keydesk/shared/texts/en/calendar-files';
import ICAL from 'ical.js';

export type CalendarEntry = {
  label: string;
  component: ICAL.Component;
  start: ICAL.Time;
  /** The zone in which times in UTC count as local ones. */
  timezone: string;
  /** A single occurrence of a repeated entry. */
  isOccurrence: boolean;
  /** Dates of the repetition that were moved or cancelled. */
  replaced: ReadonlySet<string>;
};

export type FaultyEntry = { label: string; problem: string };

export class EntryError extends Error {}

export function toFaulty(label: string, cause: unknown): FaultyEntry {
  if (cause instanceof EntryError) return { label, problem: cause.message };
  return { label, problem: t('unreadable', { message: (cause as Error).message }) };
}

/**
 * The readable and unreadable entries of an iCalendar file. A repeated entry and its moved or
 * cancelled occurrences share a UID. @throws if the text is no such file
 */
export function parseCalendar(
  text: string,
  timezone: string,
): { entries: CalendarEntry[]; faulty: FaultyEntry[] } {
  const parsed: Parsed[] = [];
  const faulty: FaultyEntry[] = [];
  for (const lines of eventsOf(text))
    try {
      parsed.push(parseEvent(lines, timezone));
    } catch (cause) {
      faulty.push(toFaulty(labelIn(lines), cause));
    }
  const series = seriesOf(parsed);
  const entries = parsed.flatMap((event) => {
    const { isCancelled, replaced } = series.get(event.uid) ?? { isCancelled: false };
    if (event.isCancelled || isCancelled) return [];
    const isOccurrence = event.occurrence !== null;
    return { ...event, isOccurrence, replaced: (!isOccurrence && replaced) || new Set<string>() };
  });
  return { entries, faulty };
}

/** Repeated entries with their moved or cancelled occurrences, by UID. */
function seriesOf(events: readonly Parsed[]) {
  const series = new Map<string, { whole: Parsed[]; occurrences: ICAL.Time[] }>();
  for (const event of events) {
    if (event.uid === '') continue;
    const known = series.get(event.uid) ?? { whole: [], occurrences: [] };
    series.set(event.uid, known);
    if (event.occurrence) known.occurrences.push(event.occurrence);
    else known.whole.push(event);
  }
  return new Map(
    [...series].map(([uid, { whole, occurrences }]) => {
      const timezone = whole[0]?.timezone ?? 'UTC';
      const isCancelled = whole.length > 0 && whole.every((event) => event.isCancelled);
      const replaced = new Set(occurrences.map((time) => dayOf(time, timezone)));
      return [uid, { isCancelled, replaced }];
    }),
  );
}

/** The date of a time in its own zone; for UTC, in `timezone`. */
export function dayOf(time: ICAL.Time, timezone: string): string {
  if (!time.isDate && time.zone === ICAL.Timezone.utcTimezone)
    return localDay(time.toJSDate(), { timezone });
  const { year, month, day } = time;
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** The unfolded lines of each VEVENT; its END may be missing. */
function eventsOf(text: string): string[][] {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n');
  if (!lines.some((line) => /^BEGIN:VCALENDAR\s*$/i.test(line)))
    throw new Error('The file holds no calendar');
  const events: string[][] = [];
  let event: string[] | null = null;
  for (const line of lines) {
    if (/^BEGIN:VEVENT\s*$/i.test(line)) {
      event = [];
      events.push(event);
    }
    if (/^END:VCALENDAR\s*$/i.test(line)) event = null;
    event?.push(line);
    if (/^END:VEVENT\s*$/i.test(line)) event = null;
  }
  return events;
}

type Parsed = Omit<CalendarEntry, 'isOccurrence' | 'replaced'> & {
  uid: string;
  /** The original date, for an entry that replaces one occurrence. */
  occurrence: ICAL.Time | null;
  isCancelled: boolean;
};

function parseEvent(lines: readonly string[], timezone: string): Parsed {
  if (lines.some((line) => line.length > maxRuleLength && /^RRULE/i.test(line)))
    throw new EntryError(t('repetition-too-long'));
  const properties = ICAL.parse(lines.join('\n')) as [string, JcalProperty[], unknown[]];
  for (const property of properties[1]) if (dates.has(property[0])) readDates(property);
  const component = new ICAL.Component(properties);
  const start = component.getFirstPropertyValue('dtstart');
  if (!(start instanceof ICAL.Time)) throw new EntryError(t('no-begin'));
  const occurrence = component.getFirstProperty('recurrence-id');
  if (occurrence?.getFirstParameter('range')) throw new EntryError(t('changes-later-ones'));
  return {
    label: singleLine(component.getFirstPropertyValue('summary')) || t('closed'),
    component,
    start,
    timezone: timezoneOf(component, start) ?? timezone,
    uid: String(component.getFirstPropertyValue('uid') ?? ''),
    occurrence: (occurrence?.getFirstValue() as ICAL.Time | undefined) ?? null,
    isCancelled: /^cancelled$/i.test(String(component.getFirstPropertyValue('status'))),
  };
}

/** Longer rules do not describe days. */
const maxRuleLength = 500;

/** Name, parameters, type, values. */
type JcalProperty = [string, Record<string, unknown>, string, ...unknown[]];

const dates = new Set(['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate']);

/** Some programs omit VALUE=DATE; ical.js then parses a date as a time. */
function readDates(property: JcalProperty): void {
  const [name, parameters, type, ...given] = property;
  if (type === 'period') return;
  const values = given.map((value) => String(value).replace(/T::$/, ''));
  if (!values.every(isDate)) throw new EntryError(t('no-date', { name: name.toUpperCase() }));
  const kind = values.every((value) => value.length === 10) ? 'date' : type;
  property.splice(0, property.length, name, parameters, kind, ...values);
}

function isDate(value: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\dZ?)?$/.exec(value) ?? [];
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day;
}

function timezoneOf(component: ICAL.Component, start: ICAL.Time): string | null {
  if (start.zone === ICAL.Timezone.utcTimezone) return 'UTC';
  const name = String(component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? '');
  return isTimezone(name) ? name : null;
}

function labelIn(lines: readonly string[]): string {
  const [, summary] = /^SUMMARY[^:\n]*:(.*)$/im.exec(lines.join('\n')) ?? [];
  return singleLine(summary?.replace(/\\(.)/g, '$1')).slice(0, maxDayLabel) || t('without-a-name');
}

function singleLine(summary: unknown): string {
  return String(summary ?? '')
    .trim()
    .replace(/\s+/g, ' ');
}
