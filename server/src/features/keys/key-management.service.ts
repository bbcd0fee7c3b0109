import { refusal } from '@keydesk/shared/errors';
import type { KeyAction } from '@keydesk/shared/events';
import type { Key } from '@keydesk/shared/keys/key';
import type { KeyChanges, KeyFields } from '@keydesk/shared/keys/key-fields';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/failure.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/audit.service.ts';
import type { KeyRow } from './key-row.ts';
import { presentKey } from './keys.presenter.ts';
import { eraseKey, findKeys, insertKey, updateKeyFields } from './keys.repository.ts';
import { lockAndReadKeys } from './keys.service.ts';

export type ManagementDeps = { db: Database; publisher: Publisher };

const numberTaken = (error: unknown, keyNumber: string | undefined): unknown =>
  violatedConstraint(error) === 'keys_number'
    ? refusal('KEY_NUMBER_TAKEN', keyNumber ?? '')
    : error;

const lockActive = async (tx: Transaction, id: string): Promise<KeyRow> => {
  const [row] = await lockAndReadKeys(tx, [id]);
  if (!row || row.deleted_at) throw refusal('KEY_NOT_FOUND');
  return row;
};

const reread = async (tx: Transaction, id: string): Promise<Key> => {
  const [row] = await findKeys(tx, [id]);
  if (!row) throw refusal('KEY_NOT_FOUND');
  return presentKey(row, 'desk');
};

const publish = ({ publisher }: ManagementDeps, action: KeyAction, key: Key): Key => {
  publisher.keysChanged([{ action, key }]);
  return key;
};

export const createKey = async (
  deps: ManagementDeps,
  admin: User,
  fields: KeyFields,
): Promise<Key> => {
  const key = await transact(deps.db, async (tx) => {
    const id = await insertKey(tx, fields);
    await recordAudit(tx, { action: 'create-key', actorId: admin.id, keyId: id, details: fields });
    return reread(tx, id);
  }).catch((error: unknown) => {
    throw numberTaken(error, fields.keyNumber);
  });
  return publish(deps, 'create', key);
};

export const updateKey = async (
  deps: ManagementDeps,
  admin: User,
  id: string,
  changes: KeyChanges,
): Promise<Key> => {
  const key = await transact(deps.db, async (tx) => {
    const before = presentKey(await lockActive(tx, id), 'desk');
    await updateKeyFields(tx, id, changes);
    const names = Object.keys(changes) as (keyof KeyChanges)[];
    const old = Object.fromEntries(names.map((name) => [name, before[name]]));
    await recordAudit(tx, {
      action: 'update-key',
      actorId: admin.id,
      keyId: id,
      details: { before: old, after: changes },
    });
    return reread(tx, id);
  }).catch((error: unknown) => {
    throw numberTaken(error, changes.keyNumber);
  });
  return publish(deps, 'update', key);
};

/** Marks or unmarks a key as frequently used. */
export const toggleFrequent = async (
  deps: ManagementDeps,
  caller: User,
  id: string,
): Promise<Key> => {
  const key = await transact(deps.db, async (tx) => {
    const row = await lockActive(tx, id);
    const { frequently_used: before } = row;
    await updateKeyFields(tx, id, { frequentlyUsed: !before });
    await recordAudit(tx, {
      action: 'toggle-frequent',
      actorId: caller.id,
      keyId: id,
      details: { before: { frequentlyUsed: before }, after: { frequentlyUsed: !before } },
    });
    return reread(tx, id);
  });
  return publish(deps, 'toggle-frequent', key);
};

/**
 * Deletes a key that is not out. Soft by default: its history stays and its number becomes free.
 * Hard erases its loans too.
 */
export const deleteKey = async (
  deps: ManagementDeps,
  admin: User,
  id: string,
  hard: boolean,
): Promise<Key> => {
  const key = await transact(deps.db, async (tx) => {
    const row = await lockActive(tx, id);
    if (row.loan_id) throw refusal('KEY_IS_OUT', row.key_number);
    await updateKeyFields(tx, id, { deletedAt: new Date() });
    const gone = await reread(tx, id);
    if (hard) await eraseKey(tx, id);
    await recordAudit(tx, {
      action: hard ? 'erase-key' : 'delete-key',
      actorId: admin.id,
      keyId: id,
      details: {
        keyNumber: row.key_number,
        keyName: row.key_name,
        location: row.location,
        description: row.description,
        category: row.category,
        department: row.department,
        block: row.block,
      },
    });
    return gone;
  });
  return publish(deps, 'delete', key);
};
