import { dayMs, hourMs, minuteMs } from '@keydesk/shared/core/dates';
import { plural } from '@keydesk/shared/core/text';
import type { ReminderStep } from '@keydesk/shared/due/reminder-schedule';
import { formatDay, formatTime } from './format.ts';

/** When a key is or was due, on the clocks of the campus, such as 'due today 5:20 PM'. */
export function dueText(dueAt: string | null, now: number, timezone: string): string {
  if (dueAt === null) return 'no due time';
  const due = Date.parse(dueAt);
  const when = `${formatDay(due, now, timezone)} ${formatTime(due, timezone)}`;
  return `${due <= now ? 'was due' : 'due'} ${when}`;
}

/** When something ends or was, such as '5:20 PM', with the day unless it is today. */
export function untilText(instant: string, now: number, timezone: string): string {
  const moment = Date.parse(instant);
  const day = formatDay(moment, now, timezone);
  const time = formatTime(moment, timezone);
  return day === 'today' ? time : `${day} ${time}`;
}

/** When a key is due, and how long that is from now while it is near: 'due today 5:20 PM, in 40 min'. */
export function dueInWords(dueAt: string | null, now: number, timezone: string): string {
  const text = dueText(dueAt, now, timezone);
  if (dueAt === null) return text;
  const minutes = Math.floor((Date.parse(dueAt) - now) / minuteMs);
  if (minutes >= nearMinutes || minutes < -nearMinutes) return text;
  return minutes >= 0
    ? `${text}, in ${durationText(minutes * minuteMs)}`
    : `${text}, ${durationText(-minutes * minuteMs)} ago`;
}

const nearMinutes = 180;

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

/** A length of time in short: '25 min', '1 h 40 min', '2 d 3 h'. */
export function durationText(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  if (minutes < hourMinutes) return `${minutes} min`;
  if (minutes >= dayMinutes) {
    const hours = Math.floor((minutes % dayMinutes) / hourMinutes);
    return joined(`${Math.floor(minutes / dayMinutes)} d`, hours > 0 ? `${hours} h` : '');
  }
  const rest = minutes % hourMinutes;
  return joined(`${Math.floor(minutes / hourMinutes)} h`, rest > 0 ? `${rest} min` : '');
}

/** A length of time in its largest unit: '3 days', '1 hour', '0 minutes'. */
export function largestUnitText(ms: number): string {
  if (ms >= dayMs) return plural(Math.floor(ms / dayMs), 'day');
  if (ms >= hourMs) return plural(Math.floor(ms / hourMs), 'hour');
  return plural(Math.floor(ms / minuteMs), 'minute');
}

function joined(first: string, second: string): string {
  return second ? `${first} ${second}` : first;
}

/** The ladder's steps, as every screen calls them. */
export const reminderStepNames: Readonly<Record<ReminderStep, string>> = {
  beforeDue: 'Before it is due',
  overdue: 'Key Return Reminder',
  alert: 'Unreturned Keys Alert',
  head: 'Head of the department',
  digest: 'Digest',
};
