import type { KeyLoan } from '@keydesk/shared/keys/key-history';
import { isDesk } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import type { Connection } from '../../db/client.ts';
import { type KeyLoanRow, listLoansOfKey } from './key-history.repository.ts';
import { readKey } from './key-reading.service.ts';

const pageSize = 20;

const person = (id: string | null, name: string | null) => (id && name ? { id, name } : null);

/** The desk sees everything; others see of the open loan only who has the key since when. */
const presentLoan = (row: KeyLoanRow, reader: User): KeyLoan => {
  const full = isDesk(reader.role) || row.holder_id === reader.id;
  return {
    _id: row.id,
    takenAt: row.taken_at.toISOString(),
    returnedAt: row.returned_at?.toISOString() ?? null,
    returnType: full ? row.return_type : null,
    holder: { id: row.holder_id, name: row.holder_name },
    handedBy: full ? person(row.handed_by, row.handed_by_name) : null,
    returnedBy: full ? person(row.returned_by, row.returned_by_name) : null,
    receivedBy: full ? person(row.received_by, row.received_by_name) : null,
    reason: full ? row.return_reason : null,
  };
};

/** A page of a key's loans, newest first: all for the desk, one's own and the open one for others. */
export const keyHistory = async (
  db: Connection,
  reader: User,
  keyId: string,
  before?: string,
): Promise<{ loans: KeyLoan[]; hasMore: boolean }> => {
  await readKey(db, reader, keyId);
  const rows = await listLoansOfKey(db, keyId, {
    limit: pageSize + 1,
    before,
    reader: isDesk(reader.role) ? undefined : reader.id,
  });
  return {
    loans: rows.slice(0, pageSize).map((row) => presentLoan(row, reader)),
    hasMore: rows.length > pageSize,
  };
};
