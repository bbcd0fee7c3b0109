import type { Holder, Key } from '@keydesk/shared/keys/key';
import type { KeyRow } from './queries.ts';

/** Who reads a key: the desk (like the holder) sees the holder's email, others only the name. */
export type KeyReader = 'desk' | 'others';

/** A key as clients receive it. */
export function presentKey(row: KeyRow, reader: KeyReader): Key {
  return {
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
  };
}

function presentHolder(row: KeyRow, reader: KeyReader): Holder | null {
  return row.holder_id === null
    ? null
    : {
        userId: row.holder_id,
        name: row.holder_name ?? '',
        ...(reader === 'desk' ? { email: row.holder_email ?? '' } : {}),
      };
}

/** The same key without the holder's email, which only the desk may see. */
export function hideHolderEmail(key: Key): Key {
  return key.takenBy
    ? { ...key, takenBy: { userId: key.takenBy.userId, name: key.takenBy.name } }
    : key;
}
