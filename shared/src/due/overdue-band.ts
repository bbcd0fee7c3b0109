/** Overdue now, or due within the hour; a loan in its grace belongs to the second. */
export const overdueBands = ['late', 'soon'] as const;
export type OverdueBand = (typeof overdueBands)[number];

/** The band of the desk's list in which an open loan stands; null while it is due later, or never. */
export function overdueBand(
  { dueAt, graceUntil }: { dueAt: Date | null; graceUntil: Date | null },
  now: Date,
): OverdueBand | null {
  if (!dueAt || !graceUntil) return null;
  if (now >= graceUntil) return 'late';
  return dueAt.getTime() <= now.getTime() + soonMs ? 'soon' : null;
}

/** So long before it is due a loan is listed. */
export const soonMs = 3_600_000;
