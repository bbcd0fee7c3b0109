import { localMoment, momentOf } from '../local-time.ts';

/** When keys are expected back: this time of day (HH:MM) in this IANA time zone. */
export type ReminderRule = { reminderTime: string; timezone: string };

const dayMs = 86_400_000;

const reminderOn = (day: Date, { reminderTime, timezone }: ReminderRule): Date => {
  const { year, month, day: date } = localMoment(day, timezone);
  const [hour = 0, minute = 0] = reminderTime.split(':').map(Number);
  return momentOf(Date.UTC(year, month - 1, date, hour, minute), timezone);
};

/** When a key handed out at `takenAt` is due: the next reminder time after it (DESIGN §1). */
export const dueAt = (takenAt: Date, rule: ReminderRule): Date => {
  const today = reminderOn(takenAt, rule);
  return today > takenAt ? today : reminderOn(new Date(today.getTime() + dayMs), rule);
};

/** The latest reminder time that is not after `now`. */
export const latestReminder = (now: Date, rule: ReminderRule): Date => {
  const today = reminderOn(now, rule);
  return today <= now ? today : reminderOn(new Date(today.getTime() - dayMs), rule);
};

/** Computed, never stored: is an open loan past its due time? */
export const isOverdue = (takenAt: Date, now: Date, rule: ReminderRule): boolean =>
  now >= dueAt(takenAt, rule);
