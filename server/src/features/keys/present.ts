import type { Holder, Key, KeySpot } from '@keydesk/shared/keys/key';
import {
  emptyKey,
  isSparse,
  type KeyFieldName,
  keyFieldNames,
  keyFieldsWhere,
} from '@keydesk/shared/keys/key-fields';
import { isDesk } from '@keydesk/shared/users/role';
import type { Principal } from '../../platform/http/principal.ts';
import type { KeyRow } from './queries.ts';

/**
 * Who reads a key: the desk sees where it hangs, the desk and the holder see the holder's email,
 * others only the name. A desk's computer without a guard also sees that it is recalled, so that it
 * counts the same keys as overdue as it does with one.
 */
export type KeyReader = 'desk' | 'unattended' | 'holder' | 'others';

/** How a caller reads keys of other people. */
export function readerOf({
  user,
  desk,
  duty,
}: Pick<Principal, 'user' | 'desk' | 'duty'>): Exclude<KeyReader, 'holder'> {
  if (desk !== null && duty === null) return 'unattended';
  return isDesk(user.role) ? 'desk' : 'others';
}

/** A key as clients receive it. */
export function presentKey(row: KeyRow, reader: KeyReader): Key {
  const atDesk = reader === 'desk';
  const key: Omit<Key, KeyFieldName> & { [N in KeyFieldName]?: unknown } = {
    _id: row.id,
    status: row.loanId === null ? 'available' : 'unavailable',
    takenBy: presentHolder(row, reader),
    takenAt: row.takenAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    graceUntil: row.graceUntil?.toISOString() ?? null,
    ...presentRecall(row, reader),
    returnedAt: row.returnedAt?.toISOString() ?? null,
    loanId: row.loanId,
    ...(atDesk && row.awayDeskId !== null && { awayDeskId: row.awayDeskId }),
    isActive: row.deletedAt === null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
    ...(row.disputed && atDesk && { disputed: true as const }),
  };
  // Added one by one, as with a spread a long list takes twice as long.
  for (const name of atDesk ? keyFieldNames : fieldsOfAll)
    if (row[name] !== leftOut[name]) key[name] = row[name];
  return key as Key;
}

const fieldsOfAll = keyFieldsWhere(({ readers }) => readers === 'everybody');
const fieldsOfDesk = new Set<string>([
  ...keyFieldsWhere(({ readers }) => readers === 'desk'),
  'awayDeskId',
  'disputed',
]);

/** The value with which an answer leaves a field out. */
const leftOut: { [N in KeyFieldName]?: unknown } = Object.fromEntries(
  keyFieldsWhere(isSparse).map((name) => [name, emptyKey[name]]),
);

function presentHolder(row: KeyRow, reader: KeyReader): Holder | null {
  if (row.holderId === null || (row.holderDisputes && reader !== 'desk')) return null;
  return {
    userId: row.holderId,
    name: row.holderName ?? '',
    ...((reader === 'desk' || reader === 'holder') && { email: row.holderEmail ?? '' }),
    ...(row.holderDisputes && { disputed: true as const }),
  };
}

function presentRecall(
  { recalledAt, recallReason }: KeyRow,
  reader: KeyReader,
): Pick<Key, 'recalledAt' | 'recallReason'> {
  if (!recalledAt || reader === 'others') return {};
  const recalled = { recalledAt: recalledAt.toISOString() };
  return reader === 'unattended' ? recalled : { ...recalled, recallReason: recallReason ?? '' };
}

/** Where a key hangs, as the desk is told it. */
export function presentSpot(row: KeyRow): KeySpot {
  return {
    deskId: row.deskId ?? undefined,
    hook: row.hook ?? undefined,
    awayDeskId: row.awayDeskId ?? undefined,
  };
}

/** The same key as its holder may see it: without what is the desk's alone. */
export function hideFromHolder(key: Key): Key {
  return Object.fromEntries(Object.entries(key).filter(([name]) => !fieldsOfDesk.has(name))) as Key;
}

/** The same key as others may see it: also without the holder's email, and that it is recalled. */
export function hideFromOthers(key: Key): Key {
  const { takenBy, recalledAt, recallReason, ...rest } = hideFromHolder(key);
  const known = takenBy && !takenBy.disputed;
  return { ...rest, takenBy: known ? { userId: takenBy.userId, name: takenBy.name } : null };
}

/** The same key as a desk's computer without a guard may see it. */
export function hideFromUnattended(key: Key): Key {
  return { ...hideFromOthers(key), ...(key.recalledAt && { recalledAt: key.recalledAt }) };
}
