import type { Holder, Key } from '@keydesk/shared/keys/key';
import type { KeyRow } from './key-row.ts';

/** Who reads: the desk and the holder see the holder's email, others only the name (DESIGN §5). */
export type KeyReader = 'desk' | 'others';

const presentHolder = (row: KeyRow, reader: KeyReader): Holder | null =>
  row.holder_id === null
    ? null
    : {
        userId: row.holder_id,
        name: row.holder_name ?? '',
        ...(reader === 'desk' ? { email: row.holder_email ?? '' } : {}),
      };

/** A key as the wire carries it. */
export const presentKey = (row: KeyRow, reader: KeyReader): Key => ({
  _id: row.id,
  keyNumber: row.key_number,
  keyName: row.key_name,
  location: row.location,
  status: row.loan_id === null ? 'available' : 'unavailable',
  description: row.description,
  category: row.category as Key['category'],
  department: row.department as Key['department'],
  block: row.block as Key['block'],
  frequentlyUsed: row.frequently_used,
  takenBy: presentHolder(row, reader),
  takenAt: row.taken_at?.toISOString() ?? null,
  returnedAt: row.returned_at?.toISOString() ?? null,
  loanId: row.loan_id,
  isActive: row.deleted_at === null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

/** The same key without what only the desk may see. */
export const hideEmail = (key: Key): Key =>
  key.takenBy ? { ...key, takenBy: { userId: key.takenBy.userId, name: key.takenBy.name } } : key;
