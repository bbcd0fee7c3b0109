import type { Role } from '@keydesk/shared/users/role';
import type { Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/ids.ts';

/** A loan that was recalled, when it was due before, and when it is now. */
export type RecalledLoan = {
  loanId: string;
  keyId: string;
  keyNumber: string;
  holderId: string;
  holderRole: Role;
  reason: string;
  was: Date | null;
  dueAt: Date;
  /** Its holder says that they do not have the key. */
  disputed: boolean;
};

/** So soon at the latest a recalled key is to be back. */
const recallMinutes = 30;

/**
 * Recalls these loans: due soon, without grace. What they were due before is kept like any other move.
 * Those that came back or were recalled before are left out. Where nobody recalls them (`byId` null),
 * the move is the holder's. The caller holds the locks of the keys.
 */
export async function storeRecalls(
  tx: Transaction,
  recalls: readonly { loanId: string; reason: string }[],
  byId: string | null,
): Promise<RecalledLoan[]> {
  const { rows } = await tx.query<RecalledLoan>({
    name: 'recall-loans',
    text: `
      WITH given AS (
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS g (id, loan_id, reason)),
      before AS (
        SELECT l.id, l.due_at AS was, given.id AS move_id, given.reason,
               date_trunc('milliseconds', clock_timestamp()) AS at
          FROM given JOIN loans l ON l.id = given.loan_id
         WHERE l.returned_at IS NULL AND l.recalled_at IS NULL),
      recalled AS (
        UPDATE loans SET recalled_at = before.at, recall_reason = before.reason,
                         due_at = least(was, before.at + $4 * interval '1 minute'),
                         grace_until = least(was, before.at + $4 * interval '1 minute')
          FROM before WHERE loans.id = before.id
        RETURNING loans.id, loans.key_id, loans.holder_id, loans.due_at, was, move_id, reason),
      renewed AS (
        UPDATE keys SET version = version + 1 FROM recalled WHERE keys.id = recalled.key_id),
      moved AS (
        INSERT INTO loan_extensions (id, loan_id, from_due, to_due, by_id, at, reason)
        SELECT move_id, id, was, due_at, coalesce($5, holder_id), clock_timestamp(), reason FROM recalled
         WHERE due_at IS DISTINCT FROM was)
      SELECT recalled.id AS "loanId", key_id AS "keyId", key_number AS "keyNumber",
             holder_id AS "holderId", users.role AS "holderRole", reason, was, recalled.due_at AS "dueAt",
             EXISTS (SELECT FROM loan_disputes d
                      WHERE d.loan_id = recalled.id AND d.settled_at IS NULL) AS disputed
        FROM recalled JOIN keys ON keys.id = recalled.key_id
        JOIN users ON users.id = recalled.holder_id ORDER BY key_number`,
    values: [
      recalls.map(() => newId()),
      recalls.map(({ loanId }) => loanId),
      recalls.map(({ reason }) => reason),
      recallMinutes,
      byId,
    ],
  });
  return rows;
}
