import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@keydesk/embedded-postgres/start';
import { type Database, openDatabase } from '../../server/src/db/client.ts';
import { migrate } from '../../server/src/db/migrate.ts';
import { createDatabase, dropDatabase, freshName } from '../../server/test/database-commands.ts';
import { relaxLimits } from '../../server/test/relaxed-limits.ts';

/** A durable PostgreSQL on the disk that would have real data. */
export type Harness = {
  withDatabase<T>(work: (db: Database, url: string) => Promise<T>): Promise<T>;
  folder: string;
  end(): Promise<void>;
};

const dataFolder = fileURLToPath(new URL('../../data/', import.meta.url));

export async function openHarness(): Promise<Harness> {
  mkdirSync(dataFolder, { recursive: true });
  const folder = mkdtempSync(`${dataFolder}bench-`);
  // As root the server runs under another account, which needs access to this folder.
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const clearUp = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true });
  };
  let ending: Promise<void> | undefined;
  const end = (): Promise<void> => {
    ending ??= clearUp();
    return ending;
  };
  return {
    folder,
    async withDatabase(work) {
      const url = await createDatabase(server.url, freshName('bench'));
      await migrate(url);
      await relaxLimits(url);
      const db = openDatabase(url, () => undefined);
      try {
        return await work(db, url);
      } finally {
        await db.pool.end();
        await dropDatabase(url);
      }
    },
    end,
  };
}
