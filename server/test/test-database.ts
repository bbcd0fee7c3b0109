import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/db/client.ts';
import { createDatabase, dropDatabase, freshName, nameOf } from './database-commands.ts';

export type TestDatabase = {
  url: string;
  drop(): Promise<void>;
};

/** An empty, migrated database; drop it after the file's tests. */
export async function createTestDatabase(template = inject('templateUrl')): Promise<TestDatabase> {
  const url = await createDatabase(template, freshName('test'), nameOf(template));
  return { url, drop: () => dropDatabase(url) };
}

/** A test database with connections; `close` ends them and drops it. */
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

export async function createEmptyDatabase(): Promise<TestDatabase> {
  const url = await createDatabase(inject('templateUrl'), freshName('empty'));
  return { url, drop: () => dropDatabase(url) };
}
