import {
  dayMs,
  fromLocalTime,
  hourMs,
  minuteMs,
  toLocalTime,
  utcOffsetAt,
} from '@keydesk/shared/core/dates';
import {
  type AnalyticsPeriod,
  type ChartPoint,
  type TimeRange,
  timeRanges,
} from '@keydesk/shared/insight/analytics';

/** A point of a chart, before counting: one of the last 24 hours, or a day. */
type Slot = { id: string; label: string; starts: Date; ends: Date };

/**
 * The period that a report covers, in the campus's time zone. Slots follow one another without gaps,
 * and so do spans.
 */
export type Range = { starts: Date; ends: Date; slots: Slot[]; spans: Span[] };

const dayLabel = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/**
 * The current hour and the 23 before it, or today and the days before it, in the campus's local
 * time.
 */
export function rangeOf(timeRange: TimeRange, now: Date, timezone: string): Range {
  return twoRanges(timeRange, now, timezone).current;
}

/** The period before, with as many slots; the last one is over by as much as the running one. */
export function rangeBefore(timeRange: TimeRange, now: Date, timezone: string): Range {
  const { previous, current } = twoRanges(timeRange, now, timezone);
  const runningFor = now.getTime() - (current.slots.at(-1)?.starts ?? now).getTime();
  const last = previous.slots.at(-1)?.starts ?? now;
  return cutOff(previous, new Date(last.getTime() + runningFor));
}

export function rangeOfPeriod(
  period: AnalyticsPeriod,
  ...range: Parameters<typeof rangeOf>
): Range {
  return period === 'previous' ? rangeBefore(...range) : rangeOf(...range);
}

function twoRanges(timeRange: TimeRange, now: Date, timezone: string) {
  const today = localDate(now, timezone);
  if (timeRange === '1d') {
    const hours = hoursUntil(now, today, timezone);
    const rangeOfHours = (spans: Span[]) => rangeFrom(spans.map(hourSlot), spans, now);
    return {
      previous: rangeOfHours(hours.slice(-48, -24)),
      current: rangeOfHours(hours.slice(-24)),
    };
  }
  const count = daysOf(timeRange);
  const days = localDays(today, 2 * count, timezone);
  const rangeOfDays = (part: LocalDay[]) =>
    rangeFrom(
      part.map(daySlot),
      part.flatMap(({ spans }) => spans),
      now,
    );
  return {
    previous: rangeOfDays(days.slice(0, count)),
    current: rangeOfDays(days.slice(count)),
  };
}

/** The hours of the last days up to the running one: at least 48. */
function hoursUntil(now: Date, today: string, timezone: string): Span[] {
  return localDays(today, 4, timezone)
    .flatMap(({ spans }) => spans.flatMap(splitIntoHours))
    .filter(({ starts }) => starts <= now);
}

/** The range up to `end`, which lies in its last slot or after it. */
function cutOff({ starts, ends, slots, spans }: Range, end: Date): Range {
  const cut = <T extends { ends: Date }>(part: T): T =>
    part.ends > end ? { ...part, ends: end } : part;
  return {
    starts,
    ends: ends > end ? end : ends,
    slots: slots.map(cut),
    spans: spans.filter((span) => span.starts < end).map(cut),
  };
}

function daysOf(range: TimeRange): number {
  return timeRanges.find(({ value }) => value === range)?.days ?? 1;
}

function rangeFrom(slots: Slot[], spans: Span[], now: Date): Range {
  return {
    starts: slots[0]?.starts ?? now,
    ends: slots.at(-1)?.ends ?? now,
    slots,
    spans: mergeSpans(spans),
  };
}

/** Joins successive spans of the same UTC offset: a range has one, or two if the clocks change. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last?.offsetMs === span.offsetMs) merged.splice(-1, 1, { ...last, ends: span.ends });
    else merged.push(span);
  }
  return merged;
}

function daySlot({ date, starts, ends }: LocalDay): Slot {
  return { id: date, label: dayLabel.format(Date.parse(date)), starts, ends };
}

function hourSlot({ starts, ends, offsetMs }: Span): Slot {
  const local = new Date(starts.getTime() + offsetMs).toISOString();
  return {
    id: `${local.slice(0, 16)}${formatOffset(offsetMs)}`,
    label: local.slice(11, 16),
    starts,
    ends,
  };
}

/** '+05:30' */
function formatOffset(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / minuteMs));
  const sign = offsetMs < 0 ? '-' : '+';
  return `${sign}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** A count for a slot number; slots without any are left out. */
export type SlotCount = { slot: number; count: number };

/** The points of a chart over the whole range, including zeros. */
export function toChartPoints({ slots }: Range, counts: readonly SlotCount[]): ChartPoint[] {
  const bySlot = new Map(counts.map(({ slot, count }) => [slot, count]));
  return slots.map(({ id, label }, slot) => ({
    _id: id,
    period: label,
    count: bySlot.get(slot) ?? 0,
  }));
}

/** A period in which the campus has one UTC offset. */
type Span = { starts: Date; ends: Date; offsetMs: number };

/** A day of the campus's calendar and its spans: two if the clocks change that day. */
type LocalDay = { date: string; starts: Date; ends: Date; spans: Span[] };

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
function localDays(lastDate: string, count: number, timezone: string): LocalDay[] {
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
function splitIntoHours({ starts, ends, offsetMs }: Span): Span[] {
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
