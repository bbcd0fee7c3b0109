import type { DueLoan } from '@keydesk/shared/due/extensions';
import type { Connection, Transaction } from '../../db/client.ts';
import { isHeldLoan } from '../../db/predicates.ts';

/** A loan with what decides how long it may be kept; `now` is the database's clock. */
export type ExtendableLoan = DueLoan & {
  id: string;
  keyId: string;
  category: string;
  department: string;
  holderId: string;
  takenAt: Date;
  returnedAt: Date | null;
  /** The due time came from a rule, which may have ended since. */
  hasRule: boolean;
  extensions: number;
  extendMinutes: number;
  /** The end of a visit; null for everyone else. */
  visitEnds: Date | null;
  now: Date;
};

/** Today's closing and the new one. */
export type MovedClosing = {
  day: string;
  from: Date;
  to: Date;
  /** Earlier closing times of today by which open loans may be due, without the new one. */
  formerClosings: readonly Date[];
  /** The closing by the weekly opening hours. */
  usual: Date | null;
  /** Every closing time entered for today, ended entries included. */
  entered: readonly EnteredClosing[];
  /** Why the closing is not the usual one; null if it is. */
  label: string | null;
};

type EnteredClosing = { at: Date; label: string };

const loanSelect = `
  SELECT l.id, l.key_id AS "keyId", k.key_number AS "keyNumber", k.category, k.department,
         l.holder_id AS "holderId", l.taken_at AS "takenAt", l.returned_at AS "returnedAt",
         l.due_at AS "dueAt", l.grace_until AS "graceUntil", l.extended,
         l.recalled_at AS "recalledAt",
         r.id IS NOT NULL AS "hasRule", coalesce(r.extensions, 0) AS extensions,
         coalesce(r.extend_minutes, 0) AS "extendMinutes", v.valid_until AS "visitEnds",
         clock_timestamp() AS now
    FROM loans l
    JOIN keys k ON k.id = l.key_id
    LEFT JOIN visitors v ON v.user_id = l.holder_id
    LEFT JOIN due_rules r ON r.id = l.due_rule_id`;

export async function findLoan(db: Connection, id: string): Promise<ExtendableLoan | undefined> {
  return db.first<ExtendableLoan>(`${loanSelect} WHERE l.id = $1`, [id]);
}

/** Due soonest first. */
export async function listOpenLoans(db: Connection, holderId: string): Promise<ExtendableLoan[]> {
  return db.rows<ExtendableLoan>(
    `${loanSelect} WHERE l.holder_id = $1 AND ${isHeldLoan('l')} ORDER BY l.due_at, l.id`,
    [holderId],
  );
}

/** An entry for a day; `closes` is null if it is closed all day. */
export type DayEntry = {
  closes: string | null;
  label: string;
  createdAt: Date;
  endedAt: Date | null;
};

/** Includes ended entries. */
export async function listDayEntries(tx: Transaction, day: string): Promise<DayEntry[]> {
  return tx.rows<DayEntry>(
    `SELECT closes, label, created_at AS "createdAt", ended_at AS "endedAt"
       FROM campus_days WHERE day = $1`,
    [day],
  );
}

/**
 * Keys due at today's closing, without recalled ones. Extended loans have due times of their own: a
 * loan's earlier move counts as a move of the closing only if it led from one closing to another
 * for an entered reason.
 */
export async function listKeysDueThen(
  tx: Transaction,
  { formerClosings, usual, entered }: Pick<MovedClosing, 'formerClosings' | 'usual' | 'entered'>,
): Promise<string[]> {
  const closings = entered.map(({ at }) => at);
  const rows = await tx.rows<{ id: string }>(
    `SELECT key_id AS id FROM loans l
      WHERE returned_at IS NULL AND recalled_at IS NULL AND due_at = ANY($1) AND extended = 0
        AND NOT EXISTS (
              SELECT FROM loan_extensions e
               WHERE e.loan_id = l.id AND (
                 e.from_due = ANY($2::timestamptz[]) AND (e.to_due, e.reason) IN (
                   SELECT * FROM unnest($3::timestamptz[], $4::text[]))) IS NOT TRUE)`,
    [
      formerClosings,
      usual ? [usual, ...closings] : closings,
      closings,
      entered.map(({ label }) => label),
    ],
  );
  return rows.map(({ id }) => id);
}

/** Counts an extension by the holder. */
export async function countExtension(tx: Transaction, loanId: string): Promise<void> {
  await tx.query('UPDATE loans SET extended = extended + 1 WHERE id = $1', [loanId]);
}
