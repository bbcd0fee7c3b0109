import type { Connection } from '../../platform/db/client.ts';
import { isHeldLoan } from '../../platform/db/predicates.ts';
import type { LoanClaim } from './queries.ts';
import type { RemindedLoan } from './reminders.ts';

/**
 * Those of these loans that are as a message says: still open and undisputed, and due when it was written. Asked in
 * the moment of sending, so that nobody is reminded of a key that is back (`still-true`).
 */
export async function findUnchangedLoans(
  db: Connection,
  claims: readonly LoanClaim[],
): Promise<Map<string, RemindedLoan>> {
  if (claims.length === 0) return new Map();
  const { rows } = await db.query<RemindedLoan>({
    name: 'still-true',
    text: `
      SELECT ${remindedLoanColumns}
        FROM loans l
        JOIN keys k ON k.id = l.key_id
        JOIN users h ON h.id = l.holder_id
        JOIN unnest($1::text[], $2::timestamptz[]) AS claim (loan_id, due_at)
          ON claim.loan_id = l.id
         AND claim.due_at IS NOT DISTINCT FROM date_trunc('milliseconds', l.due_at)
       WHERE ${isHeldLoan('l')}`,
    values: [claims.map(({ loanId }) => loanId), claims.map(({ dueAt }) => dueAt)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Which of these messages are true only as long as a request or what it gave is, and which one. */
export async function findRequestsOf(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; requestId: string }>(
    `SELECT id, request_id AS "requestId" FROM notifications
      WHERE id = ANY($1) AND request_id IS NOT NULL`,
    [ids],
  );
  return new Map(rows.map(({ id, requestId }) => [id, requestId]));
}

/**
 * SQL for a loan `l` of a key `k` and a holder `h` as messages name it. Times that are compared have
 * milliseconds, as in JavaScript.
 */
export const remindedLoanColumns = `
  l.id, l.key_id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
  l.holder_id AS "holderId", h.name AS "holderName", h.role AS "holderRole",
  date_trunc('milliseconds', l.due_at) AS "dueAt"`;
