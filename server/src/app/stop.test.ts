import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '@keydesk/embedded-postgres/server';
import { scratchFolder } from '@keydesk/embedded-postgres/testing/scratch-folder';
import { api } from '@keydesk/shared/api';
import Fastify from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { insertKey } from '../../test/factories/keys.ts';
import { insertUser } from '../../test/factories/users.ts';
import { loansOf } from '../../test/handovers.ts';
import { closePages, openPage } from '../../test/live-page.ts';
import { TestClient } from '../../test/test-client.ts';
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { migrationLock } from '../db/migrate.ts';
import { openSession } from '../features/session/sessions.ts';
import { shutDownGracefully } from '../http/server.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const children: ChildProcess[] = [];

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase(inject('relaxedTemplateUrl'));
  db = openDatabase(database.url, () => undefined);
});
afterEach(() => {
  closePages();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await db.pool.end();
  await database.drop();
});

/** Runs the program as a process of its own; `stopped` tells how it ended. */
async function runProgram(variables: Record<string, string>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    env: { ...process.env, ...variables, PORT: String(port), PUBLIC_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const stopped = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const ready = async () => {
    const line = once(createInterface(child.stdout), 'line');
    await Promise.race([line, stopped.then(() => Promise.reject(new Error('It ended')))]);
  };
  return { url, child, stopped, ready };
}

function statusOf(url: string): Promise<number> {
  return fetch(url).then(({ status }) => status);
}

const patiently = { timeout: 4_000, interval: 20 };
const untilStarted = { timeout: 60_000, interval: 50 };

const nowhere = 'postgres://127.0.0.1:1/keydesk';

async function waitingForLocks(): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test('SIGTERM in the middle of handovers: each is answered and kept, then the process is gone', async () => {
  // Someone is there already, so that no demo data are loaded.
  const security = await insertUser(db, { role: 'security' });
  const keys = await Promise.all(Array.from({ length: 4 }, () => insertKey(db)));
  const { url, child, stopped, ready } = await runProgram({ DATABASE_URL: database.url });
  await ready();
  const guard = new TestClient(url, security, await openSession(db, security.id));
  const page = await openPage(guard);

  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM keys FOR UPDATE');
  const calls = keys.map(({ id }) => guard.call(api.takeKey, { params: { id } }));
  await expect.poll(waitingForLocks, patiently).toBe(keys.length);

  child.kill('SIGTERM');
  await expect.poll(() => statusOf(`${url}/readyz`), patiently).toBe(503);
  const late = await fetch(`${url}/api/config`);
  expect([late.status, late.headers.get('connection'), await late.json()]).toEqual([
    503,
    'close',
    {
      success: false,
      message: 'Server is temporarily unavailable. Please try again later.',
      error: { code: 'STOPPING' },
    },
  ]);
  expect(late.headers.get('x-content-type-options')).toBe('nosniff');
  await blocker.query('COMMIT');
  await blocker.end();

  for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  for (const { id } of keys) expect(await loansOf(db, id)).toHaveLength(1);
  expect(await page.ended).toBe('transport close');
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(page.received('key-updated')).toHaveLength(keys.length);
});

test('SIGTERM with a grace: not ready any more, it still serves and ends connections politely', async () => {
  const security = await insertUser(db, { role: 'security' });
  const key = await insertKey(db);
  const { url, child, stopped, ready } = await runProgram({
    DATABASE_URL: database.url,
    STOP_GRACE_SECONDS: '5',
  });
  await ready();
  const guard = new TestClient(url, security, await openSession(db, security.id));
  const page = await openPage(guard);
  expect((await fetch(`${url}/readyz`)).headers.get('connection')).toBe('keep-alive');

  child.kill('SIGTERM');
  const readiness = () => fetch(`${url}/readyz`).then((answer) => answer.json());
  await expect.poll(readiness, patiently).toEqual({ status: 'stopping' });
  const { status, headers } = await guard.call(api.takeKey, { params: { id: key.id } });
  expect([status, headers.get('connection')]).toEqual([200, 'close']);
  const lateComer = await openPage(guard);
  await lateComer.caughtUp();
  expect(page.received('key-updated')).toHaveLength(1);

  expect(await page.ended).toBe('transport close');
  expect(await lateComer.ended).toBe('transport close');
  expect(await stopped).toEqual({ code: 0, signal: null });
});

test('SIGTERM while it waits for a database: it leaves at once, and nothing has failed', async () => {
  const { url, child, stopped } = await runProgram({ DATABASE_URL: nowhere });
  await expect.poll(() => statusOf(`${url}/readyz`), untilStarted).toBe(503);
  child.kill('SIGTERM');
  expect(await stopped).toEqual({ code: 0, signal: null });
});

test('SIGTERM while it waits to migrate: it leaves at once, and nothing has failed', async () => {
  const blocker = new pg.Client({ connectionString: database.url });
  await blocker.connect();
  await blocker.query('SELECT pg_advisory_lock($1)', [migrationLock]);
  const { child, stopped } = await runProgram({ DATABASE_URL: database.url });
  await expect.poll(waitingForLocks, untilStarted).toBe(1);
  child.kill('SIGTERM');
  expect(await stopped).toEqual({ code: 0, signal: null });
  await blocker.end();
});

test('SIGTERM while it makes a database of its own: nothing half-made is left', async () => {
  const dataDir = scratchFolder();
  const { child, stopped } = await runProgram({ DATABASE_URL: '', DATA_DIR: dataDir });
  const made = () => readdirSync(dataDir, { recursive: true });
  await expect.poll(made, untilStarted).toContainEqual(expect.stringMatching(/\/base\/1\/\d+$/));
  child.kill('SIGTERM');
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(readdirSync(dataDir)).toEqual(['postgres-run']);
  rmSync(dataDir, { recursive: true });
});

/** An application of nothing but its way to stop, and what a caller wrote to it on a connection. */
async function stopWhile(written: string) {
  const app = Fastify();
  shutDownGracefully(app, { graceMs: 0, drainMs: 50 });
  app.post('/', async () => 'never');
  const port = await freePort();
  await app.listen({ port, host: '127.0.0.1' });
  const begun = once(app.server, written ? 'request' : 'connection');
  const caller = connect(port, '127.0.0.1').on('error', () => undefined);
  caller.write(written);
  const cut = once(caller, 'close');
  await begun;
  await app.close();
  await cut;
  return app.server.listening;
}

test('a request that never ends does not keep the server', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: keys\r\nContent-Type: text/plain\r\nContent-Length: 9';
  expect(await stopWhile(`${head}\r\n\r\nhalf`)).toBe(false);
});

test('a connection on which nothing was asked does not keep the server', async () => {
  expect(await stopWhile('')).toBe(false);
});
