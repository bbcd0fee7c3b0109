import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { createDatabase, dropDatabase, freshName } from './database-commands.ts';
import { provideServer } from './provide-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test database copies. */
    templateUrl: string;
    /** The multiple of the usual random input that fuzz tests send. */
    thoroughness: number;
  }
}

/** One server for the whole run, with a migrated database to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await provideServer();
  try {
    const templateUrl = await createDatabase(server.url, freshName('template'));
    await migrate(templateUrl);
    project.provide('templateUrl', templateUrl);
    return () => dropDatabase(templateUrl).finally(server.end);
  } catch (error) {
    await server.end();
    throw error;
  }
}
