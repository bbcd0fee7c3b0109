import type { MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';

/** Which migrations a database has been through: how many, and the digest of the last. */
export type SchemaVersion = { migrations: number; hash: string };

/** What a schema is to the one that this program makes. */
export type SchemaAge = 'older' | 'current' | 'newer' | 'unknown';

const listApplied = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ hash: string }>(
    'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return rows.map(({ hash }) => hash);
};

/** The migrations that a database has been through, or null when it never held Keydesk's tables. */
export const readSchemaVersion = async (client: pg.ClientBase): Promise<SchemaVersion | null> => {
  const applied = await listApplied(client);
  const hash = applied.at(-1);
  return hash === undefined ? null : { migrations: applied.length, hash };
};

/** The migration with which a database began, by which its owner is known. */
export const readFirstMigration = async (client: pg.ClientBase): Promise<string | null> =>
  (await listApplied(client))[0] ?? null;

/** Compares a schema, null for that of an empty database, with the known migrations. */
export const ageOfSchema = (
  version: SchemaVersion | null,
  known: readonly Pick<MigrationMeta, 'hash'>[],
): SchemaAge => {
  if (!version) return 'older';
  if (version.migrations > known.length) return 'newer';
  if (known[version.migrations - 1]?.hash !== version.hash) return 'unknown';
  return version.migrations < known.length ? 'older' : 'current';
};

/** Applies migrations inside the caller's transaction, and records them as the migrator does. */
export const applyMigrations = async (
  client: pg.Client,
  migrations: readonly MigrationMeta[],
): Promise<void> => {
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
};
