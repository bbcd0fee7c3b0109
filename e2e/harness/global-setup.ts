import { createDatabase, dropDatabase, freshName } from '../../server/test/database-commands.ts';
import { provideServer } from '../../server/test/provide-server.ts';
import { startApp } from './app-process.ts';

/** The variable with the URL of the demo campus's database; each worker uses a copy. */
export const templateVariable = 'KEYDESK_E2E_TEMPLATE_URL';

/**
 * One PostgreSQL for the whole run, with a database that the product itself has migrated and
 * filled.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // A regular exit stops the child processes; the bare signal would not.
  process.once('SIGTERM', () => process.exit(143));
  const server = await provideServer();
  try {
    const templateUrl = await createDatabase(server.url, freshName('campus'));
    // The first start fills the database; a copy must not have open connections.
    await (await startApp(templateUrl)).stop();
    process.env[templateVariable] = templateUrl;
    return () => dropDatabase(templateUrl).finally(server.end);
  } catch (error) {
    await server.end();
    throw error;
  }
}
