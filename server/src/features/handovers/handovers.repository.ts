import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import type { Transaction } from '../../db/client.ts';

/** The code that a handover uses up, and the answer that a repeated scan receives. */
export type UsedCode = { id: string; usedBy: string; result: unknown };

const useUp = `
  UPDATE codes SET used_at = $1, used_by = $2, result = $3
   WHERE id = $4 AND used_at IS NULL AND voided_at IS NULL AND expires_at > $1`;

/** Uses a code up. False when it no longer lives at that moment. */
export const consumeCode = async (
  tx: Transaction,
  code: UsedCode,
  moment: Date,
): Promise<boolean> => {
  const { rowCount } = await tx.query({
    name: 'consume-code',
    text: useUp,
    values: [moment, code.usedBy, JSON.stringify(code.result), code.id],
  });
  return rowCount === 1;
};

export type OpenedLoan = {
  id: string;
  keyId: string;
  holderId: string;
  handedBy: string;
  takenAt: Date;
};

/** Opens a loan and makes a new version of its key. */
export const openLoan = async (tx: Transaction, loan: OpenedLoan): Promise<void> => {
  await tx.query({
    name: 'open-loan',
    text: `WITH loan AS (
             INSERT INTO loans (id, key_id, holder_id, handed_by, taken_at)
             VALUES ($1, $2, $3, $4, $5))
           UPDATE keys SET version = version + 1 WHERE id = $2`,
    values: [loan.id, loan.keyId, loan.holderId, loan.handedBy, loan.takenAt],
  });
};

type ClosedLoan = { loanId: string; returnType: ReturnType };

export type Closing = {
  loans: readonly ClosedLoan[];
  returnedBy: string;
  receivedBy: string;
  reason: string | null;
  returnedAt: Date;
};

/** Closes loans and makes new versions of their keys. */
export const closeLoans = async (tx: Transaction, closing: Closing): Promise<void> => {
  await tx.query({
    name: 'close-loans',
    text: `WITH closed AS (
             UPDATE loans SET returned_at = greatest($1, loans.taken_at), returned_by = $2, received_by = $3,
                              return_reason = $4, return_type = given.return_type
               FROM unnest($5::text[], $6::text[]) AS given (loan_id, return_type)
              WHERE loans.id = given.loan_id AND loans.returned_at IS NULL
          RETURNING loans.key_id)
           UPDATE keys SET version = version + 1 FROM closed WHERE keys.id = closed.key_id`,
    values: [
      closing.returnedAt,
      closing.returnedBy,
      closing.receivedBy,
      closing.reason,
      closing.loans.map((loan) => loan.loanId),
      closing.loans.map((loan) => loan.returnType),
    ],
  });
};

/** The database's clock now. Loans are timed by it, after their key's lock is held. */
export const databaseNow = async (tx: Transaction): Promise<Date> => {
  const { rows } = await tx.query<{ now: Date }>({
    name: 'database-now',
    text: "SELECT date_trunc('milliseconds', clock_timestamp()) AS now",
  });
  const [row] = rows;
  if (!row) throw new Error('The database did not tell the time');
  return row.now;
};
