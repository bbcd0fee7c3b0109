import { causeText } from '@keydesk/shared/access/refusal-cause';
import type { Holder, Key, StorageLocation } from '@keydesk/shared/keys/key';
import {
  emptyKey,
  isSparse,
  type KeyFieldName,
  keyFieldNames,
  keyFieldsWhere,
} from '@keydesk/shared/keys/key-fields';
import type { KeyReader } from '../../core/live/key-readers.ts';
import type { Connection } from '../../db/client.ts';
import { type KeyRow, readKeyInAnyState } from './queries.ts';

/** After a change; removed keys too. */
export async function readForDesk(db: Connection, id: string): Promise<Key> {
  return presentKey(await readKeyInAnyState(db, id), 'desk');
}

export function presentKey(row: KeyRow, reader: KeyReader): Key {
  const atDesk = reader === 'desk';
  const key: Omit<Key, KeyFieldName> & { [N in KeyFieldName]?: unknown } = {
    _id: row.id,
    status: row.loanId === null && !row.blocked ? 'available' : 'unavailable',
    takenBy: presentHolder(row, reader),
    takenAt: row.takenAt?.toISOString() ?? null,
    dueAt: row.dueAt?.toISOString() ?? null,
    graceUntil: row.graceUntil?.toISOString() ?? null,
    ...presentRecall(row, reader),
    returnedAt: row.returnedAt?.toISOString() ?? null,
    loanId: row.loanId,
    ...(atDesk && row.awayDeskId !== null && { awayDeskId: row.awayDeskId }),
    ...(row.condition && { condition: row.condition }),
    ...(row.notSeenSince &&
      row.loanId === null && { notSeenSince: row.notSeenSince.toISOString() }),
    ...(atDesk && row.reportedAt && { reportedAt: row.reportedAt.toISOString() }),
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

/** The default value for which a field is omitted. */
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
  { recalledAt, recallCause }: KeyRow,
  reader: KeyReader,
): Pick<Key, 'recalledAt' | 'recallReason' | 'recallCause'> {
  if (!recalledAt || !recallCause || reader === 'others') return {};
  const recalled = { recalledAt: recalledAt.toISOString() };
  if (reader === 'unattended') return recalled;
  return {
    ...recalled,
    recallReason: causeText(recallCause),
    ...(typeof recallCause !== 'string' && { recallCause }),
  };
}

/** Only for the desk. */
export function presentStorageLocation(row: KeyRow): StorageLocation {
  return {
    deskId: row.deskId ?? undefined,
    hook: row.hook ?? undefined,
    awayDeskId: row.awayDeskId ?? undefined,
  };
}
