import { dayMs } from '@keydesk/shared/durations';
import { fromLocalTime, toLocalTime } from '@keydesk/shared/local-time';

/** A time of day (HH:MM) in an IANA time zone. */
type TimeOfDay = { time: string; timezone: string };

/** The latest moment that is not after `now` at which clocks there show this time. */
export function latestTimeOfDay(now: Date, wanted: TimeOfDay): Date {
  const today = momentOn(now, wanted);
  return today <= now ? today : momentOn(new Date(today.getTime() - dayMs), wanted);
}

function momentOn(day: Date, { time, timezone }: TimeOfDay): Date {
  const { year, month, day: date } = toLocalTime(day, timezone);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return fromLocalTime(Date.UTC(year, month - 1, date, hour, minute), timezone);
}
