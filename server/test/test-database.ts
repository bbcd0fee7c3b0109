import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/db/client.ts';
import { createDatabase, dropDatabase, freshName, nameOf } from './database-commands.ts';

/** A migrated database of its own for one test file. */
export type TestDatabase = {
  url: string;
  drop(): Promise<void>;
};

/** Creates an empty, migrated database; drop it when the file's tests are done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateUrl');
  const url = await createDatabase(template, freshName('test'), nameOf(template));
  return { url, drop: () => dropDatabase(url) };
}

/** The same, with connections to it; `close` ends them and drops it. */
export async function openTestDatabase(): Promise<OpenTestDatabase> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase(url, () => undefined);
  return {
    url,
    db,
    async close() {
      await db.pool.end();
      await drop();
    },
  };
}

type OpenTestDatabase = { url: string; db: Database; close(): Promise<void> };

/** Creates a database without a single table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const url = await createDatabase(inject('templateUrl'), freshName('empty'));
  return { url, drop: () => dropDatabase(url) };
}
