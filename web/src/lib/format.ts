import { deviceTimezone, fromLocalTime, sortableTime } from '@keydesk/shared/core/dates';
import { type DateStyle, dateRangeText, dateText, nearDayText } from '@keydesk/shared/core/formats';
import { storedTimezone } from './storage.ts';
import { createStore } from './store.ts';

/** A date in words; 'Invalid Date' for anything else. */
export function formatDate(instant: string | null, timezone = campusTimezone.get()): string {
  return instantText(instant, 'long-date', timezone);
}

/** A date and time in words; 'Invalid Date' for anything else. */
export function formatDateTime(instant: string | null, timezone = campusTimezone.get()): string {
  return instantText(instant, 'date-time', timezone);
}

function instantText(instant: string | null, style: DateStyle, timezone: string): string {
  if (instant === null) return '';
  return Number.isNaN(Date.parse(instant)) ? 'Invalid Date' : dateText(instant, style, timezone);
}

/** From one time to a later one, without repeating what both share. */
export function formatDateTimeRange(from: string, to: string): string {
  const valid = [from, to].every((instant) => !Number.isNaN(Date.parse(instant)));
  return valid ? dateRangeText(from, to, 'date-time', campusTimezone.get()) : 'Invalid Date';
}

/** The day of a moment in short: 'yesterday', 'today', 'tomorrow' or the date. */
export function formatDay(moment: number, now: number, timezone = campusTimezone.get()): string {
  return nearDayText(moment, now, timezone);
}

/** The time of day in short. */
export function formatTime(moment: number, timezone = campusTimezone.get()): string {
  return dateText(moment, 'time', timezone);
}

/** Up to two letters for a person: first and last name, without what is in brackets. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/\(.*?\)/g, '')
    .trim()
    .split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

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
  return sortableTime(new Date(moment), timezone).slice(0, 16).replace(' ', 'T');
}

/** The moment that such a field stands for, where there are two the later one unless asked. */
export function fromDateTimeField(
  value: string,
  timezone: string,
  which: 'earlier' | 'later' = 'later',
): string {
  return fromLocalTime(Date.parse(`${value}Z`), timezone, which).toISOString();
}
