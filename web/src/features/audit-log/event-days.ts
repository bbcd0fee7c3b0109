import { dayAfter, localDay } from '@keydesk/shared/due/calendar';

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' });

/** Whether two instants are on the same day of the campus. */
export function isSameDay(one: string, other: string, timezone: string): boolean {
  return dayOf(one, timezone) === dayOf(other, timezone);
}

/** The day of an instant in words; `now` is in milliseconds. */
export function dayLabel(instant: string, now: number, timezone: string): string {
  const [day, today] = [dayOf(instant, timezone), dayOf(now, timezone)];
  if (day === today) return 'Today';
  return day === dayAfter(today, -1) ? 'Yesterday' : dayFormat.format(Date.parse(day));
}

function dayOf(moment: string | number, timezone: string): string {
  return localDay(new Date(moment), { timezone });
}
