import type { Transaction } from '../../platform/db/client.ts';

/**
 * Locks everything that this person asked for; to be called before the person is locked, as whoever
 * decides locks the request first.
 */
export async function lockRequestsOf(tx: Transaction, personId: string): Promise<void> {
  await tx.query('SELECT FROM access_requests WHERE user_id = $1 ORDER BY id FOR UPDATE', [
    personId,
  ]);
}

/**
 * Forgets what rules about a removed person said where it was told with their name: why keys were
 * recalled, and that keys were handed to them by override.
 */
export async function eraseRefusalsOf(tx: Transaction, personId: string): Promise<void> {
  await tx.query(
    `UPDATE loans SET recall_reason = 'Recalled'
      WHERE holder_id = $1 AND recall_reason IS NOT NULL`,
    [personId],
  );
  await tx.query(
    `WITH naming AS (
       DELETE FROM notifications USING loans
        WHERE loans.id = loan_id AND holder_id = $1 AND kind = 'access' RETURNING notifications.id)
     DELETE FROM mail_outbox WHERE id IN (SELECT id FROM naming)`,
    [personId],
  );
}

/**
 * Ends what a removed person had and asked for, and deletes what was written about it. They cannot
 * take keys already, so no hand-out is decided by this.
 */
export async function eraseRequestsOf(
  tx: Transaction,
  personId: string,
  endedBy: string,
): Promise<void> {
  await tx.query(
    `UPDATE grants SET reason = '', revoked_at = coalesce(revoked_at, clock_timestamp()),
                       revoked_by = CASE WHEN revoked_at IS NULL THEN $2 ELSE revoked_by END
      WHERE user_id = $1`,
    [personId, endedBy],
  );
  await tx.query(
    `WITH erased AS (
       UPDATE access_requests
          SET purpose = '', note = NULL,
              state = CASE WHEN state = 'open' THEN 'withdrawn' ELSE state END,
              decided_at = coalesce(decided_at, clock_timestamp())
        WHERE user_id = $1 RETURNING id),
     naming AS (
       DELETE FROM notifications WHERE request_id IN (SELECT id FROM erased) RETURNING id)
     DELETE FROM mail_outbox WHERE id IN (SELECT id FROM naming)`,
    [personId],
  );
}
