import { dayMs, hourMs } from '@keydesk/shared/durations';
import { fromLocalTime, toLocalTime, utcOffsetAt } from '@keydesk/shared/local-time';

/** A period in which the campus has one UTC offset. */
export type Span = { starts: Date; ends: Date; offsetMs: number };

/** A day of the campus's calendar and its spans: two if the clocks change that day. */
export type LocalDay = { date: string; starts: Date; ends: Date; spans: Span[] };

const quarterHourMs = 900_000;

/** The campus's date at this time. */
export function localDate(moment: Date, timezone: string): string {
  const { year, month, day } = toLocalTime(moment, timezone);
  return isoDate(new Date(Date.UTC(year, month - 1, day)));
}

function isoDate(utc: Date): string {
  return utc.toISOString().slice(0, 10);
}

const daysCache = new Map<string, LocalDay[]>();
const maxCacheEntries = 12;

/** The last `count` days of the campus's calendar up to `lastDate`; cached. */
export function localDays(lastDate: string, count: number, timezone: string): LocalDay[] {
  const key = `${lastDate} ${count} ${timezone}`;
  const cached = daysCache.get(key);
  if (cached) return cached;
  if (daysCache.size >= maxCacheEntries) daysCache.clear();
  const days = computeDays(lastDate, count, timezone);
  daysCache.set(key, days);
  return days;
}

function computeDays(lastDate: string, count: number, timezone: string): LocalDay[] {
  const starts = Array.from({ length: count + 1 }, (_, index) =>
    startOfDay(addDays(lastDate, index + 1 - count), timezone),
  );
  return starts.slice(0, count).map((start, index) => {
    const ends = starts[index + 1] ?? start;
    return {
      date: addDays(lastDate, index + 1 - count),
      starts: start,
      ends,
      spans: spansBetween(start, ends, timezone),
    };
  });
}

/** When a date begins: not always at midnight, because clocks may change at night. */
function startOfDay(date: string, timezone: string): Date {
  let start = fromLocalTime(Date.parse(date), timezone).getTime();
  while (localDate(new Date(start), timezone) < date) start += quarterHourMs;
  while (localDate(new Date(start - quarterHourMs), timezone) >= date) start -= quarterHourMs;
  return new Date(start);
}

/** The date this many days later, or earlier if negative. */
function addDays(date: string, days: number): string {
  return isoDate(new Date(Date.parse(date) + days * dayMs));
}

function spansBetween(starts: Date, ends: Date, timezone: string): Span[] {
  const first = utcOffsetAt(starts, timezone);
  const last = utcOffsetAt(new Date(ends.getTime() - 1), timezone);
  if (first === last) return [{ starts, ends, offsetMs: first }];
  const change = changeBetween(starts, ends, timezone);
  return [
    { starts, ends: change, offsetMs: first },
    { starts: change, ends, offsetMs: last },
  ];
}

/** When the clocks change between two times with different UTC offsets. */
function changeBetween(starts: Date, ends: Date, timezone: string): Date {
  const before = utcOffsetAt(starts, timezone);
  let [low, high] = [starts.getTime(), ends.getTime()];
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (utcOffsetAt(new Date(middle), timezone) === before) low = middle;
    else high = middle;
  }
  return new Date(high);
}

/** The span split at full hours of local time. */
export function splitIntoHours({ starts, ends, offsetMs }: Span): Span[] {
  const hours: Span[] = [];
  let begin = starts.getTime();
  while (begin < ends.getTime()) {
    const nextHour = (Math.floor((begin + offsetMs) / hourMs) + 1) * hourMs - offsetMs;
    const end = Math.min(nextHour, ends.getTime());
    hours.push({ starts: new Date(begin), ends: new Date(end), offsetMs });
    begin = end;
  }
  return hours;
}
