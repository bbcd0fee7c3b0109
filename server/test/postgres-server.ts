import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { createDatabase, dropDatabase, freshName, nameOf } from './database-commands.ts';
import { provideServer } from './provide-server.ts';
import { relaxLimits } from './relaxed-limits.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database that every test database copies. */
    templateUrl: string;
    /** Another one, with relaxed limits, that every test application copies. */
    relaxedTemplateUrl: string;
    /** The multiple of the usual random input that fuzz tests send. */
    thoroughness: number;
  }
}

/** One server for the whole run, with migrated databases to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await provideServer();
  try {
    const templateUrl = await createDatabase(server.url, freshName('template'));
    await migrate(templateUrl);
    project.provide('templateUrl', templateUrl);
    const relaxedUrl = await createDatabase(server.url, freshName('relaxed'), nameOf(templateUrl));
    await relaxLimits(relaxedUrl);
    project.provide('relaxedTemplateUrl', relaxedUrl);
    return async () => {
      for (const url of [templateUrl, relaxedUrl]) await dropDatabase(url);
      await server.end();
    };
  } catch (error) {
    await server.end();
    throw error;
  }
}
