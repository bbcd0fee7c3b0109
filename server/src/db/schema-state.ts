import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './client.ts';
import { migrationsFolder } from './migrate.ts';
import { ageOfSchema, readSchemaVersion, type SchemaAge } from './schema-version.ts';

/** How many migrations the database has been through, and what that is to this program. */
export type SchemaState = { applied: number; known: number; age: SchemaAge };

export async function readSchemaState({ pool }: Database): Promise<SchemaState> {
  const known = readMigrationFiles({ migrationsFolder });
  const client = await pool.connect();
  try {
    const version = await readSchemaVersion(client);
    return {
      applied: version?.migrations ?? 0,
      known: known.length,
      age: ageOfSchema(version, known),
    };
  } finally {
    client.release();
  }
}

/** Refuses a database that this program would misread, or that holds no data of Keydesk. */
export async function requireCurrentSchema(db: Database): Promise<void> {
  const { applied, age } = await readSchemaState(db);
  if (applied === 0) throw new Error('This database holds no Keydesk data.');
  if (age === 'older')
    throw new Error('The database has an older schema than this program: start the server first.');
  if (age !== 'current')
    throw new Error('The database has the schema of another program: use the one that made it.');
}
