import { type Calendar, closingOn, localDay, opensOn } from '@keydesk/shared/due/calendar';
import { appError } from '@keydesk/shared/errors';
import { withRefusal } from '@keydesk/shared/handovers/refusal';
import type { Transaction } from '../../platform/db/client.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { type DayEntry, listDayEntries, type MovedClosing } from './queries.ts';

/**
 * Whether today's closing can move to this time, by the database's clock. A process that has not read
 * the entry in force yet hands keys out until the closing that it replaced.
 * @throws CLOSED_TODAY, CLOSING_PASSED or CLOSES_BEFORE_OPENING
 */
export async function decideClosing(
  tx: Transaction,
  calendar: Calendar,
  closes: string,
): Promise<MovedClosing> {
  const now = await databaseNow(tx);
  const day = localDay(now, calendar);
  const from = closingOn(day, calendar);
  if (!from) throw withRefusal(appError('CLOSED_TODAY'));
  const to = closingAt(closes, day, calendar);
  if (to <= now) throw appError('CLOSING_PASSED');
  const opens = opensOn(day, calendar);
  if (opens && closes <= opens) throw appError('CLOSES_BEFORE_OPENING', day, opens);
  const usual = closingOn(day, { ...calendar, days: [] });
  const entries = await listDayEntries(tx, day);
  const inForce = entries.find(({ endedAt }) => !endedAt);
  const replaced = inForce ? closingBefore(inForce, entries, day, calendar) : null;
  const known = replaced ? [from, replaced] : [from];
  return {
    day,
    from,
    to,
    usual,
    formerClosings: known.filter((time) => time.getTime() !== to.getTime()),
    entered: entries.flatMap(({ closes: time, label }) =>
      time ? [{ at: closingAt(time, day, calendar), label }] : [],
    ),
    label: inForce?.label ?? null,
  };
}

/** An entry and the end of the one that it replaces have the same time. */
function closingBefore(
  { createdAt }: DayEntry,
  entries: readonly DayEntry[],
  day: string,
  calendar: Calendar,
): Date | null {
  const replaced = entries.find(({ endedAt }) => endedAt?.getTime() === createdAt.getTime());
  if (!replaced) return closingOn(day, { ...calendar, days: [] });
  return replaced.closes ? closingAt(replaced.closes, day, calendar) : null;
}

function closingAt(closes: string, day: string, calendar: Calendar): Date {
  const days = [{ day, kind: 'short' as const, closes, label: '' }];
  return closingOn(day, { ...calendar, days }) as Date;
}
