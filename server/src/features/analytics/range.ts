import { type ChartPoint, type TimeRange, timeRanges } from '@keydesk/shared/analytics/analytics';
import { type LocalDay, localDate, localDays, type Span, splitIntoHours } from './calendar.ts';

/** A point of a chart, before counting: one of the last 24 hours, or a day. */
export type Slot = {
  id: string;
  label: string;
  spans: Span[];
  /** The date whose rolled-up count may be used for this slot; null if slots are hours. */
  date: string | null;
};

/** The period that a report covers, in the campus's time zone. */
export type Range = { slots: Slot[]; starts: Date; ends: Date; timezone: string };

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
  const slots = slotsOf(timeRange, now, timezone);
  const spans = slots.flatMap((slot) => slot.spans);
  return {
    slots,
    starts: spans[0]?.starts ?? now,
    ends: spans.at(-1)?.ends ?? now,
    timezone,
  };
}

function slotsOf(range: TimeRange, now: Date, timezone: string): Slot[] {
  const today = localDate(now, timezone);
  if (range !== '1d') return localDays(today, daysOf(range), timezone).map(daySlot);
  const hours = localDays(today, 3, timezone).flatMap(({ spans }) => spans.flatMap(splitIntoHours));
  return hours
    .filter(({ starts }) => starts <= now)
    .slice(-24)
    .map(hourSlot);
}

function daysOf(range: TimeRange): number {
  return timeRanges.find(({ value }) => value === range)?.days ?? 1;
}

function daySlot({ date, spans }: LocalDay): Slot {
  return {
    id: date,
    label: dayLabel.format(Date.parse(date)),
    spans,
    date,
  };
}

function hourSlot(span: Span): Slot {
  const local = new Date(span.starts.getTime() + span.offsetMs).toISOString();
  return {
    id: `${local.slice(0, 16)}${formatOffset(span.offsetMs)}`,
    label: local.slice(11, 16),
    spans: [span],
    date: null,
  };
}

/** '+05:30' */
function formatOffset(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / 60_000));
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
