import { appError } from '@keydesk/shared/errors';
import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import type { UserLoan } from '@keydesk/shared/users/routes';
import type { Connection } from '../../platform/db/client.ts';
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
  return { loans: rows.slice(0, pageSize).map(presentLoan), hasMore: rows.length > pageSize };
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
        AND ($2::text IS NULL OR (l.taken_at, l.id) < (SELECT taken_at, id FROM loans WHERE id = $2))
      ORDER BY l.taken_at DESC, l.id DESC
      LIMIT $3`,
    [userId, before ?? null, limit],
  );
  return rows;
}

function presentLoan(row: UserLoanRow): UserLoan {
  return {
    _id: row.id,
    key: {
      id: row.key_id,
      keyNumber: row.key_number,
      keyName: row.key_name,
      isActive: row.key_deleted_at === null,
    },
    takenAt: row.taken_at.toISOString(),
    returnedAt: row.returned_at?.toISOString() ?? null,
    returnType: row.return_type,
    handedBy: { id: row.handed_by, name: row.handed_by_name },
    returnedBy: toPerson(row.returned_by, row.returned_by_name),
    receivedBy: toPerson(row.received_by, row.received_by_name),
    reason: row.return_reason,
  };
}

function toPerson(id: string | null, name: string | null) {
  return id && name ? { id, name } : null;
}

/** A loan with its key and the names of everybody else involved. */
type UserLoanRow = {
  id: string;
  taken_at: Date;
  returned_at: Date | null;
  return_type: ReturnType | null;
  return_reason: string | null;
  key_id: string;
  key_number: string;
  key_name: string;
  key_deleted_at: Date | null;
  handed_by: string;
  handed_by_name: string;
  returned_by: string | null;
  returned_by_name: string | null;
  received_by: string | null;
  received_by_name: string | null;
};
