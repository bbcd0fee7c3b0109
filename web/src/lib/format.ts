import { deviceTimezone, fromLocalTime, sortableTime } from '@keydesk/shared/core/dates';
import { type DateStyle, dateRangeText, dateText, nearDayText } from '@keydesk/shared/core/formats';
import { t } from '@keydesk/shared/texts/en/client-errors';
import { withoutIsolates } from '@keydesk/shared/texts/translator';
import { storedTimezone } from './storage.ts';
import { createStore } from './store.ts';

export function formatDate(instant: string | null, timezone = campusTimezone.get()): string {
  return instantText(instant, 'date', timezone);
}

export function formatDateTime(instant: string | null, timezone = campusTimezone.get()): string {
  return instantText(instant, 'date-time', timezone);
}

function instantText(instant: string | null, style: DateStyle, timezone: string): string {
  if (instant === null) return '';
  return Number.isNaN(Date.parse(instant)) ? t('invalid-date') : dateText(instant, style, timezone);
}

/** A range that does not repeat common parts. */
export function formatDateTimeRange(from: string, to: string): string {
  const valid = [from, to].every((instant) => !Number.isNaN(Date.parse(instant)));
  return valid ? dateRangeText(from, to, 'date-time', campusTimezone.get()) : t('invalid-date');
}

/** 'yesterday', 'today', 'tomorrow' or the date. */
export function formatDay(moment: number, now: number, timezone = campusTimezone.get()): string {
  return nearDayText(moment, now, timezone);
}

export function formatTime(moment: number, timezone = campusTimezone.get()): string {
  return dateText(moment, 'time', timezone);
}

/** Up to two letters: first and last name, without a company or bracketed parts. */
export function initialsOf(name: string): string {
  const words = withoutIsolates(name)
    .replace(/ of .*|\(.*?\)/g, '')
    .trim()
    .split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => word?.[0]?.toUpperCase() ?? '').join('');
}

/**
 * The time zone of the campus, in which every time is shown and typed. It is stored, so that a page
 * never starts with the device's zone except at the first visit.
 */
export const campusTimezone = createStore(storedTimezone.read() ?? deviceTimezone);

export function setCampusTimezone(timezone: string): void {
  storedTimezone.write(timezone);
  campusTimezone.set(timezone);
}

/** The value of a datetime-local input. */
export function toDateTimeField(moment: number, timezone = campusTimezone.get()): string {
  return sortableTime(new Date(moment), timezone).slice(0, 16).replace(' ', 'T');
}

/** When clocks go back and two instants have this local time: the later one unless asked. */
export function fromDateTimeField(
  value: string,
  timezone = campusTimezone.get(),
  which: 'earlier' | 'later' = 'later',
): string {
  return fromLocalTime(Date.parse(`${value}Z`), timezone, which).toISOString();
}
