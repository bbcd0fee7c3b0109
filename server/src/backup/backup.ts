import type pg from 'pg';
import { withClient } from './with-client.ts';
import { backupBytes } from './write-backup.ts';
import { writeCompressed } from './write-file.ts';

/** Backs a database up into a file while it is in use; answers with the rows of each table. */
export const backup = (databaseUrl: string, path: string): Promise<Map<string, number>> =>
  withClient(databaseUrl, 'keydesk-backup', (client) => backupOver(client, path));

/** The same over a connection that is there; `signal` gives it up and leaves no file behind. */
export async function backupOver(
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
