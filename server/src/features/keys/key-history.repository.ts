import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import type { Connection } from '../../db/client.ts';

/** A loan with the names of everybody it concerns. */
export type KeyLoanRow = {
  id: string;
  taken_at: Date;
  returned_at: Date | null;
  return_type: ReturnType | null;
  return_reason: string | null;
  holder_id: string;
  holder_name: string;
  handed_by: string;
  handed_by_name: string;
  returned_by: string | null;
  returned_by_name: string | null;
  received_by: string | null;
  received_by_name: string | null;
};

/** Which loans of a key: only those before the loan `before`, and only those that `reader` may see. */
type Wanted = { limit: number; before?: string | undefined; reader?: string | undefined };

/** A key's loans, newest first. A reader, if given, sees their own and the one that is open. */
export const listLoansOfKey = async (
  db: Connection,
  keyId: string,
  { limit, before, reader }: Wanted,
): Promise<KeyLoanRow[]> => {
  const { rows } = await db.query<KeyLoanRow>(
    `SELECT l.id, l.taken_at, l.returned_at, l.return_type, l.return_reason,
            l.holder_id, holder.name AS holder_name,
            l.handed_by, giver.name AS handed_by_name,
            l.returned_by, returner.name AS returned_by_name,
            l.received_by, receiver.name AS received_by_name
       FROM loans l
       JOIN users holder ON holder.id = l.holder_id
       JOIN users giver ON giver.id = l.handed_by
       LEFT JOIN users returner ON returner.id = l.returned_by
       LEFT JOIN users receiver ON receiver.id = l.received_by
      WHERE l.key_id = $1
        AND ($4::text IS NULL OR l.holder_id = $4 OR l.returned_at IS NULL)
        AND ($2::text IS NULL OR l.taken_at < (SELECT taken_at FROM loans WHERE id = $2))
      ORDER BY l.taken_at DESC
      LIMIT $3`,
    [keyId, before ?? null, limit, reader ?? null],
  );
  return rows;
};
