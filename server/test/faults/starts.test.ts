import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrl, readAccess } from '@keydesk/embedded-postgres/cluster';
import { freePort } from '@keydesk/embedded-postgres/server';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/client.ts';
import { startDatabaseProxy } from '../database-proxy.ts';
import { checkAuth, signIn } from '../sign-in.ts';
import { createEmptyDatabase } from '../test-database.ts';
import { type AppProcess, startApp } from './app-process.ts';
import { startLoad } from './load.ts';
import { reportFigure, rounds } from './rounds.ts';
import { openSite } from './site.ts';

const patiently = { timeout: 120_000, retry: 0 };

const undo: (() => Promise<unknown> | undefined)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function answer(url: string) {
  const response = await fetch(url).catch(() => undefined);
  return response ? { status: response.status, text: await response.text() } : undefined;
}

test(
  'an application whose database comes later says so until then, and serves by itself',
  patiently,
  async () => {
    const line = await startDatabaseProxy();
    const site = await openSite({ faculty: 1, desks: 2, keys: 3 }, line.reach);
    undo.push(() => site.close());
    await line.cut();
    const app = site.start();
    await expect.poll(() => answer(`${app.url}/healthz`), { timeout: 60_000 }).toBeDefined();
    expect(await answer(`${app.url}/api/keys`)).toEqual({
      status: 503,
      text: '{"success":false,"message":"Server is temporarily unavailable. Please try again later.","error":{"code":"DATABASE_UNAVAILABLE"}}',
    });
    expect(await answer(`${app.url}/readyz`)).toMatchObject({ status: 503 });
    expect(app.complaints.join()).toContain('Waiting for the database');
    await line.mend();
    undo.push(() => line.cut());
    await app.ready;
    const load = startLoad(site.people);
    await load.served();
    await load.stop();
    expect(load.surprises).toEqual([]);
    reportFigure('Database away at start: 503 until it came, then served without a restart');
  },
);

/** Both serve one database that was filled once, and know each other's sessions. */
async function expectOneCampus(apps: readonly AppProcess[], url: string) {
  await Promise.all(apps.map(({ ready }) => ready));
  const [one, other] = apps;
  const { cookie = '' } = await signIn(one?.url ?? '', 'asha.rao@campus.test');
  expect(await checkAuth(other?.url ?? '', { cookie })).toMatchObject({ status: 200 });
  const db = openDatabase(url, () => undefined);
  undo.push(() => db.pool.end());
  const { rows } = await db.query(`
    SELECT (SELECT count(*) > 200 AND count(*) = count(DISTINCT key_number) FROM keys) AS keys,
           (SELECT count(*) = count(DISTINCT email) FROM users) AS users,
           (SELECT count(*) FROM installation WHERE name = 'cookie-secret') AS secrets,
           (SELECT count(*) = count(DISTINCT hash) FROM drizzle.__drizzle_migrations) AS migrations`);
  expect(rows).toEqual([{ keys: true, users: true, secrets: '1', migrations: true }]);
}

async function startTwo(variables: Record<string, string>): Promise<AppProcess[]> {
  const ports = [await freePort(), await freePort()];
  const apps = ports.map((port) => startApp(port, variables));
  undo.push(() => Promise.all(apps.map((app) => app.isRunning() && app.end('SIGTERM'))));
  return apps;
}

test('two processes that start at once on an empty database share it', patiently, async () => {
  const database = await createEmptyDatabase();
  undo.push(database.drop);
  const apps = await startTwo({ DATABASE_URL: database.url });
  await expectOneCampus(apps, database.url);
  reportFigure('Two processes at once on an empty database: one schema, one campus, one secret');
});

if (rounds.whole)
  test(
    'two processes that start at once on an empty folder share one PostgreSQL',
    patiently,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'keydesk-faults-'));
      chmodSync(folder, 0o711);
      undo.push(async () => rmSync(folder, { recursive: true, maxRetries: 5 }));
      const apps = await startTwo({ DATA_DIR: folder });
      await Promise.all(apps.map(({ ready }) => ready));
      await expectOneCampus(apps, databaseUrl(readAccess(join(folder, 'postgres'))));
      reportFigure('Two processes at once on an empty folder: one PostgreSQL, one campus');
    },
  );
