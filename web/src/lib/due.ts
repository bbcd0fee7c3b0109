import { minuteMs } from '@keydesk/shared/core/dates';
import { daysAhead, durationText } from '@keydesk/shared/core/formats';
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
  const time = formatTime(moment, timezone);
  const isToday = daysAhead(moment, now, timezone) === 0;
  return isToday ? time : `${formatDay(moment, now, timezone)} ${time}`;
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

/** The steps of the reminder schedule, as every screen calls them. */
export const reminderStepNames: Readonly<Record<ReminderStep, string>> = {
  beforeDue: 'Before it is due',
  overdue: 'Key Return Reminder',
  alert: 'Unreturned Keys Alert',
  head: 'Head of the department',
  digest: 'Digest',
};
