import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isRunning } from './processes.ts';
import { startEmbeddedPostgres } from './start.ts';
import { scratchFolder } from './testing/scratch-folder.ts';

// Created closed to everyone but its owner, as a home directory is.
let dataDir: string;
beforeEach(() => {
  dataDir = scratchFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function query(url: string, sql: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('what is written is there after the next start, at the same address', async () => {
  const first = await startEmbeddedPostgres({ dataDir });
  await query(first.url, `CREATE TABLE kept AS SELECT 'schlüssel' AS word`);
  await first.stop();
  expect(isRunning(first.pid)).toBe(false);

  const second = await startEmbeddedPostgres({ dataDir });
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'SELECT upper(word) AS word FROM kept')).toEqual([
    { word: 'SCHLÜSSEL' },
  ]);
  await second.stop();
});

test('the server keeps what it confirmed, and lets nobody in without the password in the owner-only file', async () => {
  const server = await startEmbeddedPostgres({ dataDir });
  const settings = await query(
    server.url,
    `SELECT name, setting FROM pg_settings WHERE name IN
      ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding')`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    server_encoding: 'UTF8',
  });
  expect(await query(server.url, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules')).toEqual([
    { auth_method: 'scram-sha-256' },
  ]);
  expect(statSync(join(dataDir, 'postgres/keydesk-access.json')).mode & 0o777).toBe(0o600);
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await server.stop();
});

test('a start that fails leaves no server and says what the server said', async () => {
  const server = await startEmbeddedPostgres({ dataDir, throwaway: true });
  await server.stop();
  rmSync(join(dataDir, 'postgres/global'), { recursive: true });
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('PostgreSQL did not start');
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
});
