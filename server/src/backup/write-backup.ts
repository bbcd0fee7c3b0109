import { createHash, type Hash } from 'node:crypto';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { readSchemaVersion } from '../db/schema-version.ts';
import { BackupError } from './backup-error.ts';
import {
  type BackupHeader,
  type BackupTable,
  countRows,
  endOfRows,
  formatName,
  formatVersion,
} from './backup-format.ts';
import { listSequences, listTables, tableSql } from './catalogue.ts';
import { copyColumns, fixTextForm } from './copy-text.ts';

const jsonLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);

const headerOf = async (client: pg.Client): Promise<BackupHeader> => {
  const schema = await readSchemaVersion(client);
  if (!schema) throw new BackupError('This database holds no Keydesk data.');
  const tables = await listTables(client);
  // From here on no migration changes a table under the backup.
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
};

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

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

/** Every line of a backup before the trailer, counting the rows as they pass. */
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

/**
 * The bytes of a backup, before compression, of what the client's transaction sees. The transaction
 * must be REPEATABLE READ, so that all tables are of one moment.
 */
export async function* backupBytes(
  client: pg.Client,
  rows = new Map<string, number>(),
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  await fixTextForm(client);
  yield* hashed(contents(client, rows), hash);
  yield jsonLine({ rows: Object.fromEntries(rows), sha256: hash.digest('hex') });
}
