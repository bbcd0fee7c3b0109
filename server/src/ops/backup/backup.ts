import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readSchemaVersion } from '../../db/migrate.ts';
import { withClient } from '../../db/open-client.ts';
import {
  BackupError,
  type BackupHeader,
  type BackupTable,
  copyColumns,
  countRows,
  endOfRows,
  fixTextFormat,
  formatName,
  formatVersion,
  listSequences,
  listTables,
  tableSql,
} from './format.ts';

/** Backs up a database in use to a file; returns the rows of each table. */
export function backup(databaseUrl: string, path: string): Promise<Map<string, number>> {
  return withClient(databaseUrl, 'keydesk-backup', (client) => backupWithClient(client, path));
}

/** Aborting `signal` leaves no file behind. */
export async function backupWithClient(
  client: pg.Client,
  path: string,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const rows = new Map<string, number>();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await writeCompressed(path, backupBytes(client, rows), signal);
  await client.query('COMMIT');
  return rows;
}

/** The transaction must be REPEATABLE READ, so that all tables are from the same moment. */
export async function* backupBytes(
  client: pg.Client,
  rows = new Map<string, number>(),
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  await fixTextFormat(client);
  yield* hashed(contents(client, rows), hash);
  yield jsonLine({ rows: Object.fromEntries(rows), sha256: hash.digest('hex') });
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Every line before the trailer; counts the rows. */
async function* contents(client: pg.Client, rows: Map<string, number>): AsyncGenerator<Buffer> {
  const header = await headerOf(client);
  yield jsonLine(header);
  for (const table of header.tables) {
    rows.set(table.name, 0);
    yield* sectionOf(client, table, (more) =>
      rows.set(table.name, (rows.get(table.name) ?? 0) + more),
    );
  }
}

async function headerOf(client: pg.Client): Promise<BackupHeader> {
  const schema = await readSchemaVersion(client);
  if (!schema) throw new BackupError('This database holds no Keydesk data.');
  const tables = await listTables(client);
  // From here on no migration can change a table during the backup.
  const all = tables.map(({ name }) => tableSql(name)).join(', ');
  await client.query(`LOCK TABLE ${all} IN ACCESS SHARE MODE`);
  return {
    format: formatName,
    version: formatVersion,
    created: new Date().toISOString(),
    schema,
    tables,
    sequences: await listSequences(client),
  };
}

function jsonLine(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

async function* sectionOf(
  client: pg.Client,
  table: BackupTable,
  count: (rows: number) => void,
): AsyncGenerator<Buffer> {
  yield jsonLine({ table: table.name });
  const rows = client.query(copyTo(`COPY ${copyColumns(table)} TO STDOUT`));
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    count(countRows(chunk));
    yield chunk;
  }
  yield Buffer.from(endOfRows);
}

/**
 * Writes compressed bytes to a file atomically and durably. Only its owner may read it: it contains
 * personal data and the installation's secrets.
 */
export async function writeCompressed(
  path: string,
  bytes: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<void> {
  const draft = `${path}.tmp`;
  await requireReplaceable(path);
  try {
    await rm(draft, { force: true });
    const file = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
    await pipeline(Readable.from(bytes, { objectMode: false }), createGzip(), file, {
      ...(signal && { signal }),
    });
    await sync(draft);
    await rename(draft, path);
    await sync(dirname(path));
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Root could replace even a device such as `/dev/null`, which other programs need. */
async function requireReplaceable(path: string): Promise<void> {
  const existing = await lstat(path).catch(() => null);
  if (existing && !existing.isFile())
    throw new BackupError(`${path} is no regular file: name a new file, or one to replace.`);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
