import { type Calendar, closingAfter, movedFromClosedDay } from '@keydesk/shared/due/calendar';
import type { LoanDueWhileClosed } from '@keydesk/shared/due/calendar-routes';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { newId } from '../../db/ids.ts';
import { isHeldLoan } from '../../db/predicates.ts';
import { findKeys, lockAndReadKeys } from '../keys/index.ts';
import { announceMoved, type DueDefaults, type DueDeps } from './current-due.ts';

/** Open loans due while a closed or short day has the campus closed. */
export async function loansDueWhileClosed({ db, due }: DueDeps): Promise<LoanDueWhileClosed[]> {
  return (await findDueWhileClosed(db, due.calendar())).map(({ loan, to }) => ({
    loanId: loan.id,
    keyId: loan.keyId,
    keyNumber: loan.keyNumber,
    keyName: loan.keyName,
    holderId: loan.holderId,
    holderName: loan.holderName,
    dueAt: loan.dueAt.toISOString(),
    newDueAt: to.toISOString(),
  }));
}

type Move = { loan: LoanDueLater; to: Date };

async function findDueWhileClosed(db: Connection, calendar: Calendar): Promise<Move[]> {
  return (await listDueLater(db)).flatMap((loan) => {
    const to = movedFromClosedDay(loan.dueAt, calendar);
    return to ? [{ loan, to }] : [];
  });
}

/**
 * Moves these loans to the next closing time, in one transaction, with one notification per holder.
 * Skips loans that were returned or moved since; returns the number of moved loans.
 */
export async function moveDueWhileClosed(
  { db, due, publisher }: DueDeps,
  admin: User,
  loanIds: readonly string[],
): Promise<number> {
  await due.refresh();
  const calendar = due.calendar();
  const { keys, deliveries } = await transact(db, async (tx) => {
    const chosen = (await findDueWhileClosed(tx, calendar)).filter(({ loan }) =>
      loanIds.includes(loan.id),
    );
    const keyIds = chosen.map(({ loan }) => loan.keyId);
    await lockAndReadKeys(tx, keyIds);
    // Read again under the locks: a key may have been returned.
    const moves = (await findDueWhileClosed(tx, calendar)).filter(
      ({ loan }) => loanIds.includes(loan.id) && keyIds.includes(loan.keyId),
    );
    await store(tx, admin, moves);
    const keys = await findKeys(
      tx,
      moves.map(({ loan }) => loan.keyId),
    );
    return { keys, deliveries: await notify(tx, noticesOf(moves, calendar)) };
  });
  announceMoved(publisher, keys, deliveries);
  return keys.length;
}

async function store(tx: Transaction, admin: User, moves: readonly Move[]): Promise<void> {
  await moveLoans(
    tx,
    moves.map(({ loan, to }) => ({ loanId: loan.id, to })),
    { byId: admin.id, reason: null },
  );
  await recordAudit(
    tx,
    ...moves.map(({ loan, to }) => ({
      action: 'move-due' as const,
      actorId: admin.id,
      subjectId: loan.holderId,
      keyId: loan.keyId,
      loanId: loan.id,
      method: 'calendar' as const,
      details: { before: loan.dueAt.toISOString(), after: to.toISOString() },
    })),
  );
}

/** One notification per holder, for all keys. */
function noticesOf(moves: readonly Move[], { timezone }: Calendar): NewNotification[] {
  return [...byHolder(moves.filter(({ loan }) => loan.isHeld))].map(([userId, own]) => {
    const [only, ...more] = own;
    return {
      userId,
      template: 'closed-day-moved',
      facts: {
        loans: own.map(({ loan: { id, keyNumber }, to }) => ({ id, keyNumber, dueAt: to })),
        timezone,
      },
      ...(only && more.length === 0 && { aboutId: only.loan.keyId }),
    };
  });
}

function byHolder(moves: readonly Move[]): ReadonlyMap<string, Move[]> {
  const groups = new Map<string, Move[]>();
  for (const move of moves)
    groups.set(move.loan.holderId, [...(groups.get(move.loan.holderId) ?? []), move]);
  return groups;
}

/**
 * Gives loans that predate stored due times the one they had: the first reminder time after the
 * hand-out. Loans without a due time by a rule have the rule's id.
 */
export async function fillDueTimes(db: Database, defaults: DueDefaults): Promise<void> {
  const calendar = { ...defaults, hours: [], days: [] };
  await transact(db, async (tx) => {
    const loans = [
      ...(await lockLoansWithoutDueTime(tx)),
      ...(await listRecentLoansWithoutDueTime(tx)),
    ];
    await storeDueTimes(
      tx,
      loans.map(({ id, takenAt }) => ({ id, dueAt: closingAfter(takenAt, calendar) })),
    );
  });
}

type LoanDueLater = {
  id: string;
  keyId: string;
  keyNumber: string;
  keyName: string;
  holderId: string;
  holderName: string;
  dueAt: Date;
  /** False while the holder disputes it. */
  isHeld: boolean;
};

/** Without recalled loans; due soonest first. */
async function listDueLater(db: Connection): Promise<LoanDueLater[]> {
  return db.rows<LoanDueLater>(`
    SELECT l.id, l.key_id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
           l.holder_id AS "holderId", h.name AS "holderName", l.due_at AS "dueAt",
           ${isHeldLoan('l')} AS "isHeld"
      FROM loans l
      JOIN keys k ON k.id = l.key_id
      JOIN users h ON h.id = l.holder_id
     WHERE l.returned_at IS NULL AND l.recalled_at IS NULL AND l.due_at > now()
     ORDER BY l.due_at, k.key_number`);
}

/**
 * Moves due times with the same grace, records the old ones and raises the keys' versions. The
 * caller must hold the keys' locks.
 */
export async function moveLoans(
  tx: Transaction,
  moves: readonly { loanId: string; to: Date }[],
  { byId, reason }: { byId: string; reason: string | null },
): Promise<void> {
  if (moves.length === 0) return;
  await tx.query(
    `WITH given AS (
       SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[]) AS g (id, loan_id, due)),
     before AS (
       SELECT given.*, l.due_at AS was, l.grace_until - l.due_at AS grace, l.key_id
         FROM given JOIN loans l ON l.id = given.loan_id),
     moved AS (
       UPDATE loans SET due_at = before.due, grace_until = before.due + before.grace
         FROM before WHERE loans.id = before.loan_id),
     renewed AS (
       UPDATE keys SET version = version + 1 FROM before WHERE keys.id = before.key_id)
     INSERT INTO loan_extensions (id, loan_id, from_due, to_due, by_id, at, reason)
     SELECT id, loan_id, was, due, $4, clock_timestamp(), $5 FROM before`,
    [
      moves.map(() => newId()),
      moves.map(({ loanId }) => loanId),
      moves.map(({ to }) => to),
      byId,
      reason,
    ],
  );
}

type LoanWithoutDueTime = { id: string; takenAt: Date };

const withoutDueTime = 'due_at IS NULL AND due_rule_id IS NULL';

/** Open loans that predate stored due times. Locks their keys, as every handover does. */
async function lockLoansWithoutDueTime(tx: Transaction): Promise<LoanWithoutDueTime[]> {
  const open = `FROM loans WHERE ${withoutDueTime} AND returned_at IS NULL`;
  await tx.query(`SELECT FROM keys WHERE id IN (SELECT key_id ${open}) ORDER BY id FOR UPDATE`);
  return tx.rows<LoanWithoutDueTime>(`SELECT id, taken_at AS "takenAt" ${open}`);
}

/** Closed loans that predate stored due times, as far as the last week's figures count them. */
async function listRecentLoansWithoutDueTime(tx: Transaction): Promise<LoanWithoutDueTime[]> {
  return tx.rows<LoanWithoutDueTime>(
    `SELECT id, taken_at AS "takenAt" FROM loans
      WHERE ${withoutDueTime} AND returned_at > now() - interval '8 days'`,
  );
}

/** Without grace; raises the versions of keys that are out. */
async function storeDueTimes(
  tx: Transaction,
  dueTimes: readonly { id: string; dueAt: Date }[],
): Promise<void> {
  if (dueTimes.length === 0) return;
  await tx.query(
    `WITH filled AS (
       UPDATE loans SET due_at = given.due, grace_until = given.due
         FROM unnest($1::text[], $2::timestamptz[]) AS given (id, due)
        WHERE loans.id = given.id AND loans.due_at IS NULL
       RETURNING key_id, returned_at)
     UPDATE keys SET version = version + 1
       FROM filled WHERE filled.key_id = keys.id AND filled.returned_at IS NULL`,
    [dueTimes.map(({ id }) => id), dueTimes.map(({ dueAt }) => dueAt)],
  );
}
