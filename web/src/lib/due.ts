import { minuteMs } from '@keydesk/shared/core/dates';
import { daysAhead, durationText } from '@keydesk/shared/core/formats';
import type { ReminderStep } from '@keydesk/shared/due/reminder-schedule';
import { t } from '@keydesk/shared/texts/en/due';
import { serverNow } from './clock.ts';
import { campusTimezone, formatDay, formatTime } from './format.ts';

/** 'due today 5:20 PM' */
export function dueText(
  dueAt: string | null,
  now = serverNow(),
  timezone = campusTimezone.get(),
): string {
  if (dueAt === null) return t('no-due-time');
  const due = Date.parse(dueAt);
  return t(due <= now ? 'was-due' : 'due', whenOf(due, now, timezone));
}

/** For a key that is overdue: 'Overdue · due yesterday 17:20'. */
export function overdueText(dueAt: string): string {
  return t('overdue-due', whenOf(Date.parse(dueAt), serverNow(), campusTimezone.get()));
}

/** '17:20', with the day unless it is today. */
export function untilText(
  instant: string,
  now = serverNow(),
  timezone = campusTimezone.get(),
): string {
  const moment = Date.parse(instant);
  const time = formatTime(moment, timezone);
  const isToday = daysAhead(moment, now, timezone) === 0;
  return isToday ? time : t('day-time', { day: formatDay(moment, now, timezone), time });
}

/** Adds the remaining time while it is short: 'due today 5:20 PM, in 40 min'. */
export function dueInWords(
  dueAt: string | null,
  now = serverNow(),
  timezone = campusTimezone.get(),
): string {
  if (dueAt === null) return t('no-due-time');
  const due = Date.parse(dueAt);
  const minutes = Math.floor((due - now) / minuteMs);
  if (minutes >= nearMinutes || minutes < -nearMinutes) return dueText(dueAt, now, timezone);
  const duration = durationText(Math.abs(minutes) * minuteMs);
  const params = { ...whenOf(due, now, timezone), duration };
  return minutes >= 0 ? t('due-in', params) : t('was-due-ago', params);
}

function whenOf(moment: number, now: number, timezone: string) {
  return { day: formatDay(moment, now, timezone), time: formatTime(moment, timezone) };
}

const nearMinutes = 180;

export const reminderStepNames: Readonly<Record<ReminderStep, () => string>> = {
  beforeDue: () => t('before-due'),
  overdue: () => t('return-reminder'),
  alert: () => t('unreturned-alert'),
  head: () => t('department-head'),
  digest: () => t('digest'),
};
