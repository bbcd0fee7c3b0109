import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { z } from 'zod';
import { holdMessages } from '../../core/messages/held-messages.ts';
import {
  applyMigrationsInTransaction,
  compareSchema,
  migrationLock,
  migrationsFolder,
  readFirstMigration,
  type SchemaVersion,
} from '../../db/migrate.ts';
import { withClient } from '../../db/open-client.ts';
import {
  BackupError,
  type BackupHeader,
  type BackupTable,
  copyColumns,
  endOfRows,
  fixTextFormat,
  formatName,
  formatVersion,
  headerSchema,
  listTables,
  sectionSchema,
  tableSql,
  trailerSchema,
} from './format.ts';

type RestoreOptions = {
  /** Discards the database's current content. */
  replace: boolean;
};

/**
 * Restores a backup and migrates it to this program's schema in one transaction. The whole file is
 * verified before the database is touched. The restored copy holds its messages (`quiet-copy`).
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

/** Refuses a schema that this program cannot create. */
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

/** Refuses if the database contains data that are not Keydesk's or not to be replaced. */
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

/** Triggers protect the audit log from the application; backed-up rows have passed them already. */
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

/** `table` has to consume all rows. */
type BackupReader = {
  header(header: BackupHeader): Promise<void>;
  table(table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void>;
};

/**
 * Reads and verifies a whole backup.
 * @throws BackupError if it is not a backup, or damaged, possibly after parts were passed to the
 *   reader
 */
async function readBackup(path: string, reader: BackupReader): Promise<BackupHeader> {
  const { size } = await stat(path);
  if (size === 0) throw notABackupError();
  const file = createReadStream(path);
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  const lines = new LineReader(file.pipe(gunzip), createHash('sha256'));
  try {
    const header = await readLines(lines, reader);
    // Decompression silently ignores bytes after the compressed data.
    if (gunzip.bytesWritten !== size) throw damagedError('something follows its end');
    return header;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw damagedError('it is cut short');
    if (code?.startsWith('Z_')) throw damagedError('it cannot be decompressed');
    throw error;
  } finally {
    file.destroy();
    gunzip.destroy();
  }
}

function notABackupError(): BackupError {
  return new BackupError('This file is not a Keydesk backup. Nothing was changed.');
}

async function readLines(lines: LineReader, reader: BackupReader): Promise<BackupHeader> {
  const header = await readHeader(lines);
  await reader.header(header);
  for (const table of header.tables) {
    const section = parseLine(sectionSchema, await lines.line());
    if (section?.table !== table.name) throw damagedError(`table ${table.name} is missing`);
    await reader.table(table, lines.rows());
  }
  const digest = lines.digest();
  const trailer = parseLine(trailerSchema, await lines.line());
  if (!trailer) throw damagedError('its end is missing');
  if (trailer.sha256 !== digest) throw damagedError('its checksum does not match');
  await lines.requireEnd();
  return header;
}

async function readHeader(lines: LineReader): Promise<BackupHeader> {
  const line = await lines.line().catch((error: NodeJS.ErrnoException) => {
    throw error instanceof BackupError || error.code === 'Z_DATA_ERROR' ? notABackupError() : error;
  });
  const header = parseLine(headerSchema, line);
  if (header?.format !== formatName) throw notABackupError();
  if (header.version !== formatVersion)
    throw new BackupError(
      `The backup has format ${header.version}; this Keydesk reads format ${formatVersion}.`,
    );
  return header;
}

function parseLine<S extends z.ZodType>(schema: S, line: Buffer): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(line.toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

function damagedError(what: string): BackupError {
  return new BackupError(`The backup is damaged: ${what}. Nothing was changed.`);
}

const lineFeed = 10;
const longestLine = 1_000_000;
const endMarkerAfterRow = Buffer.from(`\n${endOfRows}`);
const endMarker = Buffer.from(endOfRows);

/** Reads lines and blocks of rows from a stream, and hashes them. */
class LineReader {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #hash: Hash;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>, hash: Hash) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#hash = hash;
  }

  /** Without the line feed. */
  async line(): Promise<Buffer> {
    let end = this.#held.indexOf(lineFeed);
    while (end < 0) {
      if (this.#held.length > longestLine || !(await this.#more())) throw truncatedError();
      end = this.#held.indexOf(lineFeed);
    }
    return this.#take(end + 1).subarray(0, end);
  }

  /** Whole rows, many at a time; consumes the terminating line, too. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#endOfRows();
      if (end >= 0) {
        if (end > 0) yield this.#take(end);
        this.#take(endMarker.length);
        return;
      }
      const whole = this.#held.lastIndexOf(lineFeed) + 1;
      if (whole > 0) yield this.#take(whole);
      if (!(await this.#more())) throw truncatedError();
    }
  }

  /** The digest of everything read so far. */
  digest(): string {
    return this.#hash.copy().digest('hex');
  }

  async requireEnd(): Promise<void> {
    if (this.#held.length > 0 || (await this.#more()))
      throw new BackupError('The backup is damaged: something follows its end.');
  }

  #endOfRows(): number {
    if (this.#held.subarray(0, endMarker.length).equals(endMarker)) return 0;
    const at = this.#held.indexOf(endMarkerAfterRow);
    return at < 0 ? -1 : at + 1;
  }

  #take(length: number): Buffer {
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    this.#hash.update(taken);
    return taken;
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#chunks.next();
    if (done) return false;
    this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, value]) : value;
    return true;
  }
}

function truncatedError(): BackupError {
  return new BackupError('The backup is damaged: it is cut short. Nothing was changed.');
}
