import { localDay } from '@keydesk/shared/due/calendar';
import { isOverdue } from '@keydesk/shared/due/overdue';
import type { Key } from '@keydesk/shared/keys/key';

export type DeskFigures = {
  out: number;
  /** Recalled or late, the longest out first. */
  overdue: readonly Key[];
  /** How many are due later today. */
  dueToday: number;
};

/** Whether the key is among the overdue ones of the desk: late, or recalled whenever it was due. */
export function shouldBeBack(key: Key, now: number): boolean {
  return key.recalledAt !== undefined || isOverdue(key, now);
}

/** What is out now, what should be back already, and what is expected back today. */
export function deskFigures(keys: readonly Key[], timezone: string, now: Date): DeskFigures {
  const out = keys.filter(({ takenAt }) => takenAt !== null);
  const overdue = out
    .filter((key) => shouldBeBack(key, now.getTime()))
    .sort((one, other) => (one.takenAt ?? '').localeCompare(other.takenAt ?? ''));
  const later = dueToday(out, timezone, now).filter((key) => !shouldBeBack(key, now.getTime()));
  return { out: out.length, overdue, dueToday: later.length };
}

/** The keys that are out and due later on the same campus day. */
export function dueToday(keys: readonly Key[], timezone: string, now: Date): readonly Key[] {
  const today = localDay(now, { timezone });
  return keys.filter(({ dueAt }) => {
    const moment = dueAt === null ? null : new Date(dueAt);
    return moment !== null && moment > now && localDay(moment, { timezone }) === today;
  });
}
