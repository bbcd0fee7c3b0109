import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { createDatabase, dropDatabase, freshName } from '../../test/database-commands.ts';
import { migrate } from './migrate.ts';

const made: string[] = [];

async function emptyDatabase() {
  const url = await createDatabase(inject('templateUrl'), freshName('empty'));
  made.push(url);
  return url;
}

afterEach(async () => {
  for (const url of made.splice(0)) await dropDatabase(url);
});

async function rowsOf(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

const migrations = 'SELECT hash FROM drizzle.__drizzle_migrations ORDER BY id';

const shape = `SELECT table_name, column_name, data_type, is_nullable, column_default
                 FROM information_schema.columns WHERE table_schema = 'public'
                ORDER BY table_name, column_name`;

test('processes that start at once on an empty database make its tables once', async () => {
  const url = await emptyDatabase();
  await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
  const template = inject('templateUrl');
  expect(await rowsOf(url, migrations)).toEqual(await rowsOf(template, migrations));
  expect(await rowsOf(url, shape)).toEqual(await rowsOf(template, shape));
});

test('a second start changes nothing', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const before = await rowsOf(url, migrations);
  await migrate(url);
  expect(await rowsOf(url, migrations)).toEqual(before);
});

test('a database that is not there is told at once', async () => {
  const url = new URL(inject('templateUrl'));
  url.pathname = '/nowhere';
  await expect(migrate(url.href)).rejects.toThrow('does not exist');
});

test.each([
  [
    'a newer program has migrated',
    'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, 9e15)',
    'newer Keydesk',
  ],
  [
    'another program has made',
    'UPDATE drizzle.__drizzle_migrations SET hash = $1',
    'does not know',
  ],
])('a database that %s is refused and stays as it is', async (_which, change, reason) => {
  const url = await emptyDatabase();
  await migrate(url);
  await rowsOf(url, change.replace('$1', `'${'f'.repeat(64)}'`));
  const before = await rowsOf(url, migrations);
  await expect(migrate(url)).rejects.toThrow(reason);
  expect(await rowsOf(url, migrations)).toEqual(before);
});
