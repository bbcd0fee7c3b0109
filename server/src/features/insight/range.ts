import { hourMs, minuteMs, utcOffsetAt } from '@keydesk/shared/core/dates';
import { appError } from '@keydesk/shared/core/errors';
import { clockText, dateText } from '@keydesk/shared/core/formats';
import { dayAfter, localDay, momentOn } from '@keydesk/shared/due/calendar';
import {
  type AnalyticsPeriod,
  type ChartPoint,
  daysOf,
  ownDatesError,
  type RangeChoice,
  timeRanges,
} from '@keydesk/shared/insight/analytics';

/** A point of a chart: one of the last 24 hours, or a day. */
type Slot = { id: string; label: string; starts: Date; ends: Date };

/** The period of a report in the campus time zone; slots are contiguous. */
export type Range = { starts: Date; ends: Date; slots: Slot[] };

/** The last 24 hours, days up to today, or custom dates, in the campus time zone. */
export function rangeOf(choice: RangeChoice, now: Date, timezone: string): Range {
  return rangesOf(choice, now, timezone).current;
}

/** With the preceding period, of as many slots; its last one is cut off like the running one. */
export function rangesOf(
  choice: RangeChoice,
  now: Date,
  timezone: string,
): Record<AnalyticsPeriod, Range> {
  const [count, slots] = slotsOfBoth(choice, now, timezone);
  const current = rangeFrom(slots.slice(-count), now);
  const whole = rangeFrom(slots.slice(-2 * count, -count), now);
  const runningFor = now.getTime() - (current.slots.at(-1)?.starts ?? now).getTime();
  const last = whole.slots.at(-1)?.starts ?? now;
  return { current, previous: cutOff(whole, new Date(last.getTime() + runningFor)) };
}

/** The number of slots, and twice as many slots up to the end of the range. */
function slotsOfBoth(
  { timeRange, from, to }: RangeChoice,
  now: Date,
  timezone: string,
): [count: number, slots: Slot[]] {
  const today = localDay(now, { timezone });
  if (from || to) {
    const error = ownDatesError({ from, to }, today);
    if (error || !from || !to) throw appError('BAD_INPUT', { issue: error ?? '' });
    const days = daysOf(from, to);
    return [days, daysUntil(to, 2 * days, timezone)];
  }
  if (timeRange === '1d') return [24, hoursUntil(now, timezone)];
  const days = timeRanges.find(({ value }) => value === timeRange)?.days ?? 1;
  return [days, daysUntil(today, 2 * days, timezone)];
}

function rangeFrom(slots: Slot[], now: Date): Range {
  return { starts: slots[0]?.starts ?? now, ends: slots.at(-1)?.ends ?? now, slots };
}

/** `end` must not precede the last slot. */
function cutOff({ starts, ends, slots }: Range, end: Date): Range {
  const cut = (other: Date) => (other > end ? end : other);
  return {
    starts,
    ends: cut(ends),
    slots: slots.map((slot) => ({ ...slot, ends: cut(slot.ends) })),
  };
}

const quarterHourMs = 15 * minuteMs;

/**
 * The hours of the last two days up to the running one, in local time: quarter hours with the same
 * hour and UTC offset, since clocks change between two quarters.
 */
function hoursUntil(now: Date, timezone: string): Slot[] {
  const hours: (Slot & { hour: string })[] = [];
  const running = Math.floor(now.getTime() / quarterHourMs) * quarterHourMs;
  for (let at = running - 50 * hourMs; at < running + hourMs; at += quarterHourMs) {
    const starts = new Date(at);
    const ends = new Date(at + quarterHourMs);
    const offsetMs = utcOffsetAt(starts, timezone);
    const local = new Date(at + offsetMs).toISOString();
    const offset = formatOffset(offsetMs);
    const hour = `${local.slice(0, 13)}${offset}`;
    const last = hours.at(-1);
    if (last?.hour === hour) last.ends = ends;
    else {
      const id = `${local.slice(0, 16)}${offset}`;
      hours.push({ hour, id, label: local.slice(11, 16), starts, ends });
    }
  }
  return hours.filter(({ starts }) => starts <= now);
}

/** '+05:30' */
function formatOffset(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / minuteMs));
  const sign = offsetMs < 0 ? '-' : '+';
  return `${sign}${clockText(minutes)}`;
}

/** The last `count` days up to `last` in the campus time zone. */
function daysUntil(last: string, count: number, timezone: string): Slot[] {
  const dates = Array.from({ length: count + 1 }, (_, index) => dayAfter(last, index + 1 - count));
  const starts = dates.map((date) => startOfDay(date, timezone));
  return starts.slice(0, -1).map((start, index) => {
    const date = dates[index] ?? last;
    return {
      id: date,
      label: dateText(date, 'day', 'UTC'),
      starts: start,
      ends: starts[index + 1] ?? start,
    };
  });
}

/** Days do not always start at midnight, because clocks may change at night. */
function startOfDay(date: string, timezone: string): Date {
  const dateAt = (moment: number) => localDay(new Date(moment), { timezone });
  let start = momentOn(date, '00:00', { timezone }).getTime();
  while (dateAt(start) < date) start += quarterHourMs;
  while (dateAt(start - quarterHourMs) >= date) start -= quarterHourMs;
  return new Date(start);
}

/** Slots without any are left out. */
export type SlotCount = { slot: number; count: number };

/** Includes zeros. */
export function toChartPoints({ slots }: Range, counts: readonly SlotCount[]): ChartPoint[] {
  const bySlot = new Map(counts.map(({ slot, count }) => [slot, count]));
  return slots.map(({ id, label }, slot) => ({
    _id: id,
    period: label,
    count: bySlot.get(slot) ?? 0,
  }));
}
