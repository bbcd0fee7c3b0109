import {
  type EntryAbove,
  type ImportResult,
  keyColumns,
  toImportResult,
  updatedColumn,
} from '@keydesk/shared/administration/imports';
import { appError } from '@keydesk/shared/core/errors';
import type { User } from '@keydesk/shared/people/user';
import { type KeyChange, maxSingleEvents, type Publisher } from '../../../core/live/publisher.ts';
import { type Connection, type Database, type Transaction, transact } from '../../../db/client.ts';
import { violatedConstraint } from '../../../db/errors.ts';
import { announceRecalled, recallWithoutAccess } from '../../access/index.ts';
import { announceCampus, type CurrentCampus, readCampus } from '../../campus/index.ts';
import type { CurrentDue } from '../../due/index.ts';
import { findKeys, presentKey } from '../../keys/index.ts';
import { entriesAbove } from './entries-above.ts';
import {
  basisOf,
  foldCase,
  hasRefusedRows,
  type ImportedFile,
  readImportFile,
  requireBasis,
  storeNamedColumns,
} from './import-file.ts';
import { type ExistingKey, type KeyFileColumn, type KeyPlan, planKeys } from './plan-keys.ts';
import {
  findKeysByNumbers,
  findPaddedNumbers,
  findRemovedNumbers,
  insertKeys,
  lockKeysByNumbers,
  updateKeys,
} from './queries.ts';
import { createEntries, recordImport } from './record-import.ts';

type ImportDeps = {
  db: Database;
  publisher: Publisher;
  campus: CurrentCampus;
  due: CurrentDue;
};

type AppliedImport = { plan: KeyPlan; createdIds: string[] };

/** All rows or none; a dry run only previews. Recalls keys from holders who lose access. */
export async function importKeys(
  deps: ImportDeps,
  admin: User,
  file: ImportedFile,
): Promise<ImportResult> {
  const { create, newKeys = {}, above: fromAbove = [], emptyClears = false, signal } = file;
  const table = await readImportFile<KeyFileColumn>(deps.db, 'keys', file, {
    columns: { ...keyColumns, updated: updatedColumn },
    key: 'keyNumber',
    needed: [['keyName'], ['location']],
  });
  const { read } = table;
  const { rows: filled, above } = entriesAbove(table, fromAbove);
  const numbers = table.rows.map(({ cells }) => cells.keyNumber ?? '');
  const plan = async (db: Connection, existing: readonly ExistingKey[]) => {
    const input = {
      existing: byNumber(existing),
      removed: await findRemovedNumbers(db, numbers),
      padded: await findPaddedNumbers(db, numbers),
      campus: await readCampus(db),
    };
    const said = { create, newKeys, emptyClears, selection: file };
    return planKeys(filled, { ...input, ...said }, signal);
  };
  if (file.dryRun) {
    const existing = await findKeysByNumbers(deps.db, numbers);
    const { rows, created: creates, ...found } = await plan(deps.db, existing);
    const basis = basisOf(existing);
    const isOpen = ({ field }: EntryAbove) => [...found.lacks, ...fromAbove].includes(field);
    const open = above.filter(isOpen);
    return toImportResult(rows, false, { ...read, ...found, above: open, creates, basis });
  }
  const options = { byId: admin.id, timezone: deps.due.calendar().timezone };
  const { result, recalled } = await transact(deps.db, (tx) =>
    recallWithoutAccess(tx, options, async () => {
      const existing = await lockKeysByNumbers(tx, numbers);
      requireBasis(file, existing);
      const planned = await plan(tx, existing);
      const applied = await apply(tx, admin, planned, file);
      signal.throwIfAborted();
      return applied;
    }),
  ).catch((error: unknown) => {
    throw violatedConstraint(error) === 'keys_number' ? appError('IMPORT_OVERTAKEN') : error;
  });
  const refused = hasRefusedRows(result.plan.rows);
  if (!refused) {
    if (result.plan.created.length > 0) await announceCampus(deps);
    announceRecalled(deps.publisher, recalled);
    await publishChanges(deps, result);
  }
  const { rows, unknown } = result.plan;
  return toImportResult(rows, !refused, { ...read, unknown });
}

function byNumber(keys: readonly ExistingKey[]): Map<string, ExistingKey> {
  return new Map(keys.map((key) => [foldCase(key.fields.keyNumber), key]));
}

async function apply(
  tx: Transaction,
  admin: User,
  plan: KeyPlan,
  file: ImportedFile,
): Promise<AppliedImport> {
  const { creations, updates } = plan;
  if (hasRefusedRows(plan.rows)) return { plan, createdIds: [] };
  await storeNamedColumns(tx, 'keys', file);
  if (creations.length + updates.length === 0) return { plan, createdIds: [] };
  await createEntries(tx, admin, plan.created);
  const createdIds = await insertKeys(tx, creations);
  await updateKeys(tx, updates, admin.id);
  await recordImport(tx, {
    admin,
    text: file.text,
    actions: { import: 'import-keys', created: 'create-key', updated: 'update-key' },
    idOf: (keyId) => ({ keyId }),
    auditFieldsOf: (details) => ({ details }),
    created: creations.map((after, index) => ({ id: createdIds[index] ?? '', after })),
    updated: updates.map(({ id, before, fields }) => ({ id, before, after: fields })),
  });
  return { plan, createdIds };
}

async function publishChanges(
  { db, publisher }: ImportDeps,
  { plan, createdIds }: AppliedImport,
): Promise<void> {
  const created = new Set(createdIds);
  const ids = [...createdIds, ...plan.updates.map(({ id }) => id)];
  if (ids.length === 0) return;
  // Too many for single events; the list is published as one change.
  if (ids.length > maxSingleEvents) return publisher.keyListChanged();
  const changes = (await findKeys(db, ids)).map(
    (row): KeyChange => ({
      action: created.has(row.id) ? 'create' : 'update',
      key: presentKey(row, 'desk'),
    }),
  );
  publisher.keysChanged(changes);
}
