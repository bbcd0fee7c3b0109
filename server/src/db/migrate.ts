import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { openClient } from './open-client.ts';
import { ageOfSchema, readSchemaVersion } from './schema-version.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Held by whoever changes the schema. */
export const migrationLock = 7_233_001;

/** A newer schema may lack what this program needs, or hold what it would spoil. */
const requireKnownSchema = async (client: pg.Client): Promise<void> => {
  const version = await readSchemaVersion(client);
  const known = readMigrationFiles({ migrationsFolder });
  const age = ageOfSchema(version, known);
  if (age === 'newer')
    throw new Error(
      `the database was migrated by a newer Keydesk (schema ${version?.migrations}; this one knows ${known.length}). Start that version, or restore a backup from before the upgrade.`,
    );
  if (age === 'unknown')
    throw new Error(
      'the database has a schema that this Keydesk does not know. Start the version that made it.',
    );
};

/** Brings the schema up to date; processes starting at once wait for each other on one lock. */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = await openClient(databaseUrl);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await requireKnownSchema(client);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
  } finally {
    await client.end();
  }
};
