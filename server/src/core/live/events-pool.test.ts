import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { EventsPool } from './server.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A pool ends before its connections are closed, which the end of the database then breaks. */
function open() {
  return new EventsPool(database.url, { max: 4, session: {} }).on('error', () => undefined);
}

test('the pool ends although its listener is never given back', async () => {
  const pool = open();
  const client = await pool.connect();
  await client.query('LISTEN news');
  await expect(pool.end()).resolves.toBeUndefined();
});

test('the pool ends although its listener is still connecting', async () => {
  const pool = open();
  void pool.connect();
  await expect(pool.end()).resolves.toBeUndefined();
});

test('the pool ends after its listener was given back', async () => {
  const pool = open();
  const client = await pool.connect();
  client.removeAllListeners('end');
  client.release();
  await expect(pool.end()).resolves.toBeUndefined();
});
