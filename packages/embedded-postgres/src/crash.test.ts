import { execFileSync, spawn } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { findPostmaster } from './postmaster.ts';
import { isRunning } from './processes.ts';
import { startEmbeddedPostgres } from './start.ts';
import { holdPostgres } from './testing/postgres-holder.ts';
import { scratchFolder } from './testing/scratch-folder.ts';

const patience = { timeout: 60_000, interval: 20 };

let prepared: string;
let dataDir: string;
beforeAll(async () => {
  prepared = scratchFolder();
  const server = await startEmbeddedPostgres({ dataDir: prepared, throwaway: true });
  await server.stop();
});
beforeEach(() => {
  dataDir = scratchFolder();
  // PostgreSQL refuses a folder that others may read, and cpSync keeps its mode on Node 20 alone.
  execFileSync('cp', ['-Rp', `${prepared}/.`, dataDir]);
});
afterEach(() => rmSync(dataDir, { recursive: true }));
afterAll(() => rmSync(prepared, { recursive: true }));

function emptyDataDir(): void {
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir);
}

function start(log?: (message: string) => void) {
  return startEmbeddedPostgres({ dataDir, throwaway: true, ...(log && { log }) });
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = await connect(url);
  return (await client.query(sql).finally(() => client.end())).rows;
}

/** Leaves a server behind whose user was killed. */
async function orphanedServer(): Promise<{ url: string; pid: number }> {
  const holder = holdPostgres(dataDir);
  const server = await holder.ready;
  await holder.end('SIGKILL');
  return server;
}

async function whenPreparing(): Promise<void> {
  await vi.waitFor(
    () => {
      const staging = readdirSync(dataDir).find((name) => name.startsWith('postgres-new-')) ?? '';
      expect(existsSync(join(dataDir, staging, 'cluster/PG_VERSION'))).toBe(true);
    },
    { timeout: 60_000, interval: 5 },
  );
}

test('a server that is killed is started again at the same address, with what it confirmed', async () => {
  const server = await start();
  const { pid } = server;
  await query(server.url, 'CREATE TABLE kept AS SELECT 7 AS n');
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(async () => {
    expect(await query(server.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
    expect(server.pid).not.toBe(pid);
  }, patience);
  await server.stop();
  expect(isRunning(server.pid)).toBe(false);
});

test('a server is started again by whoever uses it, when it is killed and when its owner leaves', async () => {
  const holder = holdPostgres(dataDir);
  const { pid } = await holder.ready;
  const server = await start();
  expect(server.pid).toBe(pid);
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => query(server.url, 'SELECT 1'), patience);
  await holder.end('SIGTERM');
  await vi.waitFor(() => query(server.url, 'SELECT 1'), patience);
  await server.stop();
  expect(isRunning(server.pid)).toBe(false);
});

test('the server of a killed application is joined at the next start, and ended with it', async () => {
  const orphan = await orphanedServer();
  expect(isRunning(orphan.pid)).toBe(true);
  const server = await start();
  expect({ url: server.url, pid: server.pid }).toEqual(orphan);
  await server.stop();
  expect(isRunning(orphan.pid)).toBe(false);
});

test('a server killed together with its application leaves nothing that stands in the way', async () => {
  const orphan = await orphanedServer();
  process.kill(orphan.pid, 'SIGKILL');
  await vi.waitFor(() => expect(isRunning(orphan.pid)).toBe(false), patience);
  const server = await start();
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('a pid file whose pid now belongs to another process does not keep the server from starting', async () => {
  const file = join(dataDir, 'postgres/postmaster.pid');
  const { uid, gid } = statSync(join(prepared, 'postgres'));
  const bystander = spawn('sleep', ['600'], process.getuid?.() === 0 ? { uid, gid } : {});
  const lines = [
    bystander.pid,
    join(dataDir, 'postgres'),
    1,
    5432,
    '',
    '127.0.0.1',
    '1 1',
    'ready',
  ];
  writeFileSync(file, lines.join('\n'));
  chownSync(file, uid, gid);

  const server = await start();
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
  expect(bystander.kill()).toBe(true);
});

test('an application killed while it prepares a new cluster leaves nothing half made', async () => {
  emptyDataDir();
  const holder = holdPostgres(dataDir);
  holder.ready.catch(() => undefined);
  await whenPreparing();
  await holder.end('SIGKILL');
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  const server = await start();
  expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await server.stop();
});

test('processes that start at once on an empty directory share one server, and none is left', async () => {
  emptyDataDir();
  const holders = [1, 2, 3].map(() => holdPostgres(dataDir));
  const servers = await Promise.all(holders.map(({ ready }) => ready));
  expect(new Set(servers.map(({ url, pid }) => `${url} ${pid}`)).size).toBe(1);
  for (const { end } of holders) await end('SIGTERM');
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeNull();
});

test('an application that exits without stopping takes its server along', async () => {
  const holder = holdPostgres(dataDir);
  const { pid } = await holder.ready;
  await holder.end('SIGINT');
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false), patience);
});
