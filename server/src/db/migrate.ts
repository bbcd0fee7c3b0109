import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Held by whoever changes the schema. */
export const migrationLock = 7_233_001;

/** Brings the schema up to date; processes starting at once wait for each other on one lock. */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  // A connection that breaks is told twice: to the statement that waits, and here.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
};
