import { refusal } from '@keydesk/shared/errors';
import type { ImportResult } from '@keydesk/shared/imports/imports.routes';
import type { User } from '@keydesk/shared/users/user';
import { type Database, type Transaction, transact } from '../../db/client.ts';
import { violatedConstraint } from '../../db/failure.ts';
import type { KeyChange, Publisher } from '../../realtime/publisher.ts';
import { presentKey } from '../keys/keys.presenter.ts';
import { readKeys } from '../keys/keys.service.ts';
import { recordImport } from './import-audit.ts';
import { isRefused, resultOf } from './import-result.ts';
import {
  insertKeys,
  keysWithNumbers,
  lockKeysWithNumbers,
  updateKeys,
} from './imported-keys.repository.ts';
import { keyColumns } from './key-columns.ts';
import { type ExistingKey, type KeyPlan, numberOf, planKeys } from './plan-keys.ts';
import { type ImportedFile, readFile } from './read-file.ts';

type ImportDeps = { db: Database; publisher: Publisher };

type Done = { plan: KeyPlan; createdIds: string[] };

/** Up to this many changed keys are told one by one; above, pages are told to read the list anew. */
const toldSingly = 50;

const byNumber = (keys: readonly ExistingKey[]): Map<string, ExistingKey> =>
  new Map(keys.map((key) => [numberOf(key.fields.keyNumber), key]));

const apply = async (tx: Transaction, admin: User, plan: KeyPlan, text: string): Promise<Done> => {
  const { creations, updates } = plan;
  if (isRefused(plan.rows) || creations.length + updates.length === 0)
    return { plan, createdIds: [] };
  const createdIds = await insertKeys(tx, creations);
  await updateKeys(tx, updates);
  await recordImport(tx, {
    ...{ admin, text },
    actions: { whole: 'import-keys', created: 'create-key', updated: 'update-key' },
    idOf: (keyId) => ({ keyId }),
    toldOf: (details) => ({ details }),
    created: creations.map((after, at) => ({ id: createdIds[at] ?? '', after })),
    updated: updates.map(({ id, before, fields }) => ({ id, before, after: fields })),
  });
  return { plan, createdIds };
};

const tell = async ({ db, publisher }: ImportDeps, { plan, createdIds }: Done): Promise<void> => {
  const created = new Set(createdIds);
  const ids = [...createdIds, ...plan.updates.map(({ id }) => id)];
  if (ids.length === 0) return;
  if (ids.length > toldSingly) return publisher.keyListChanged();
  const changes = (await readKeys(db, ids)).map(
    (row): KeyChange => ({
      action: created.has(row.id) ? 'create' : 'update',
      key: presentKey(row, 'desk'),
    }),
  );
  publisher.keysChanged(changes);
};

/** Says what a file of keys would do or, unless it is a dry run, does it: everything or nothing. */
export const importKeys = async (
  deps: ImportDeps,
  admin: User,
  { text, dryRun, signal }: ImportedFile,
): Promise<ImportResult> => {
  const table = await readFile(text, keyColumns, 'keyNumber', signal);
  const numbers = table.map(({ cells }) => cells.keyNumber ?? '');
  if (dryRun) {
    const existing = byNumber(await keysWithNumbers(deps.db, numbers));
    return resultOf((await planKeys(table, existing, signal)).rows, false);
  }
  const done = await transact(deps.db, async (tx) => {
    const existing = byNumber(await lockKeysWithNumbers(tx, numbers));
    const applied = await apply(tx, admin, await planKeys(table, existing, signal), text);
    signal.throwIfAborted();
    return applied;
  }).catch((error: unknown) => {
    throw violatedConstraint(error) === 'keys_number' ? refusal('IMPORT_OVERTAKEN') : error;
  });
  const refused = isRefused(done.plan.rows);
  if (!refused) await tell(deps, done);
  return resultOf(done.plan.rows, !refused);
};
