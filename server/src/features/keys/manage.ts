import { appError } from '@keydesk/shared/errors';
import type { KeyAction } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import { type KeyChanges, type KeyFields, pickKeyFields } from '@keydesk/shared/keys/key-fields';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { presentKey } from './present.ts';
import {
  eraseKey,
  findKeys,
  insertKey,
  type KeyRow,
  lockAndReadKeys,
  updateKeyFields,
} from './queries.ts';

export type ManagementDeps = { db: Database; publisher: Publisher };

/** Creates a key. Like every change of a key, this is audited and published. */
export async function createKey(
  deps: ManagementDeps,
  admin: User,
  fields: KeyFields,
): Promise<Key> {
  const key = await transact(deps.db, async (tx) => {
    const id = await insertKey(tx, fields);
    await recordAudit(tx, { action: 'create-key', actorId: admin.id, keyId: id, details: fields });
    return readChangedKey(tx, id);
  }).catch((error: unknown) => {
    throw toNumberTakenError(error, fields.keyNumber);
  });
  return publishKeyChange(deps, 'create', key);
}

async function readChangedKey(tx: Transaction, id: string): Promise<Key> {
  const [row] = await findKeys(tx, [id]);
  if (!row) throw appError('KEY_NOT_FOUND');
  return presentKey(row, 'desk');
}

function toNumberTakenError(error: unknown, keyNumber: string | undefined): unknown {
  return violatedConstraint(error) === 'keys_number'
    ? appError('KEY_NUMBER_TAKEN', keyNumber ?? '')
    : error;
}

function publishKeyChange({ publisher }: ManagementDeps, action: KeyAction, key: Key): Key {
  publisher.keysChanged([{ action, key }]);
  return key;
}

export async function updateKey(
  deps: ManagementDeps,
  admin: User,
  id: string,
  changes: KeyChanges,
): Promise<Key> {
  const key = await transact(deps.db, async (tx) => {
    const before = presentKey(await lockActiveKey(tx, id), 'desk');
    await updateKeyFields(tx, id, changes);
    const names = Object.keys(changes) as (keyof KeyChanges)[];
    const old = Object.fromEntries(names.map((name) => [name, before[name]]));
    await recordAudit(tx, {
      action: 'update-key',
      actorId: admin.id,
      keyId: id,
      details: { before: old, after: changes },
    });
    return readChangedKey(tx, id);
  }).catch((error: unknown) => {
    throw toNumberTakenError(error, changes.keyNumber);
  });
  return publishKeyChange(deps, 'update', key);
}

async function lockActiveKey(tx: Transaction, id: string): Promise<KeyRow> {
  const [row] = await lockAndReadKeys(tx, [id]);
  if (!row || row.deletedAt) throw appError('KEY_NOT_FOUND');
  return row;
}

/** Marks or unmarks a key as frequently used. */
export async function toggleFrequent(deps: ManagementDeps, caller: User, id: string): Promise<Key> {
  const key = await transact(deps.db, async (tx) => {
    const row = await lockActiveKey(tx, id);
    const { frequentlyUsed: before } = row;
    await updateKeyFields(tx, id, { frequentlyUsed: !before });
    await recordAudit(tx, {
      action: 'toggle-frequent',
      actorId: caller.id,
      keyId: id,
      details: { before: { frequentlyUsed: before }, after: { frequentlyUsed: !before } },
    });
    return readChangedKey(tx, id);
  });
  return publishKeyChange(deps, 'toggle-frequent', key);
}

/**
 * Deletes a key with `nothing-out`. A soft delete frees its number and its `history-stays`; a hard
 * one erases its loans too.
 */
export async function deleteKey(
  deps: ManagementDeps,
  admin: User,
  id: string,
  hard: boolean,
): Promise<Key> {
  const key = await transact(deps.db, async (tx) => {
    const row = await lockActiveKey(tx, id);
    if (row.loanId) throw appError('KEY_IS_OUT', row.keyNumber);
    await updateKeyFields(tx, id, { deletedAt: new Date() });
    const deleted = await readChangedKey(tx, id);
    if (hard) await eraseKey(tx, id);
    const { frequentlyUsed, ...details } = pickKeyFields(row);
    await recordAudit(tx, {
      action: hard ? 'erase-key' : 'delete-key',
      actorId: admin.id,
      keyId: id,
      details,
    });
    return deleted;
  });
  return publishKeyChange(deps, 'delete', key);
}
