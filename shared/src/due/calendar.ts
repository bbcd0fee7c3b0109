import { dayMs, fromLocalTime, minuteMs, toLocalTime } from '../core/dates.ts';

export type OpeningHours = {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** HH:MM */
  opens: string;
  /** HH:MM or 24:00; on the next day if it is not after `opens`. */
  closes: string;
};

/** A day that is not as its weekday usually is. */
export type CampusDay = {
  /** YYYY-MM-DD */
  day: string;
  kind: 'closed' | 'short';
  /** HH:MM or 24:00, on short days. */
  closes?: string;
  label: string;
};

/** When the campus is open. Without hours every day is open and closes at `reminderTime`. */
export type Calendar = {
  timezone: string;
  reminderTime: string;
  hours: readonly OpeningHours[];
  days: readonly CampusDay[];
};

/** The first closing time after this moment. */
export function closingAfter(at: Date, calendar: Calendar): Date {
  const known = lastFound.get(calendar);
  // Between the two no other closing time lies. Hand-outs ask for the same one all day.
  if (known && at >= known.at && at < known.closing) return new Date(known.closing);
  const closing = findClosingAfter(at, calendar);
  lastFound.set(calendar, { at: new Date(at), closing });
  return new Date(closing);
}

const lastFound = new WeakMap<Calendar, { at: Date; closing: Date }>();

function findClosingAfter(at: Date, calendar: Calendar): Date {
  const today = localDay(at, calendar);
  const next = openDayAfter(today, calendar);
  // With days of their own in between, one day may close after the next one does.
  const closings = [dayAfter(today, -1), today, next, dayAfter(next)].flatMap((day) => {
    const closing = closingOn(day, calendar);
    return closing && closing > at ? [closing.getTime()] : [];
  });
  return new Date(Math.min(...closings));
}

/** When the campus closes after this day's hours; null if it is closed all day. A day's own entry wins. */
export function closingOn(day: string, calendar: Calendar): Date | null {
  const closes = closingTimeOn(day, calendar);
  if (closes === null) return null;
  return momentOn(endsNextDay(day, closes, calendar) ? dayAfter(day) : day, closes, calendar);
}

/**
 * Whether hours of this day that end at this time go on past midnight: where they begin then, or
 * later. Not on a day of its own that is said to close in the afternoon: that is a day too short.
 */
export function endsNextDay(
  day: string,
  closes: string,
  { hours, days }: Pick<Calendar, 'hours' | 'days'>,
): boolean {
  const opens = opensOn(day, { hours });
  if (opens === null || closes > opens) return false;
  return closes < '12:00' || !days.some((own) => own.day === day);
}

/**
 * The day whose opening hours a moment belongs to: the one before, until its hours have ended past
 * midnight (`night-of-its-day`).
 */
export function openingDay(at: Date, calendar: Calendar): string {
  const day = localDay(at, calendar);
  const before = dayAfter(day, -1);
  const closes = closingTimeOn(before, calendar);
  if (closes === null || (closes !== '24:00' && !endsNextDay(before, closes, calendar))) return day;
  const closing = closingOn(before, calendar);
  return closing && at <= closing ? before : day;
}

/** When the campus opens on this day, as HH:MM; null if no opening hours say so. */
export function opensOn(day: string, { hours }: Pick<Calendar, 'hours'>): string | null {
  return hours.find(({ weekday }) => weekday === weekdayOf(day))?.opens ?? null;
}

/** The next day after this one on which the campus is open. */
export function openDayAfter(day: string, calendar: Calendar): string {
  // Each entry can close one day of a weekday that is open; some weekday always is.
  let next = dayAfter(day);
  for (let tries = (calendar.days.length + 1) * 7; tries > 0; tries -= 1) {
    if (closingTimeOn(next, calendar) !== null) return next;
    next = dayAfter(next);
  }
  throw new Error(`No open day after ${day}`);
}

/** The date on the campus at this moment, as YYYY-MM-DD. */
export function localDay(at: Date, { timezone }: Pick<Calendar, 'timezone'>): string {
  const { year, month, day } = toLocalTime(at, timezone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

function closingTimeOn(day: string, { hours, days, reminderTime }: Calendar): string | null {
  const own = days.find((entry) => entry.day === day);
  if (own?.kind === 'closed') return null;
  if (own?.closes) return own.closes;
  if (hours.length === 0) return reminderTime;
  return hours.find(({ weekday }) => weekday === weekdayOf(day))?.closes ?? null;
}

/** When clocks on the campus show this time on this day. */
export function momentOn(
  day: string,
  time: string,
  { timezone }: Pick<Calendar, 'timezone'>,
): Date {
  return fromLocalTime(Date.parse(`${day}T${time}:00Z`), timezone);
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The day so many days later, or earlier. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** Whether a key that is out should be back by now; never while it has no due time. */
export function isOverdue({ graceUntil }: { graceUntil: string | null }, now: number): boolean {
  return graceUntil !== null && now >= Date.parse(graceUntil);
}

/**
 * To when a due time could move that falls on a closed or short day while the campus is closed
 * (`due-time-is-stored`): the next closing time. Null for any other. The hours of a day reach until
 * they end, also past midnight.
 */
export function movedFromClosedDay(dueAt: Date, calendar: Calendar): Date | null {
  if (openingDay(dueAt, calendar) !== localDay(dueAt, calendar)) return null;
  const day = openingDay(dueAt, { ...calendar, days: [] });
  if (!calendar.days.some((entry) => entry.day === day)) return null;
  const closing = closingOn(day, calendar);
  return closing && dueAt <= closing ? null : closingAfter(dueAt, calendar);
}

/**
 * When the campus has been open for so many minutes since a moment. Without opening hours every day
 * that is not closed is open from midnight to midnight, and a short day until it closes.
 */
export function afterOpenTime(since: Date, minutes: number, calendar: Calendar): Date {
  let left = minutes * minuteMs;
  let counted = since.getTime();
  let day = dayAfter(localDay(since, calendar), -1);
  for (let days = 0; days <= maxDays; days += 1, day = dayAfter(day)) {
    const [opens, closes] = openTimeOn(day, calendar);
    const from = Math.max(opens, counted);
    if (closes <= from) continue;
    if (closes - from >= left) return new Date(from + left);
    left -= closes - from;
    counted = closes;
  }
  return momentOn(day, '00:00', calendar);
}

/** A campus that hardly ever opens holds nothing up for longer. */
const maxDays = 367;

/** From when to when the campus is open on a day, maybe past midnight; no time at all if it is closed. */
function openTimeOn(day: string, calendar: Calendar): [number, number] {
  const opens = momentOn(day, opensOn(day, calendar) ?? '00:00', calendar).getTime();
  const isWhole = calendar.hours.length === 0 && !calendar.days.some((own) => own.day === day);
  const closes = isWhole ? momentOn(day, '24:00', calendar) : closingOn(day, calendar);
  return [opens, closes?.getTime() ?? opens];
}
