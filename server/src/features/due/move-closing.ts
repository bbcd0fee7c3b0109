import { appError } from '@keydesk/shared/core/errors';
import { withReason } from '@keydesk/shared/core/rule-verdict';
import { type Calendar, closingOn, localDay, openingDay } from '@keydesk/shared/due/calendar';
import { closingParams, closingRefusal } from '@keydesk/shared/due/closing-time';
import type { ClosingBody } from '@keydesk/shared/due/extensions';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { databaseNow, type Transaction, transact } from '../../db/client.ts';
import { findKeys, type KeyRow, lockAndReadKeys } from '../keys/index.ts';
import {
  announceDue,
  announceMoved,
  type CurrentDue,
  type DueDeps,
  lockDue,
  readDue,
  replaceDays,
} from './current-due.ts';
import {
  type DayEntry,
  listDayEntries,
  listKeysDueThen,
  type MovedClosing,
} from './extension-queries.ts';
import { moveLoans } from './move-due.ts';

type Moved = { day: string; closes: string; dueAt: string; moved: number };

type MovedWithText = { data: Moved; closing: ReturnType<typeof closingParams> };

/**
 * Moves today's closing: stores it in the calendar and moves every open loan due at the closing, in
 * one transaction, with one notification per holder. Repeating it moves loans handed out since by
 * processes that did not know yet. Extended loans stay.
 */
export async function moveClosing(
  deps: DueDeps,
  admin: User,
  { closes, reason }: ClosingBody,
): Promise<MovedWithText> {
  const { db, due, publisher } = deps;
  const { closing, rows, keys, deliveries } = await transact(db, async (tx) => {
    await lockDue(tx);
    const closing = await decideClosing(tx, await readCalendar(tx, due), closes);
    const rows = await lockKeysDueAtClosing(tx, closing);
    const holdsAlready = closing.to.getTime() === closing.from.getTime();
    if (holdsAlready && rows.length === 0)
      throw withReason(appError('CLOSES_THEN', closingParams(closes, closing.nextDay)));
    if (!holdsAlready) {
      const added = [{ day: closing.day, kind: 'short' as const, closes, label: reason }];
      await replaceDays(tx, { ended: [closing.day], added, by: admin.id });
    }
    const moves = rows.map(({ loanId }) => ({ loanId: loanId ?? '', to: closing.to }));
    await moveLoans(tx, moves, { byId: admin.id, reason: holdsAlready ? closing.label : reason });
    await recordAudit(tx, {
      action: 'move-closing',
      actorId: admin.id,
      reason,
      details: {
        day: closing.day,
        before: closing.from.toISOString(),
        after: closing.to.toISOString(),
        keys: rows.map(({ keyNumber }) => keyNumber),
      },
    });
    const keyIds = rows.map(({ id }) => id);
    const deliveries = await notify(tx, noticesOf(rows, closing, { closes, reason }));
    return { closing, rows, keys: await findKeys(tx, keyIds), deliveries };
  });
  await announceDue(deps);
  announceMoved(publisher, keys, deliveries);
  const { day, to, nextDay } = closing;
  return {
    data: { day, closes, dueAt: to.toISOString(), moved: rows.length },
    closing: closingParams(closes, nextDay),
  };
}

/** Reads the stored calendar: the cache may be some seconds old. */
async function readCalendar(tx: Transaction, due: CurrentDue): Promise<Calendar> {
  const { timezone, hours, days } = await readDue(tx);
  return { ...due.calendar(), ...(timezone && { timezone }), hours, days };
}

async function lockKeysDueAtClosing(tx: Transaction, closing: MovedClosing): Promise<KeyRow[]> {
  const rows = await lockAndReadKeys(tx, await listKeysDueThen(tx, closing));
  // Read again under the locks: a key may have been returned, or its loan extended.
  const due = new Set(await listKeysDueThen(tx, closing));
  return rows.filter(({ id }) => due.has(id));
}

/** One notification per holder, for all keys. */
function noticesOf(
  rows: readonly KeyRow[],
  { to, nextDay }: TodaysClosing,
  { closes, reason }: ClosingBody,
): NewNotification[] {
  const held = rows.filter(({ holderDisputes }) => !holderDisputes);
  const holders = [...new Set(held.flatMap(({ holderId }) => holderId ?? []))];
  return holders.map((userId) => {
    const own = held.filter(({ holderId }) => holderId === userId);
    const loans = own.map(({ loanId, keyNumber }) => ({ id: loanId ?? '', keyNumber, dueAt: to }));
    return {
      userId,
      template: 'closing-moved',
      facts: { loans, closes, ...(nextDay && { nextDay }), reason },
      ...(own.length === 1 && { aboutId: own[0]?.id ?? null }),
    };
  });
}

/** The date if the new closing is past midnight, else null. */
type TodaysClosing = MovedClosing & { nextDay: string | null };

/**
 * Validates a new closing by the database's clock. Processes with an outdated cache hand keys out
 * until the replaced closing.
 */
async function decideClosing(
  tx: Transaction,
  calendar: Calendar,
  closes: string,
): Promise<TodaysClosing> {
  const now = await databaseNow(tx);
  const day = openingDay(now, calendar);
  const from = closingOn(day, calendar);
  if (!from) throw withReason(appError('CLOSED_TODAY'));
  const to = closingAt(closes, day, calendar);
  if (to <= now) throw appError('CLOSING_PASSED');
  const refusal = closingRefusal(day, closes, calendar);
  if (refusal) throw refusal;
  const usual = closingOn(day, { ...calendar, days: [] });
  const entries = await listDayEntries(tx, day);
  const inForce = entries.find(({ endedAt }) => !endedAt);
  const replaced = inForce ? closingBefore(inForce, entries, day, calendar) : null;
  const known = replaced ? [from, replaced] : [from];
  const date = localDay(to, calendar);
  return {
    day,
    nextDay: date === day || closes === '24:00' ? null : date,
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

/** An entry starts at the exact time at which the replaced one ended. */
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
