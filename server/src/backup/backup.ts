import { withClient } from './with-client.ts';
import { backupBytes } from './write-backup.ts';
import { writeCompressed } from './write-file.ts';

/** Backs a database up into a file while it is in use; answers with the rows of each table. */
export const backup = (databaseUrl: string, path: string): Promise<Map<string, number>> =>
  withClient(databaseUrl, 'keydesk-backup', async (client) => {
    const rows = new Map<string, number>();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await writeCompressed(path, backupBytes(client, rows));
    await client.query('COMMIT');
    return rows;
  });
