import { pipeline } from 'node:stream/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrationsFolder } from '../db/migrate.ts';
import { ageOfSchema, applyMigrations, type SchemaVersion } from '../db/schema-version.ts';
import { BackupError } from './backup-error.ts';
import type { BackupHeader, BackupTable } from './backup-format.ts';
import { listTables, tableSql } from './catalogue.ts';
import { copyColumns, fixTextForm } from './copy-text.ts';
import { makeEmpty } from './make-empty.ts';
import { readBackup } from './read-backup.ts';
import { holdDatabase, requireUnused } from './unused-database.ts';
import { withClient } from './with-client.ts';

/** Refuses a version that this program cannot make. */
const requireKnown = (version: SchemaVersion, known: readonly MigrationMeta[]): void => {
  const age = ageOfSchema(version, known);
  if (age === 'newer')
    throw new BackupError(
      `The backup was made by a newer Keydesk (schema ${version.migrations}; this one knows ${known.length}). Restore it with that version.`,
    );
  if (age === 'unknown')
    throw new BackupError('The backup has a schema that this Keydesk does not know.');
};

/** Reads the whole file and touches nothing: an error here is an error in the file. */
const verify = (path: string, known: readonly MigrationMeta[]): Promise<BackupHeader> =>
  readBackup(path, {
    header: async ({ schema }) => requireKnown(schema, known),
    async table(_table, rows) {
      for await (const _ of rows);
    },
  });

const names = (tables: readonly BackupTable[]): string =>
  tables
    .map(({ name }) => name)
    .sort()
    .join();

/** Triggers guard the audit trail against the application; the data are already what they let pass. */
const setTriggers = async (
  client: pg.Client,
  tables: readonly BackupTable[],
  state: 'ENABLE' | 'DISABLE',
): Promise<void> => {
  for (const { name } of tables)
    await client.query(`ALTER TABLE ${tableSql(name)} ${state} TRIGGER USER`);
};

const prepareTables = async (client: pg.Client, header: BackupHeader): Promise<void> => {
  const tables = await listTables(client);
  if (names(tables) !== names(header.tables))
    throw new BackupError('The backup’s tables are not those of its schema. Nothing was changed.');
  await setTriggers(client, tables, 'DISABLE');
  // Migrations store a few rows of their own, which the backup has too.
  await client.query(`TRUNCATE ${tables.map(({ name }) => tableSql(name)).join(', ')}`);
};

const loadTable = (
  client: pg.Client,
  table: BackupTable,
  rows: AsyncIterable<Buffer>,
): Promise<void> => pipeline(rows, client.query(copyFrom(`COPY ${copyColumns(table)} FROM STDIN`)));

const setSequences = async (client: pg.Client, { sequences }: BackupHeader): Promise<void> => {
  for (const { name, value, called } of sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [tableSql(name), value, called]);
};

const load = async (
  client: pg.Client,
  path: string,
  known: readonly MigrationMeta[],
): Promise<BackupHeader> => {
  await fixTextForm(client);
  const header = await readBackup(path, {
    async header(found) {
      await applyMigrations(client, known.slice(0, found.schema.migrations));
      await prepareTables(client, found);
    },
    table: (table, rows) => loadTable(client, table, rows),
  });
  await setSequences(client, header);
  await setTriggers(client, header.tables, 'ENABLE');
  await applyMigrations(client, known.slice(header.schema.migrations));
  return header;
};

export type RestoreOptions = {
  /** Gives up what the database holds now. */
  replace: boolean;
};

/**
 * Puts a backup into a database and migrates it to this program's schema, all in one transaction.
 * The file is checked whole before the database is touched.
 */
export const restore = async (
  databaseUrl: string,
  path: string,
  { replace }: RestoreOptions,
): Promise<BackupHeader> => {
  const known = readMigrationFiles({ migrationsFolder });
  await verify(path, known);
  return withClient(databaseUrl, 'keydesk-restore', async (client) => {
    await client.query('BEGIN');
    await holdDatabase(client);
    await requireUnused(client);
    await makeEmpty(client, { replace, known });
    const header = await load(client, path, known);
    await requireUnused(client);
    await client.query('COMMIT');
    return header;
  });
};
