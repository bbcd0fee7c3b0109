import { fromLocalTime, toLocalTime } from '../local-time.ts';

/** When keys are expected back: this time of day (HH:MM) in this IANA time zone. */
export type ReminderRule = { reminderTime: string; timezone: string };

const dayMs = 86_400_000;

/** When a key handed out at `takenAt` is due: at the next reminder time. */
export function dueAt(takenAt: Date, rule: ReminderRule): Date {
  const today = reminderTimeOn(takenAt, rule);
  return today > takenAt ? today : reminderTimeOn(new Date(today.getTime() + dayMs), rule);
}

function reminderTimeOn(day: Date, { reminderTime, timezone }: ReminderRule): Date {
  const { year, month, day: date } = toLocalTime(day, timezone);
  const [hour = 0, minute = 0] = reminderTime.split(':').map(Number);
  return fromLocalTime(Date.UTC(year, month - 1, date, hour, minute), timezone);
}

/** The latest reminder time that is not after `now`. */
export function latestReminder(now: Date, rule: ReminderRule): Date {
  const today = reminderTimeOn(now, rule);
  return today <= now ? today : reminderTimeOn(new Date(today.getTime() - dayMs), rule);
}

/** Whether an open loan is past its due time; computed, never stored. */
export function isOverdue(takenAt: Date, now: Date, rule: ReminderRule): boolean {
  return now >= dueAt(takenAt, rule);
}
