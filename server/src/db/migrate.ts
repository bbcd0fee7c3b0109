import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from './client.ts';
import { rootCause } from './errors.ts';
import { openClient } from './open-client.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** The advisory lock held while the schema is changed. */
export const migrationLock = 7_233_001;

/** Processes that start at the same time take turns. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = await openClient(databaseUrl);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    await requireKnownSchema(client);
    await applyMigrations(drizzle({ client }), { migrationsFolder });
  } catch (error) {
    throw explainRefusedExtension(error);
  } finally {
    await client.end();
  }
}

/** Some providers let only an administrator create extensions: names it and says what to do. */
function explainRefusedExtension(error: unknown): unknown {
  const root = rootCause(error);
  const name = root instanceof pg.DatabaseError && /extension "(\w+)"/.exec(root.message)?.[1];
  return name
    ? new Error(
        `the database refuses the extension ${name} (${root.message}). Its administrator has to run CREATE EXTENSION ${name} in this database, once.`,
      )
    : error;
}

/** A newer schema may lack what this program needs, or contain what it would break. */
async function requireKnownSchema(client: pg.Client): Promise<void> {
  const version = await readSchemaVersion(client);
  const known = readMigrationFiles({ migrationsFolder });
  const age = compareSchema(version, known);
  if (age === 'newer')
    throw new Error(
      `the database was migrated by a newer Keydesk (schema ${version?.migrations}; this one knows ${known.length}). Start that version, or restore a backup from before the upgrade.`,
    );
  if (age === 'unknown')
    throw new Error(
      'the database has a schema that this Keydesk does not know. Start the version that made it.',
    );
}

/** The number of applied migrations, and the digest of the last. */
export type SchemaVersion = { migrations: number; hash: string };

/** Relative to the schema that this program creates. */
type SchemaAge = 'older' | 'current' | 'newer' | 'unknown';

/** Null when the database never had Keydesk's tables. */
export async function readSchemaVersion(client: pg.ClientBase): Promise<SchemaVersion | null> {
  const applied = await listApplied(client);
  const hash = applied.at(-1);
  return hash === undefined ? null : { migrations: applied.length, hash };
}

async function listApplied(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`,
  );
  if (!tables[0]?.there) return [];
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ hash }) => hash);
}

/** Identifies a Keydesk database. */
export async function readFirstMigration(client: pg.ClientBase): Promise<string | null> {
  return (await listApplied(client))[0] ?? null;
}

/** `version` is null for an empty database. */
export function compareSchema(
  version: SchemaVersion | null,
  known: readonly Pick<MigrationMeta, 'hash'>[],
): SchemaAge {
  if (!version) return 'older';
  if (version.migrations > known.length) return 'newer';
  if (known[version.migrations - 1]?.hash !== version.hash) return 'unknown';
  return version.migrations < known.length ? 'older' : 'current';
}

/** Records them as the migrator does. */
export async function applyMigrationsInTransaction(
  client: pg.Client,
  migrations: readonly MigrationMeta[],
): Promise<void> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    `CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations
       (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query(
      'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)',
      [hash, folderMillis],
    );
  }
}

type SchemaState = { applied: number; known: number; age: SchemaAge };

export async function readSchemaState({ pool }: Database): Promise<SchemaState> {
  const known = readMigrationFiles({ migrationsFolder });
  const client = await pool.connect();
  try {
    const version = await readSchemaVersion(client);
    return {
      applied: version?.migrations ?? 0,
      known: known.length,
      age: compareSchema(version, known),
    };
  } finally {
    client.release();
  }
}

/** Refuses a database that this program would misread, or without Keydesk data. */
export async function requireCurrentSchema(db: Database): Promise<void> {
  const { applied, age } = await readSchemaState(db);
  if (applied === 0) throw new Error('This database holds no Keydesk data.');
  if (age === 'older')
    throw new Error('The database has an older schema than this program: start the server first.');
  if (age !== 'current')
    throw new Error('The database has the schema of another program: use the one that made it.');
}
