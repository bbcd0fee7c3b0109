import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { applyMigrationsInTransaction, migrate, migrationsFolder } from '../../db/migrate.ts';
import { withClient } from '../../db/open-client.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const folder = scratchFolder();
const file = join(folder, 'old.backup');
const known = readMigrationFiles({ migrationsFolder });

let old: TestDatabase;
let target: TestDatabase;

async function query(url: string, sql: string) {
  return (await withClient(url, 'test', (client) => client.query(sql))).rows;
}

beforeAll(async () => {
  old = await createEmptyDatabase();
  await withClient(old.url, 'test', (client) =>
    applyMigrationsInTransaction(client, known.slice(0, 1)),
  );
  await query(
    old.url,
    `INSERT INTO users (id, email, name, role, issuer, subject)
     VALUES ('u1', 'asha@campus.test', 'Asha', 'faculty', 'https://identity.test', 's1');
     INSERT INTO audit_events (action, subject_id, at) VALUES ('sign-in', 'u1', '2025-02-03T04:05:06Z')`,
  );
});
beforeEach(async () => {
  target = await createEmptyDatabase();
});
afterEach(() => target.drop());
afterAll(async () => {
  await old.drop();
  rmSync(folder, { recursive: true });
});

test('a backup of the first schema is restored into it, and its data go through every migration since', async () => {
  await backup(old.url, file);
  const header = await restore(target.url, file, { replace: false });
  expect(header.schema.migrations).toBe(1);
  // A later migration fills this table from the audit trail that the backup brought.
  expect(await query(target.url, `SELECT user_id, at FROM sign_ins`)).toEqual([
    { user_id: 'u1', at: new Date('2025-02-03T04:05:06Z') },
  ]);
  expect(await query(target.url, 'SELECT level, hash FROM audit_events')).toEqual([
    { level: 'INFO', hash: null },
  ]);
  expect(
    await query(target.url, 'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY created_at'),
  ).toEqual(known.map(({ hash }) => ({ hash })));
});

test('the next start of the application finds nothing left to migrate', async () => {
  await backup(old.url, file);
  await restore(target.url, file, { replace: false });
  await migrate(target.url);
  expect(
    await query(target.url, 'SELECT count(*)::int AS count FROM drizzle.__drizzle_migrations'),
  ).toEqual([{ count: known.length }]);
});

test('a backup with a migration that this program does not know is refused', async () => {
  await withClient(old.url, 'test', async (client) => {
    await client.query('BEGIN');
    await client.query('UPDATE drizzle.__drizzle_migrations SET hash = $1', ['f'.repeat(64)]);
    await client.query('COMMIT');
    await backup(old.url, file);
    await client.query('UPDATE drizzle.__drizzle_migrations SET hash = $1', [known[0]?.hash]);
  });
  await expect(restore(target.url, file, { replace: false })).rejects.toThrow(
    'has a schema that this Keydesk does not know',
  );
});
