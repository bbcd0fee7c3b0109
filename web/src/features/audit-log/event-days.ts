const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

/** The time of day of an instant. */
export function timeText(instant: string): string {
  return timeFormat.format(new Date(instant));
}

/** Whether two instants are on the same day, where the reader is. */
export function isSameDay(one: string, other: string): boolean {
  return startOfDay(Date.parse(one)) === startOfDay(Date.parse(other));
}

/** The day of an instant in words; `now` is in milliseconds. */
export function dayLabel(instant: string, now: number): string {
  const day = startOfDay(Date.parse(instant));
  if (day === startOfDay(now)) return 'Today';
  return day === startOfDay(now, -1) ? 'Yesterday' : dayFormat.format(day);
}

/** When the day of a moment begins, or the day so many days later, where the reader is. */
export function startOfDay(time: number, later = 0): number {
  const day = new Date(time);
  day.setHours(0, 0, 0, 0);
  // Not by adding milliseconds: a day may have 23 or 25 hours.
  day.setDate(day.getDate() + later);
  return day.getTime();
}
