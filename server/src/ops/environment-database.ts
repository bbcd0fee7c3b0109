import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startEmbeddedPostgres } from '@keydesk/embedded-postgres/start';
import { readConfig } from '../config/config.ts';
import { describeDatabase } from '../db/errors.ts';

type Work<T> = (databaseUrl: string, place: string) => Promise<T>;

/**
 * Works on the database that the environment names, whether or not Keydesk is running:
 * `DATABASE_URL`, or the one in `DATA_DIR`, which is created only with `creates`.
 */
export async function withEnvironmentDatabase<T>(
  { creates }: { creates: boolean },
  work: Work<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) return work(databaseUrl, describeDatabase(databaseUrl));
  if (!creates && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`There are no data in ${resolve(dataDir)}.`);
  const postgres = await startEmbeddedPostgres({ dataDir });
  try {
    return await work(postgres.url, resolve(dataDir));
  } finally {
    await postgres.stop();
  }
}
