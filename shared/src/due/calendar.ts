import { dayMs, fromLocalTime, minuteMs, toLocalTime } from '../core/dates.ts';

export type OpeningHours = {
  /** 1 is Monday, 7 is Sunday. */
  weekday: number;
  /** HH:MM */
  opens: string;
  /** HH:MM or 24:00; on the next day if not after `opens`. */
  closes: string;
};

/** A day that differs from its weekday. */
export type CampusDay = {
  /** YYYY-MM-DD */
  day: string;
  kind: 'closed' | 'short';
  /** HH:MM or 24:00, on short days. */
  closes?: string;
  label: string;
};

/** Without hours every day is open and closes at `reminderTime`. */
export type Calendar = {
  timezone: string;
  reminderTime: string;
  hours: readonly OpeningHours[];
  days: readonly CampusDay[];
};

export function closingAfter(at: Date, calendar: Calendar): Date {
  const known = lastFound.get(calendar);
  // No other closing time lies between the two. Hand-outs ask for the same one all day.
  if (known && at >= known.at && at < known.closing) return new Date(known.closing);
  const closing = findClosingAfter(at, calendar);
  lastFound.set(calendar, { at: new Date(at), closing });
  return new Date(closing);
}

const lastFound = new WeakMap<Calendar, { at: Date; closing: Date }>();

function findClosingAfter(at: Date, calendar: Calendar): Date {
  const today = localDay(at, calendar);
  const next = openDayAfter(today, calendar);
  // With entries for days in between, one day may close after the next one does.
  const closings = [dayAfter(today, -1), today, next, dayAfter(next)].flatMap((day) => {
    const closing = closingOn(day, calendar);
    return closing && closing > at ? [closing.getTime()] : [];
  });
  return new Date(Math.min(...closings));
}

/** Null if closed all day. A day's own entry takes precedence. */
export function closingOn(day: string, calendar: Calendar): Date | null {
  const closes = closingTimeOn(day, calendar);
  if (closes === null) return null;
  return momentOn(endsNextDay(day, closes, calendar) ? dayAfter(day) : day, closes, calendar);
}

/**
 * Whether hours of this day ending at this time last past midnight. Not for a day with an entry
 * that closes it in the afternoon: that is a short day.
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
 * The day whose opening hours include the moment: the previous one until its hours have ended past
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

/** HH:MM; null without opening hours on that day. */
export function opensOn(day: string, { hours }: Pick<Calendar, 'hours'>): string | null {
  return hours.find(({ weekday }) => weekday === weekdayOf(day))?.opens ?? null;
}

export function openDayAfter(day: string, calendar: Calendar): string {
  // Each entry can close one day of a weekday that is open; some weekday always is.
  let next = dayAfter(day);
  for (let tries = (calendar.days.length + 1) * 7; tries > 0; tries -= 1) {
    if (closingTimeOn(next, calendar) !== null) return next;
    next = dayAfter(next);
  }
  throw new Error(`No open day after ${day}`);
}

/** YYYY-MM-DD on the campus. */
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

export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

/** False without a due time. */
export function isOverdue({ graceUntil }: { graceUntil: string | null }, now: number): boolean {
  return graceUntil !== null && now >= Date.parse(graceUntil);
}

/**
 * The next closing time, for a due time on a closed or short day while the campus is closed
 * (`due-time-is-stored`), else null. A day's hours include those past midnight.
 */
export function movedFromClosedDay(dueAt: Date, calendar: Calendar): Date | null {
  if (openingDay(dueAt, calendar) !== localDay(dueAt, calendar)) return null;
  const day = openingDay(dueAt, { ...calendar, days: [] });
  if (!calendar.days.some((entry) => entry.day === day)) return null;
  const closing = closingOn(day, calendar);
  return closing && dueAt <= closing ? null : closingAfter(dueAt, calendar);
}

/**
 * The moment after so many open minutes. Without opening hours, days are open from midnight to
 * midnight, and short days until they close.
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

/** Limits the search on a campus that hardly ever opens. */
const maxDays = 367;

/** The day's opening and closing time, possibly past midnight; an empty span if closed. */
function openTimeOn(day: string, calendar: Calendar): [number, number] {
  const opens = momentOn(day, opensOn(day, calendar) ?? '00:00', calendar).getTime();
  const isWhole = calendar.hours.length === 0 && !calendar.days.some((own) => own.day === day);
  const closes = isWhole ? momentOn(day, '24:00', calendar) : closingOn(day, calendar);
  return [opens, closes?.getTime() ?? opens];
}
