import {
  type Calendar,
  closingOn,
  dayAfter,
  localDay,
  momentOn,
  opensOn,
} from '../due/calendar.ts';
import { minuteMs } from '../durations.ts';

/**
 * When the campus has been open for so many minutes since a moment. Without opening hours every day
 * that is not closed is open from midnight to midnight, and a short day until it closes.
 */
export function afterOpenTime(since: Date, minutes: number, calendar: Calendar): Date {
  let left = minutes * minuteMs;
  let day = localDay(since, calendar);
  for (let days = 0; days <= maxDays; days += 1, day = dayAfter(day)) {
    const [opens, closes] = openTimeOn(day, calendar);
    const from = Math.max(opens, since.getTime());
    if (closes - from >= left) return new Date(from + left);
    left -= Math.max(closes - from, 0);
  }
  return momentOn(day, '00:00', calendar);
}

/** A campus that hardly ever opens holds nothing up for longer. */
const maxDays = 366;

/** From when to when the campus is open on a day; the same moment twice if it is closed. */
function openTimeOn(day: string, calendar: Calendar): [number, number] {
  const opens = momentOn(day, opensOn(day, calendar) ?? '00:00', calendar).getTime();
  const isWhole = calendar.hours.length === 0 && !calendar.days.some((own) => own.day === day);
  const closes = isWhole ? momentOn(dayAfter(day), '00:00', calendar) : closingOn(day, calendar);
  return [opens, Math.max(closes?.getTime() ?? opens, opens)];
}
