import { hourMs } from '../durations.ts';

/** Recalled, overdue now, or due within the hour; a loan in its grace belongs to the last. */
export const overdueBands = ['recalled', 'late', 'soon'] as const;
export type OverdueBand = (typeof overdueBands)[number];

/** The band of the desk's list in which an open loan stands; null while it is due later, or never. */
export function overdueBand(
  { dueAt, graceUntil, recalledAt }: LoanTimes,
  now: Date,
): OverdueBand | null {
  if (recalledAt) return 'recalled';
  if (!dueAt || !graceUntil) return null;
  if (now >= graceUntil) return 'late';
  return dueAt.getTime() <= now.getTime() + soonMs ? 'soon' : null;
}

type LoanTimes = { dueAt: Date | null; graceUntil: Date | null; recalledAt: Date | null };

/** So long before it is due a loan is listed. */
export const soonMs = hourMs;
