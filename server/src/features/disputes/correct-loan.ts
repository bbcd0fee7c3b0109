import type { Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/ids.ts';
import { recordAudit } from '../audit/index.ts';
import type { DeskUser } from '../handovers/index.ts';

type Loan = { loanId: string; keyId: string; holderId: string };

/** Closes a loan whose key is back at the desk; the caller holds the key's lock. */
export async function closeLoan(
  tx: Transaction,
  { id: adminId, duty }: DeskUser,
  { loanId, keyId, holderId }: Loan,
  note: string | null,
): Promise<void> {
  await tx.query(
    `UPDATE loans SET returned_at = greatest(clock_timestamp(), taken_at),
                      return_type = 'collected', returned_by = $2, received_by = $2,
                      return_reason = $3, return_desk_id = $4, return_duty_id = $5
      WHERE id = $1`,
    [loanId, adminId, note, duty?.deskId ?? null, duty?.id ?? null],
  );
  await recordAudit(tx, {
    action: 'take-back',
    actorId: adminId,
    subjectId: holderId,
    keyId,
    loanId,
    method: 'dispute',
    reason: note,
  });
}

/**
 * Gives a loan to the person who actually had the key, and returns the id of theirs. The first one
 * ends at the moment it began, and theirs begins there and takes over how it went on, so that the
 * history has no gap and no overlap (`one-open-loan`).
 */
export async function moveLoan(
  tx: Transaction,
  { id: adminId }: DeskUser,
  { loanId, keyId, holderId }: Loan,
  toId: string,
  note: string | null,
): Promise<string> {
  const newLoanId = newId();
  const { rows } = await tx.query<{ ending: unknown }>(
    'SELECT to_jsonb(loans) AS ending FROM loans WHERE id = $1',
    [loanId],
  );
  await tx.query(
    `UPDATE loans SET returned_at = taken_at, return_type = 'collected', returned_by = $2,
                      received_by = $2, return_reason = $3, return_desk_id = NULL,
                      return_duty_id = NULL, tag_checked_in = false
      WHERE id = $1`,
    [loanId, adminId, note ?? 'Somebody else had the key'],
  );
  await tx.query(
    `INSERT INTO loans
     SELECT (jsonb_populate_record(NULL::loans, $1::jsonb || jsonb_build_object(
              'id', $2::text, 'holder_id', $3::text, 'identified_by', 'desk',
              'recalled_at', NULL, 'recall_reason', NULL,
              'return_type', CASE WHEN $1::jsonb ->> 'return_type' IN ('own', 'batch')
                                  THEN 'volunteer' ELSE $1::jsonb ->> 'return_type' END))).*`,
    [JSON.stringify(rows[0]?.ending), newLoanId, toId],
  );
  const about = { actorId: adminId, keyId, method: 'dispute', reason: note };
  await recordAudit(
    tx,
    { action: 'take-back', subjectId: holderId, loanId, ...about },
    { action: 'hand-out', subjectId: toId, loanId: newLoanId, ...about },
  );
  return newLoanId;
}
