import { inject } from 'vitest';
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

/** Creates a database without a single table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const url = await createDatabase(inject('templateUrl'), freshName('empty'));
  return { url, drop: () => dropDatabase(url) };
}
