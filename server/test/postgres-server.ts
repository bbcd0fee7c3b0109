import { chmodSync, rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/db/embedded/start.ts';
import { migrate } from '../src/db/migrate.ts';
import { createDatabase, dropDatabase, freshName } from './database-commands.ts';
import { scratchFolder } from './scratch-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test database is a copy of. */
    templateUrl: string;
  }
}

/** One server for the whole run, with a migrated database to copy from. */
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

/** The server that tests use: the one they were given, or one of their own. */
export async function provideServer(): Promise<{ url: string; end(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, end: async () => undefined };
  const dataDir = scratchFolder();
  // A root run hands the server to another account, which has to pass through.
  chmodSync(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, throwaway: true });
  return {
    url: server.url,
    end: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
