import { minuteMs } from '../durations.ts';
import { toLocalTime, utcOffsetAt } from '../local-time.ts';
import type { AccessRule } from './access-rule.ts';

/** Weekday (1 is Monday) and minute of the day as clocks on the campus show them. */
export type LocalMoment = { weekday: number; minute: number };

export function localMoment(at: Date, timezone: string): LocalMoment {
  const { year, month, day, hour, minute } = toLocalTime(at, timezone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  return { weekday, minute: hour * 60 + minute };
}

/** The same for many moments, which looks up the time zone once in a quarter of an hour. */
export function localMoments(timezone: string): (at: Date) => LocalMoment {
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at.getTime() / quarterMs);
    const known = offsets.get(quarter);
    const offset = known ?? utcOffsetAt(new Date(quarter * quarterMs), timezone);
    if (known === undefined) offsets.set(quarter, offset);
    const local = new Date(at.getTime() + offset);
    const weekday = local.getUTCDay() || 7;
    return { weekday, minute: local.getUTCHours() * 60 + local.getUTCMinutes() };
  };
}

/** Clocks change on these boundaries alone. */
const quarterMs = 15 * minuteMs;

type Window = Pick<AccessRule, 'weekdays' | 'fromTime' | 'toTime'>;

/** Whether the moment is in the window; one across midnight belongs to the weekday of its start. */
export function isInWindow(
  { weekdays, fromTime, toTime }: Window,
  { weekday, minute }: LocalMoment,
): boolean {
  const from = minutesOf(fromTime ?? '00:00');
  const to = minutesOf(toTime ?? '00:00');
  if (from < to) return weekdays.includes(weekday) && minute >= from && minute < to;
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  return (
    (weekdays.includes(weekday) && minute >= from) || (weekdays.includes(dayBefore) && minute < to)
  );
}

function minutesOf(time: string): number {
  const digit = (at: number) => time.charCodeAt(at) - 48;
  return (digit(0) * 10 + digit(1)) * 60 + digit(3) * 10 + digit(4);
}

/** Whether the rule holds on the day of the moment, its weekdays and times apart. */
export function isValidAt(
  { validFrom, validUntil }: Pick<AccessRule, 'validFrom' | 'validUntil'>,
  at: Date,
): boolean {
  return (
    (validFrom === null || at >= new Date(validFrom)) &&
    (validUntil === null || at < new Date(validUntil))
  );
}
