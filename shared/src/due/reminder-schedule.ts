import { z } from 'zod';
import { dayMs, minuteMs, toLocalTime } from '../core/dates.ts';
import { shownVersion } from '../core/edits.ts';
import { clockText } from '../core/formats.ts';
import { adminRoute, dataWith } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import {
  type Calendar,
  closingOn,
  dayAfter,
  localDay,
  momentOn,
  openDayAfter,
  openingDay,
} from './calendar.ts';

/** Reminders near and past the due time. Steps in quiet hours wait for their end. */
export type ReminderSchedule = {
  /** To the holder, minutes before the due time. */
  beforeDue: { on: boolean; minutes: number };
  /** To the holder, when grace ends and at each closing after it. */
  overdue: { on: boolean };
  /** To the desk and the admins, at the same times. */
  alert: { on: boolean };
  /** To the head of the holder's department, minutes after grace has ended. */
  head: { on: boolean; minutes: number };
  /** To the admins, at this time (HH:MM) of the next open day. */
  digest: { on: boolean; time: string };
  /** HH:MM; may span midnight. */
  quietHours: { on: boolean; from: string; to: string };
};

export const reminderSteps = ['beforeDue', 'overdue', 'alert', 'head', 'digest'] as const;
export type ReminderStep = (typeof reminderSteps)[number];

/** Used until an admin saves another one. */
export const defaultReminderSchedule: ReminderSchedule = {
  beforeDue: { on: false, minutes: 30 },
  overdue: { on: true },
  alert: { on: true },
  head: { on: false, minutes: 120 },
  digest: { on: false, time: '09:00' },
  quietHours: { on: false, from: '21:00', to: '07:00' },
};

/** With everything switched on. */
export const recommendedReminderSchedule: ReminderSchedule = {
  beforeDue: { ...defaultReminderSchedule.beforeDue, on: true },
  overdue: { on: true },
  alert: { on: true },
  head: { ...defaultReminderSchedule.head, on: true },
  digest: { ...defaultReminderSchedule.digest, on: true },
  quietHours: { ...defaultReminderSchedule.quietHours, on: true },
};

/** An open loan that has a due time. */
export type DueLoan = { takenAt: Date; dueAt: Date; graceUntil: Date };

/** `nth` is 0 for the first time; for a closing after it, 1 and the days since. */
export type ReachedStep = { step: ReminderStep; nth: number; at: Date };

/**
 * Which steps of a loan are reached at `now`. Only the latest time of a repeated step counts, so
 * that quiet hours or downtime cause no series of reminders (`highest-step`).
 */
export function remindersAt(
  now: Date,
  schedule: ReminderSchedule,
  calendar: Calendar,
): (loan: DueLoan) => ReachedStep[] {
  if (isQuiet(now, schedule, calendar)) return () => [];
  const lastClosing = latestClosing(now, calendar);
  const digestOn = remembered((day) => momentOn(day, schedule.digest.time, calendar));

  function overdueSince({ graceUntil }: DueLoan, day: string): { nth: number; at: Date } {
    if (!lastClosing || lastClosing.at <= graceUntil) return { nth: 0, at: graceUntil };
    return { nth: 1 + daysBetween(day, lastClosing.day), at: lastClosing.at };
  }

  return (loan) => {
    const { takenAt, dueAt, graceUntil } = loan;
    const reached: ReachedStep[] = [];
    const before = minutesFrom(dueAt, -schedule.beforeDue.minutes);
    if (schedule.beforeDue.on && before > takenAt && before <= now && now < dueAt)
      reached.push({ step: 'beforeDue', nth: 0, at: before });
    if (graceUntil > now) return reached;
    const day = overdueDay(loan, calendar);
    const overdue = overdueSince(loan, day);
    if (schedule.overdue.on) reached.push({ step: 'overdue', ...overdue });
    if (schedule.alert.on) reached.push({ step: 'alert', ...overdue });
    const toHead = minutesFrom(graceUntil, schedule.head.minutes);
    if (schedule.head.on && toHead <= now) reached.push({ step: 'head', nth: 0, at: toHead });
    const digest = schedule.digest.on ? digestAfter(graceUntil, day, digestOn, calendar) : null;
    if (digest && digest <= now) reached.push({ step: 'digest', nth: 0, at: digest });
    return reached;
  };
}

/** The first time of each step, in order. */
export function reminderTimes(
  loan: DueLoan,
  schedule: ReminderSchedule,
  calendar: Calendar,
): { step: ReminderStep; at: Date }[] {
  const { takenAt, dueAt, graceUntil } = loan;
  const before = afterQuietHours(
    minutesFrom(dueAt, -schedule.beforeDue.minutes),
    schedule,
    calendar,
  );
  const digestOn = (day: string) => momentOn(day, schedule.digest.time, calendar);
  const digest = digestAfter(graceUntil, overdueDay(loan, calendar), digestOn, calendar);
  const times: Record<ReminderStep, Date> = {
    beforeDue: before,
    overdue: afterQuietHours(graceUntil, schedule, calendar),
    alert: afterQuietHours(graceUntil, schedule, calendar),
    head: afterQuietHours(minutesFrom(graceUntil, schedule.head.minutes), schedule, calendar),
    digest: afterQuietHours(digest, schedule, calendar),
  };
  return reminderSteps
    .filter((step) => schedule[step].on)
    .filter((step) => step !== 'beforeDue' || (before > takenAt && before < dueAt))
    .map((step) => ({ step, at: times[step] }))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Whether the moment is in `quiet-hours`. */
export function isQuiet(
  at: Date,
  { quietHours }: ReminderSchedule,
  { timezone }: Calendar,
): boolean {
  const { on, from, to } = quietHours;
  if (!on) return false;
  const { hour, minute } = toLocalTime(at, timezone);
  const time = clockText(hour * 60 + minute);
  return from < to ? from <= time && time < to : from <= time || time < to;
}

function afterQuietHours(at: Date, schedule: ReminderSchedule, calendar: Calendar): Date {
  if (!isQuiet(at, schedule, calendar)) return at;
  const { to } = schedule.quietHours;
  const end = momentOn(localDay(at, calendar), to, calendar);
  return end > at ? end : momentOn(dayAfter(localDay(at, calendar), 1), to, calendar);
}

/**
 * The day on which a loan became overdue. Times before hours have ended past midnight belong to the
 * day before, with the following grace.
 */
function overdueDay({ dueAt, graceUntil }: DueLoan, calendar: Calendar): string {
  const dueEarlier = daysBetween(localDay(dueAt, calendar), openingDay(dueAt, calendar));
  const withGrace = dayAfter(localDay(graceUntil, calendar), dueEarlier);
  const graceDay = openingDay(graceUntil, calendar);
  return withGrace < graceDay ? withGrace : graceDay;
}

/** The latest closing not after `now`; null if there was none for a long time. */
function latestClosing(now: Date, calendar: Calendar): { day: string; at: Date } | null {
  const today = localDay(now, calendar);
  for (let back = 0; back < maxDaysBack; back += 1) {
    const day = dayAfter(today, -back);
    const at = closingOn(day, calendar);
    if (at && at <= now) return { day, at };
  }
  return null;
}

/** Longer than any holidays. */
const maxDaysBack = 400;

/** The digest of the next open day, or of a later one if grace lasts longer. */
function digestAfter(
  graceUntil: Date,
  day: string,
  digestOn: (day: string) => Date,
  calendar: Calendar,
): Date {
  const next = openDayAfter(day, calendar);
  const digest = digestOn(next);
  return digest >= graceUntil ? digest : digestOn(openDayAfter(next, calendar));
}

function minutesFrom(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * minuteMs);
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

function remembered<T>(compute: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>();
  return (key) => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, says('give-time-of-day'));

function minutes(what: 'beforeDue' | 'head', { least, most }: typeof headMinutes) {
  const message = says('minutes-between', { what, least, most });
  return z.int(message).min(least, message).max(most, message);
}

export const beforeDueMinutes = { least: 5, most: 1_440 };
export const headMinutes = { least: 5, most: 10_080 };

const step = z.strictObject({ on: z.boolean() });
const quietHours = step.extend({ from: timeOfDay, to: timeOfDay });

export const reminderScheduleSchema = z.strictObject({
  beforeDue: step.extend({
    minutes: minutes('beforeDue', beforeDueMinutes),
  }),
  overdue: step,
  alert: step,
  head: step.extend({
    minutes: minutes('head', headMinutes),
  }),
  digest: step.extend({ time: timeOfDay }),
  quietHours: quietHours.refine(({ from, to }) => from !== to, says('quiet-hours-differ')),
});

const scheduleChangesSchema = z.strictObject({
  beforeDue: reminderScheduleSchema.shape.beforeDue.partial().optional(),
  overdue: step.partial().optional(),
  alert: step.partial().optional(),
  head: reminderScheduleSchema.shape.head.partial().optional(),
  digest: reminderScheduleSchema.shape.digest.partial().optional(),
  quietHours: quietHours.partial().optional(),
  version: shownVersion,
});
export type ReminderScheduleChanges = z.infer<typeof scheduleChangesSchema>;

const reminderScheduleEnvelope = dataWith({
  ladder: reminderScheduleSchema,
  /** No one has saved a schedule yet. */
  isDefault: z.boolean(),
  /** Whether this installation can send email. */
  mail: z.boolean(),
  version: z.int(),
});

export const reminderScheduleRoutes = {
  getLadder: adminRoute({
    method: 'GET',
    path: '/campus/ladder',
    summary: 'Who is notified when keys are about to be due or overdue, and when',
    response: reminderScheduleEnvelope,
  }),
  putLadder: adminRoute({
    method: 'PUT',
    path: '/campus/ladder',
    summary: 'Change any part of the steps and the quiet hours',
    needsRecentSignIn: true,
    body: scheduleChangesSchema,
    response: reminderScheduleEnvelope,
  }),
};
