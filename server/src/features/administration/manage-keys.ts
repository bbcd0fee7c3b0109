import { changesOf } from '@keydesk/shared/core/edits';
import { appError } from '@keydesk/shared/core/errors';
import type { KeyAction } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { emptyKey, filedFields } from '@keydesk/shared/keys/key-fields';
import type { BulkKeyChanges, KeyChanges, NewKey } from '@keydesk/shared/keys/key-schemas';
import type { RetireReason } from '@keydesk/shared/keys/routes';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { requireSeen } from '../../core/edits.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/errors.ts';
import { announceRecalled, lockAccessForChange, recallWithoutAccess } from '../access/index.ts';
import {
  completeKey,
  readCampus,
  requireDesk,
  requireKnownEntries,
  requireOfferedEntries,
} from '../campus/index.ts';
import type { CurrentDue } from '../due/index.ts';
import {
  countLoans,
  eraseKey,
  findKeys,
  hasAccessHistory,
  hasBeenSought,
  insertKey,
  type KeyRow,
  lockActiveKey,
  lockAndReadKeys,
  presentKey,
  readForDesk,
  updateKeyFields,
} from '../keys/index.ts';
import { findPerson } from '../people/index.ts';

type ManagementDeps = { db: Database; publisher: Publisher; due: CurrentDue };

export async function createKey(deps: ManagementDeps, admin: User, given: NewKey): Promise<Key> {
  const key = await transact(deps.db, async (tx) => {
    if (decidesAccess(given)) await lockAccessForChange(tx);
    const campus = await readCampus(tx);
    requireDesk(campus.desks, given.deskId);
    await requireOwner(tx, given.ownerId);
    const fields = completeKey(campus, given);
    const id = await insertKey(tx, fields);
    await recordAudit(tx, { action: 'create-key', actorId: admin.id, keyId: id, details: fields });
    return readForDesk(tx, id);
  }).catch((error: unknown) => {
    throw toNumberTakenError(error, given.keyNumber);
  });
  return publishKeyChange(deps, 'create', key);
}

/** Whether these fields change who may take the key, or who decides about it. */
function decidesAccess({ level, ownerId }: KeyChanges): boolean {
  return level !== undefined || ownerId !== undefined;
}

async function requireOwner(tx: Transaction, id: string | null | undefined): Promise<void> {
  const person = id && (await findPerson(tx, id));
  if (id && (!person || person.role === 'visitor')) throw appError('PERSON_NOT_FOUND');
}

function toNumberTakenError(error: unknown, keyNumber: string | undefined): unknown {
  return violatedConstraint(error) === 'keys_number'
    ? appError('KEY_NUMBER_TAKEN', { number: keyNumber ?? '' })
    : error;
}

function publishKeyChange({ publisher }: ManagementDeps, action: KeyAction, key: Key): Key {
  publisher.keysChanged([{ action, key }]);
  return key;
}

/** Changes a key, and recalls it if its holder may no longer have it. */
export async function updateKey(
  deps: ManagementDeps,
  admin: User,
  id: string,
  { version: shown, ...given }: KeyChanges & { version?: number | undefined },
): Promise<Key> {
  const { timezone } = deps.due.calendar();
  const options = {
    byId: admin.id,
    timezone,
    scope: { keyIds: [id] },
  };
  const change = async (tx: Transaction): Promise<void> => {
    const row = await lockActiveKey(tx, id);
    const current = presentKey(row, 'desk');
    await requireSeen(
      tx,
      { table: 'keys', id },
      { shown, current, since: row.changedVersion, by: admin.id, timezone },
    );
    const { before, after } = changesOf({ level: emptyKey.level, ...current }, given);
    if (Object.keys(after).length === 0) return;
    const campus = await readCampus(tx);
    requireOfferedEntries(campus, after);
    requireDesk(campus.desks, after.deskId);
    await requireOwner(tx, after.ownerId);
    await updateKeyFields(tx, id, after, admin.id);
    await recordAudit(tx, {
      action: 'update-key',
      actorId: admin.id,
      keyId: id,
      details: { before, after },
    });
  };
  const { key, recalled } = await transact(deps.db, async (tx) => {
    const { recalled } = await recallWithoutAccess(tx, options, () => change(tx));
    return { key: await readForDesk(tx, id), recalled };
  }).catch((error: unknown) => {
    throw toNumberTakenError(error, given.keyNumber);
  });
  announceRecalled(deps.publisher, recalled);
  return publishKeyChange(deps, 'update', key);
}

export async function toggleFrequent(deps: ManagementDeps, caller: User, id: string): Promise<Key> {
  const key = await transact(deps.db, async (tx) => {
    const row = await lockActiveKey(tx, id);
    const { frequentlyUsed: before } = row;
    await updateKeyFields(tx, id, { frequentlyUsed: !before }, caller.id);
    await recordAudit(tx, {
      action: 'toggle-frequent',
      actorId: caller.id,
      keyId: id,
      details: { before: { frequentlyUsed: before }, after: { frequentlyUsed: !before } },
    });
    return readForDesk(tx, id);
  });
  return publishKeyChange(deps, 'toggle-frequent', key);
}

/**
 * Deletes a key with `no-open-loans`, which frees its number; its `history-stays`. A hard delete
 * erases the row, which is refused with `KEY_WAS_LENT` after any loan and with
 * `KEY_HAS_ACCESS_HISTORY` after any grant or request.
 */
export async function deleteKey(
  deps: ManagementDeps,
  admin: User,
  id: string,
  { hard, reason }: { hard: boolean; reason?: RetireReason | undefined },
): Promise<Key> {
  const key = await transact(deps.db, async (tx) => {
    const row = await lockActiveKey(tx, id);
    if (row.loanId) throw appError('KEY_IS_OUT', { number: row.keyNumber });
    const loanCount = hard ? await countLoans(tx, id) : 0;
    if (loanCount > 0) throw appError('KEY_WAS_LENT', { number: row.keyNumber, loans: loanCount });
    if (hard && (await hasAccessHistory(tx, id)))
      throw appError('KEY_HAS_ACCESS_HISTORY', { number: row.keyNumber });
    if (hard && (await hasBeenSought(tx, id)))
      throw appError('KEY_WAS_SOUGHT', { number: row.keyNumber });
    await updateKeyFields(tx, id, { deletedAt: new Date() }, admin.id);
    const deleted = await readForDesk(tx, id);
    if (hard) await eraseKey(tx, id);
    const names = filedFields.filter((name) => name !== 'frequentlyUsed' && row[name] !== null);
    await recordAudit(tx, {
      action: hard ? 'erase-key' : 'delete-key',
      actorId: admin.id,
      keyId: id,
      reason: reason ?? null,
      details: Object.fromEntries(names.map((name) => [name, row[name]])),
    });
    return deleted;
  });
  return publishKeyChange(deps, 'delete', key);
}

/**
 * Makes the same changes to all of these keys or to none. Only keys that really change are audited
 * and get a new version. Recalls keys that their holders may no longer have.
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
    for (const { row, after } of changed) await updateKeyFields(tx, row.id, after, admin.id);
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
  throw appError('KEYS_NOT_FOUND', { numbers: names.join(', ') }).withDetails({ keyIds: missing });
}
