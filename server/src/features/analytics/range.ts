import {
  type AnalyticsPeriod,
  type ChartPoint,
  type TimeRange,
  timeRanges,
} from '@keydesk/shared/analytics/analytics';
import { minuteMs } from '@keydesk/shared/durations';
import { type LocalDay, localDate, localDays, type Span, splitIntoHours } from './calendar.ts';

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
