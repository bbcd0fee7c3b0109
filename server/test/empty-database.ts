import { inject } from 'vitest';
import { createDatabase, dropDatabase, freshName } from './database-commands.ts';
import type { TestDatabase } from './postgres.ts';

/** Creates a database without a single table. */
export const createEmptyDatabase = async (): Promise<TestDatabase> => {
  const url = await createDatabase(inject('templateUrl'), freshName('empty'));
  return { url, drop: () => dropDatabase(url) };
};
