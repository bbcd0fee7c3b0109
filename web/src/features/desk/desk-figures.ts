import { localDay } from '@keydesk/shared/due/calendar';
import { isOverdue } from '@keydesk/shared/due/overdue';
import type { Key } from '@keydesk/shared/keys/key';

export type DeskFigures = {
  out: number;
  /** The longest out first. */
  overdue: readonly Key[];
  /** Keys that are out and due later on the same campus day. */
  dueToday: number;
};

/** What is out now, what should be back already, and what is expected back today. */
export function deskFigures(keys: readonly Key[], timezone: string, now: Date): DeskFigures {
  const out = keys.filter(({ takenAt }) => takenAt !== null);
  const overdue = out
    .filter((key) => isOverdue(key, now.getTime()))
    .sort((one, other) => (one.takenAt ?? '').localeCompare(other.takenAt ?? ''));
  const today = localDay(now, { timezone });
  const due = out
    .flatMap(({ dueAt }) => (dueAt === null ? [] : [new Date(dueAt)]))
    .filter((moment) => moment > now && localDay(moment, { timezone }) === today);
  return { out: out.length, overdue, dueToday: due.length };
}
