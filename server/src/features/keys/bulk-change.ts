import { appError } from '@keydesk/shared/errors';
import type { Key } from '@keydesk/shared/keys/key';
import type { BulkKeyChanges } from '@keydesk/shared/keys/key-schemas';
import type { User } from '@keydesk/shared/users/user';
import { type Transaction, transact } from '../../platform/db/client.ts';
import { announceRecalled, recallWithoutAccess } from '../access/index.ts';
import { changesOf, recordAudit } from '../audit/index.ts';
import { readCampus, requireKnownEntries, requireOfferedEntries } from '../campus/index.ts';
import { requireDesk } from '../desks/index.ts';
import type { ManagementDeps } from './manage.ts';
import { presentKey } from './present.ts';
import { findKeys, type KeyRow, lockAndReadKeys, updateKeyFields } from './queries.ts';

/**
 * Makes the same changes to many keys: to all of them or to none. Each key that really changes is
 * audited; the others keep their version. Keys that are out and that their holders may not have any
 * more are recalled. Returns all keys as they are then.
 * @throws KEYS_NOT_FOUND, whose details have the ids; UNKNOWN_ENTRY, ENTRY_RETIRED
 */
export async function updateKeys(
  { db, publisher, due }: ManagementDeps,
  admin: User,
  keyIds: readonly string[],
  changes: BulkKeyChanges,
): Promise<Key[]> {
  const ids = [...new Set(keyIds)];
  const options = { byId: admin.id, timezone: due.calendar().timezone, scope: { keyIds: ids } };
  const change = async (tx: Transaction): Promise<Set<string>> => {
    const campus = await readCampus(tx);
    requireKnownEntries(campus, changes);
    requireDesk(campus.desks, changes.deskId);
    const rows = await lockActiveKeys(tx, ids);
    const changed = rows.flatMap((row) => {
      const { before, after } = changesOf(row, changes);
      return Object.keys(after).length === 0 ? [] : [{ row, before, after }];
    });
    for (const { after } of changed) requireOfferedEntries(campus, after);
    for (const { row, after } of changed) await updateKeyFields(tx, row.id, after);
    await recordAudit(
      tx,
      ...changed.map(({ row, before, after }) => ({
        action: 'update-key' as const,
        actorId: admin.id,
        keyId: row.id,
        method: 'bulk',
        details: { before, after },
      })),
    );
    return new Set(changed.map(({ row }) => row.id));
  };
  const { changedIds, recalled, keys } = await transact(db, async (tx) => {
    const { result, recalled } = await recallWithoutAccess(tx, options, () => change(tx));
    const keys = (await findKeys(tx, ids)).map((row) => presentKey(row, 'desk'));
    return { changedIds: result, recalled, keys };
  });
  announceRecalled(publisher, recalled);
  publisher.keysChanged(
    keys
      .filter(({ _id }) => changedIds.has(_id))
      .map((key) => ({ action: 'update' as const, key })),
  );
  return keys;
}

async function lockActiveKeys(tx: Transaction, ids: readonly string[]): Promise<KeyRow[]> {
  const rows = await lockAndReadKeys(tx, ids);
  const found = new Map(rows.map((row) => [row.id, row]));
  const missing = ids.filter((id) => found.get(id)?.deletedAt !== null);
  if (missing.length === 0) return rows;
  const names = missing.map((id) => found.get(id)?.keyNumber ?? id);
  throw appError('KEYS_NOT_FOUND', names.join(', ')).withDetails({ keyIds: missing });
}
