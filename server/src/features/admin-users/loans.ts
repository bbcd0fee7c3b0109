import { appError } from '@keydesk/shared/errors';
import type { UserLoan } from '@keydesk/shared/users/routes';
import type { Connection } from '../../platform/db/client.ts';
import { isOlderLoan, type LoanRow, newestLoanFirst, presentLoan } from '../keys/index.ts';
import { findUserInAnyState } from './queries.ts';

const pageSize = 20;

/**
 * A page of a person's loans, newest first: those before the loan `before`, or the newest.
 * @throws USER_NOT_FOUND
 */
export async function readUserLoans(
  db: Connection,
  userId: string,
  before?: string,
): Promise<{ loans: UserLoan[]; hasMore: boolean }> {
  if (!(await findUserInAnyState(db, userId))) throw appError('USER_NOT_FOUND');
  const rows = await listLoansOfUser(db, userId, { limit: pageSize + 1, before });
  return { loans: rows.slice(0, pageSize).map(presentUserLoan), hasMore: rows.length > pageSize };
}

async function listLoansOfUser(
  db: Connection,
  userId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<UserLoanRow[]> {
  const { rows } = await db.query<UserLoanRow>(
    `SELECT l.id, l.taken_at, l.returned_at, l.return_type, l.return_reason,
            k.id AS key_id, k.key_number, k.key_name, k.deleted_at AS key_deleted_at,
            l.handed_by, giver.name AS handed_by_name,
            l.returned_by, returner.name AS returned_by_name,
            l.received_by, receiver.name AS received_by_name
       FROM loans l
       JOIN keys k ON k.id = l.key_id
       JOIN users giver ON giver.id = l.handed_by
       LEFT JOIN users returner ON returner.id = l.returned_by
       LEFT JOIN users receiver ON receiver.id = l.received_by
      WHERE l.holder_id = $1
        AND ($2::text IS NULL OR ${isOlderLoan('$2')})
      ORDER BY ${newestLoanFirst}
      LIMIT $3`,
    [userId, before ?? null, limit],
  );
  return rows;
}

function presentUserLoan(row: UserLoanRow): UserLoan {
  const { key_id: id, key_number: keyNumber, key_name: keyName } = row;
  const key = { id, keyNumber, keyName, isActive: row.key_deleted_at === null };
  return { ...presentLoan(row), key };
}

/** A loan with its key and the names of everybody else involved. */
type UserLoanRow = LoanRow & {
  key_id: string;
  key_number: string;
  key_name: string;
  key_deleted_at: Date | null;
};
