import { pipeline } from 'node:stream/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  applyMigrationsInTransaction,
  compareSchema,
  migrationLock,
  migrationsFolder,
  readFirstMigration,
  type SchemaVersion,
} from '../db/migrate.ts';
import { withClient } from '../db/open-client.ts';
import { copyColumns, fixTextFormat, listTables, tableSql } from './catalogue.ts';
import { BackupError, type BackupHeader, type BackupTable } from './format.ts';
import { holdMessages } from './held-messages.ts';
import { readBackup } from './read-backup.ts';

type RestoreOptions = {
  /** Discards what the database holds now. */
  replace: boolean;
};

/**
 * Puts a backup into a database and migrates it to this program's schema, all in one transaction.
 * The file is checked whole before the database is touched. What is restored is quiet (`quiet-copy`).
 */
export async function restore(
  databaseUrl: string,
  path: string,
  { replace }: RestoreOptions,
): Promise<BackupHeader> {
  const known = readMigrationFiles({ migrationsFolder });
  await verify(path, known);
  return withClient(databaseUrl, 'keydesk-restore', async (client) => {
    await client.query('BEGIN');
    await lockDatabase(client);
    await requireNoConnections(client);
    await emptyDatabase(client, { replace, known });
    const header = await load(client, path, known);
    await holdMessages(client, header.created);
    await requireNoConnections(client);
    await client.query('COMMIT');
    return header;
  });
}

/** Reads the whole file and touches nothing: an error here is an error in the file. */
function verify(path: string, known: readonly MigrationMeta[]): Promise<BackupHeader> {
  return readBackup(path, {
    header: async ({ schema }) => requireKnown(schema, known),
    async table(_table, rows) {
      for await (const _ of rows);
    },
  });
}

/** Refuses a version that this program cannot make. */
function requireKnown(version: SchemaVersion, known: readonly MigrationMeta[]): void {
  const age = compareSchema(version, known);
  if (age === 'newer')
    throw new BackupError(
      `The backup was made by a newer Keydesk (schema ${version.migrations}; this one knows ${known.length}). Restore it with that version.`,
    );
  if (age === 'unknown')
    throw new BackupError('The backup has a schema that this Keydesk does not know.');
}

/** Keeps application processes from starting until the transaction ends: they migrate first. */
async function lockDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS held',
    [migrationLock],
  );
  if (!rows[0]?.held)
    throw new BackupError(
      'Keydesk is starting on this database, or another restore is under way. Nothing was changed.',
    );
}

/** Refuses while an application process is connected. */
async function requireNoConnections(client: pg.Client): Promise<void> {
  await client.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND (application_name = 'keydesk' OR application_name LIKE 'keydesk-live%')`,
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new BackupError(
      `Keydesk is running on this database (${count} connections). Stop it first. Nothing was changed.`,
    );
}

/** Empties the database; refuses if it holds data that are not Keydesk's or not to be replaced. */
async function emptyDatabase(
  client: pg.Client,
  { replace, known }: { replace: boolean; known: readonly MigrationMeta[] },
): Promise<void> {
  const relations = await listRelations(client);
  const first = await readFirstMigration(client);
  if (relations.length === 0 && first === null) return;
  if (first !== known[0]?.hash)
    throw new BackupError(
      'This database holds tables that are not Keydesk’s. Restore into one of its own. Nothing was changed.',
    );
  if (!replace)
    throw new BackupError(
      'This database already holds Keydesk data. Add --replace to give them up. Nothing was changed.',
    );
  await drop(client, relations);
}

async function listRelations(client: pg.Client): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `SELECT c.relname AS name, c.relkind AS kind FROM pg_class c
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND ${notFromExtension('pg_class', 'c')}`,
  );
  return rows;
}

/** Objects that belong to extensions are not the application's. */
function notFromExtension(catalogue: 'pg_class' | 'pg_proc', row: string): string {
  return `NOT EXISTS (SELECT FROM pg_depend d
                WHERE d.classid = '${catalogue}'::regclass AND d.objid = ${row}.oid
                  AND d.deptype = 'e')`;
}

async function drop(client: pg.Client, relations: readonly Relation[]): Promise<void> {
  for (const { name, kind } of relations)
    await client.query(`DROP ${kinds[kind]} IF EXISTS ${tableSql(name)} CASCADE`);
  const { rows: functions } = await client.query<{ signature: string }>(
    `SELECT p.oid::regprocedure::text AS signature FROM pg_proc p
      WHERE p.pronamespace = 'public'::regnamespace AND ${notFromExtension('pg_proc', 'p')}`,
  );
  for (const { signature } of functions) await client.query(`DROP ROUTINE ${signature} CASCADE`);
  await client.query('DROP SCHEMA drizzle CASCADE');
}

async function load(
  client: pg.Client,
  path: string,
  known: readonly MigrationMeta[],
): Promise<BackupHeader> {
  await fixTextFormat(client);
  const header = await readBackup(path, {
    async header(found) {
      await applyMigrationsInTransaction(client, known.slice(0, found.schema.migrations));
      await prepareTables(client, found);
    },
    table: (table, rows) => loadTable(client, table, rows),
  });
  await setSequences(client, header);
  await setTriggers(client, header.tables, 'ENABLE');
  await applyMigrationsInTransaction(client, known.slice(header.schema.migrations));
  return header;
}

async function prepareTables(client: pg.Client, header: BackupHeader): Promise<void> {
  const tables = await listTables(client);
  if (tableNames(tables) !== tableNames(header.tables))
    throw new BackupError('The backup’s tables are not those of its schema. Nothing was changed.');
  await setTriggers(client, tables, 'DISABLE');
  // Migrations insert a few rows, which the backup has too.
  await client.query(`TRUNCATE ${tables.map(({ name }) => tableSql(name)).join(', ')}`);
}

function tableNames(tables: readonly BackupTable[]): string {
  return tables
    .map(({ name }) => name)
    .sort()
    .join();
}

/** Triggers protect the audit trail from the application; backed-up rows have passed them already. */
async function setTriggers(
  client: pg.Client,
  tables: readonly BackupTable[],
  state: 'ENABLE' | 'DISABLE',
): Promise<void> {
  for (const { name } of tables)
    await client.query(`ALTER TABLE ${tableSql(name)} ${state} TRIGGER USER`);
}

function loadTable(
  client: pg.Client,
  table: BackupTable,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  return pipeline(rows, client.query(copyFrom(`COPY ${copyColumns(table)} FROM STDIN`)));
}

async function setSequences(client: pg.Client, { sequences }: BackupHeader): Promise<void> {
  for (const { name, value, called } of sequences)
    await client.query('SELECT setval($1::regclass, $2, $3)', [tableSql(name), value, called]);
}

const kinds = { r: 'TABLE', p: 'TABLE', v: 'VIEW', m: 'MATERIALIZED VIEW', f: 'FOREIGN TABLE' };

type Relation = { name: string; kind: keyof typeof kinds };
