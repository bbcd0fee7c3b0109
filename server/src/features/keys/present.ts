import type { Holder, Key } from '@keydesk/shared/keys/key';
import type { KeyRow } from './queries.ts';

/** Who reads a key: the desk (like the holder) sees the holder's email, others only the name. */
export type KeyReader = 'desk' | 'others';

/** A key as clients receive it. Spelled out: long lists would notice copying fields by name. */
export function presentKey(row: KeyRow, reader: KeyReader): Key {
  return {
    _id: row.id,
    keyNumber: row.keyNumber,
    keyName: row.keyName,
    location: row.location,
    status: row.loanId === null ? 'available' : 'unavailable',
    description: row.description,
    category: row.category,
    department: row.department,
    block: row.block,
    frequentlyUsed: row.frequentlyUsed,
    takenBy: presentHolder(row, reader),
    takenAt: row.takenAt?.toISOString() ?? null,
    returnedAt: row.returnedAt?.toISOString() ?? null,
    loanId: row.loanId,
    isActive: row.deletedAt === null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

function presentHolder(row: KeyRow, reader: KeyReader): Holder | null {
  return row.holderId === null
    ? null
    : {
        userId: row.holderId,
        name: row.holderName ?? '',
        ...(reader === 'desk' ? { email: row.holderEmail ?? '' } : {}),
      };
}

/** The same key without the holder's email, which only the desk may see. */
export function hideHolderEmail(key: Key): Key {
  return key.takenBy
    ? { ...key, takenBy: { userId: key.takenBy.userId, name: key.takenBy.name } }
    : key;
}
