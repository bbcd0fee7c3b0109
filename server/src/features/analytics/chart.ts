import type { ChartPoint } from '@keydesk/shared/analytics/analytics';
import type { Range } from './range.ts';

/** Counts by slot number; slots without any are not among them. */
export type SlotCount = { slot: number; count: number };

/** The points of a chart over the whole range, zero where nothing was counted. */
export const chartOf = ({ slots }: Range, counts: readonly SlotCount[]): ChartPoint[] => {
  const bySlot = new Map(counts.map(({ slot, count }) => [slot, count]));
  return slots.map(({ id, label }, slot) => ({
    _id: id,
    period: label,
    count: bySlot.get(slot) ?? 0,
  }));
};
