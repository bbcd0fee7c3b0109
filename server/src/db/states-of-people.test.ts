import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/test-database.ts';
import { applyMigrationsInTransaction, migrate, migrationsFolder } from './migrate.ts';
import { withClient } from './open-client.ts';

let own: TestDatabase;

beforeAll(async () => {
  own = await createEmptyDatabase();
});
afterAll(() => own.drop());

async function query(sql: string) {
  return (await withClient(own.url, 'test', (client) => client.query(sql))).rows;
}

test('of people who shared an address while removal freed it, the latest keeps it', async () => {
  const known = readMigrationFiles({ migrationsFolder });
  const before = known.findIndex(({ sql }) => sql.join().includes('users_erased_are_removed'));
  await withClient(own.url, 'test', (client) =>
    applyMigrationsInTransaction(client, known.slice(0, before)),
  );
  await query(`
    INSERT INTO users (id, email, name, role, faculty_id, issuer, subject, deleted_at) VALUES
      ('first', 'Asha@campus.test', 'Asha', 'faculty', 'F-1', 'i', 's', '2025-01-01Z'),
      ('second', 'asha@campus.test', 'Asha', 'faculty', 'f-1', 'i', 's', '2025-02-01Z'),
      ('third', 'asha@campus.test', 'Asha', 'faculty', 'F-1', 'i', 's', NULL),
      ('gone', 'gone@campus.test', 'Gone', 'faculty', 'F-2', 'i', 'g', '2025-01-01Z'),
      ('latest', 'gone@campus.test', 'Gone', 'faculty', NULL, 'i', 'h', '2025-03-01Z'),
      ('alone', 'alone@campus.test', 'Alone', 'faculty', NULL, 'i', 'a', '2025-01-01Z')`);
  await migrate(own.url);
  expect(await query('SELECT id, email, faculty_id, subject FROM users ORDER BY id')).toEqual([
    { id: 'alone', email: 'alone@campus.test', faculty_id: null, subject: 'a' },
    {
      id: 'first',
      email: 'Asha@campus.test (removed first)',
      faculty_id: 'F-1 (removed first)',
      subject: 's (removed first)',
    },
    { id: 'gone', email: 'gone@campus.test (removed gone)', faculty_id: 'F-2', subject: 'g' },
    { id: 'latest', email: 'gone@campus.test', faculty_id: null, subject: 'h' },
    {
      id: 'second',
      email: 'asha@campus.test (removed second)',
      faculty_id: 'f-1 (removed second)',
      subject: 's (removed second)',
    },
    { id: 'third', email: 'asha@campus.test', faculty_id: 'F-1', subject: 's' },
  ]);
});
