import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './test-database.ts';

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(sql).finally(() => client.end());
}

test('each test database has the migrated tables and nothing of the others', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const migrated = `SELECT 1 FROM information_schema.tables WHERE table_schema = 'public'`;
  expect((await query(one.url, migrated)).rowCount).toBeGreaterThan(0);
  await query(one.url, 'CREATE TABLE mine ()');
  await expect(query(other.url, 'SELECT 1 FROM mine')).rejects.toThrow('does not exist');
  await Promise.all([one.drop(), other.drop()]);
});

test('a dropped test database is gone, even when connections to it are open', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'SELECT 1')).rejects.toThrow('does not exist');
});
