import type { Connection, Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/ids.ts';
import { isHeldLoan } from '../../platform/db/predicates.ts';

/** An open loan that is not due yet. */
export type LoanDueLater = {
  id: string;
  keyId: string;
  keyNumber: string;
  keyName: string;
  holderId: string;
  holderName: string;
  dueAt: Date;
  /** Not while its holder disputes it. */
  isHeld: boolean;
};

/** The open loans that are not due yet and not recalled, those due soonest first. */
export async function listDueLater(db: Connection): Promise<LoanDueLater[]> {
  const { rows } = await db.query<LoanDueLater>(`
    SELECT l.id, l.key_id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
           l.holder_id AS "holderId", h.name AS "holderName", l.due_at AS "dueAt",
           ${isHeldLoan('l')} AS "isHeld"
      FROM loans l
      JOIN keys k ON k.id = l.key_id
      JOIN users h ON h.id = l.holder_id
     WHERE l.returned_at IS NULL AND l.recalled_at IS NULL AND l.due_at > now()
     ORDER BY l.due_at, k.key_number`);
  return rows;
}

/**
 * Gives loans another due time, with the same grace after it, remembers the old one and gives the keys
 * a new version. The caller holds the locks of the keys.
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

/** A loan whose due time was never computed. */
type LoanWithoutDueTime = { id: string; takenAt: Date };

const withoutDueTime = 'due_at IS NULL AND due_rule_id IS NULL';

/**
 * Open loans without a due time and without a rule that says so: those from before due times were
 * stored. Their keys are locked, as for every handover.
 */
export async function lockLoansWithoutDueTime(tx: Transaction): Promise<LoanWithoutDueTime[]> {
  const open = `FROM loans WHERE ${withoutDueTime} AND returned_at IS NULL`;
  await tx.query(`SELECT FROM keys WHERE id IN (SELECT key_id ${open}) ORDER BY id FOR UPDATE`);
  const { rows } = await tx.query<LoanWithoutDueTime>(`SELECT id, taken_at AS "takenAt" ${open}`);
  return rows;
}

/** The same of loans that are closed, as far as figures of the last week count them. */
export async function listRecentLoansWithoutDueTime(
  tx: Transaction,
): Promise<LoanWithoutDueTime[]> {
  const { rows } = await tx.query<LoanWithoutDueTime>(
    `SELECT id, taken_at AS "takenAt" FROM loans
      WHERE ${withoutDueTime} AND returned_at > now() - interval '8 days'`,
  );
  return rows;
}

/** Stores due times without grace; keys that are out get a new version. */
export async function storeDueTimes(
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
