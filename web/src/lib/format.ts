import { dayMs, fromLocalTime, toLocalTime } from '@keydesk/shared/core/dates';
import { localDay } from '@keydesk/shared/due/calendar';
import { storedTimezone } from './storage.ts';
import { createStore } from './store.ts';

/** As the texts of the server show times, so that those of one screen read alike. */
const clock = { timeStyle: 'short', hourCycle: 'h23' } as const;

const dateFormat = inZone({ dateStyle: 'long' });
const dateTimeFormat = inZone({ ...clock, dateStyle: 'medium' });

/** A format for each time zone, made when it is first needed. */
function inZone(options: Intl.DateTimeFormatOptions): (timezone: string) => Intl.DateTimeFormat {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format =
      formats.get(timeZone) ?? new Intl.DateTimeFormat(undefined, { ...options, timeZone });
    formats.set(timeZone, format);
    return format;
  };
}

/** A date in words; 'Invalid Date' for anything else. */
export function formatDate(instant: string | null, timezone = campusTimezone.get()): string {
  return formatInstant(dateFormat(timezone), instant);
}

function formatInstant(format: Intl.DateTimeFormat, instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : format.format(date);
}

/** A date and time in words; 'Invalid Date' for anything else. */
export function formatDateTime(instant: string | null, timezone = campusTimezone.get()): string {
  return formatInstant(dateTimeFormat(timezone), instant);
}

/** From one time to a later one, without repeating what both share. */
export function formatDateTimeRange(from: string, to: string): string {
  const [start, end] = [new Date(from), new Date(to)];
  const valid = !Number.isNaN(start.getTime()) && !Number.isNaN(end.getTime());
  return valid ? dateTimeFormat(campusTimezone.get()).formatRange(start, end) : 'Invalid Date';
}

const dayFormat = inZone({ day: 'numeric', month: 'short' });
const timeFormat = inZone(clock);

/** The day of a moment in short: 'yesterday', 'today', 'tomorrow' or the date. */
export function formatDay(moment: number, now: number, timezone = campusTimezone.get()): string {
  const dateOf = (time: number) => Date.parse(localDay(new Date(time), { timezone }));
  const daysAhead = (dateOf(moment) - dateOf(now)) / dayMs;
  return nearDayNames[daysAhead] ?? dayFormat(timezone).format(moment);
}

/** The time of day in short. */
export function formatTime(moment: number, timezone = campusTimezone.get()): string {
  return timeFormat(timezone).format(moment);
}

const nearDayNames: Readonly<Record<number, string>> = {
  [-1]: 'yesterday',
  0: 'today',
  1: 'tomorrow',
};

/** Up to two letters for a person: first and last name, without what is in brackets. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/\(.*?\)/g, '')
    .trim()
    .split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

/** The time zone of this device. */
export const deviceTimezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The time zone of the campus, in which every time is shown and typed. It is remembered, so that a
 * page never begins with the device's clock; only before the first visit it is this device's.
 */
export const campusTimezone = createStore(storedTimezone.read() ?? deviceTimezone);

/** To be called with what the server says. */
export function setCampusTimezone(timezone: string): void {
  storedTimezone.write(timezone);
  campusTimezone.set(timezone);
}

/** A moment as fields for date and time show it, on the clocks of a time zone. */
export function toDateTimeField(moment: number, timezone: string): string {
  const { year, month, day, hour, minute } = toLocalTime(new Date(moment), timezone);
  return new Date(Date.UTC(year, month - 1, day, hour, minute)).toISOString().slice(0, 16);
}

/** The moment that such a field stands for. */
export function fromDateTimeField(value: string, timezone: string): string {
  return fromLocalTime(Date.parse(`${value}Z`), timezone).toISOString();
}
