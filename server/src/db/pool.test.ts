import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { freePort } from '@keydesk/embedded-postgres/server';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { nameOf } from '../../test/database-commands.ts';
import { startDatabaseProxy } from '../../test/database-proxy.ts';
import { createEmptyDatabase, type TestDatabase } from '../../test/test-database.ts';
import { type Database, openDatabase, transact } from './client.ts';
import { isDatabaseUnavailable } from './errors.ts';
import { openClient } from './open-client.ts';

let primary: TestDatabase;
let standby: TestDatabase;
let standbyHost: string;

beforeAll(async () => {
  primary = await createEmptyDatabase();
  standby = await createEmptyDatabase();
  standbyHost = await serveUnderTheName(nameOf(primary.url), standby.url);
});
beforeEach(() => setReadOnly('on'));
afterAll(async () => {
  await primary.drop();
  await standby.drop();
});

/** Another host with a database of this name, as long as its own. */
async function serveUnderTheName(name: string, url: string): Promise<string> {
  const { port, hostname } = new URL(url);
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    near.once('data', (startup) => {
      far.write(Buffer.from(startup.toString('latin1').replaceAll(name, nameOf(url)), 'latin1'));
      near.pipe(far).pipe(near);
    });
    for (const end of [near, far]) end.on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function setReadOnly(state: 'on' | 'off'): Promise<void> {
  const client = await openClient(primary.url);
  await client.query(
    `ALTER DATABASE ${nameOf(standby.url)} SET default_transaction_read_only = ${state}`,
  );
  await client.end();
}

/** The primary's address with these hosts. */
function at(...hosts: string[]): string {
  return primary.url.replace(new URL(primary.url).host, hosts.join(','));
}

function open(...hosts: string[]): Database {
  const db = openDatabase(at(...hosts), () => undefined);
  onTestFinished(() => db.pool.end());
  return db;
}

async function served(db: Database): Promise<'primary' | 'standby'> {
  const { rows } = await db.query<{ name: string }>('SELECT current_database() AS name');
  return rows[0]?.name === nameOf(primary.url) ? 'primary' : 'standby';
}

function hostOf(url: string): string {
  return new URL(url).host;
}

test('a pool passes over a host that is away and one that is a standby', async () => {
  const away = `127.0.0.1:${await freePort()}`;
  const db = open(away, standbyHost, hostOf(primary.url));
  const all = await Promise.all(Array.from({ length: 30 }, () => served(db)));
  expect(new Set(all)).toEqual(new Set(['primary']));
});

test('a pool follows when its host goes away and another is promoted', async () => {
  const line = await startDatabaseProxy();
  const db = open(hostOf(line.reach(primary.url)), standbyHost);
  expect(await served(db)).toBe('primary');
  await line.cut();
  const error: unknown = await served(db).catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await setReadOnly('off');
  await expect.poll(() => served(db).catch(String), { timeout: 60_000 }).toBe('standby');
});

test('a host that becomes read-only is left, although it goes on answering', async () => {
  await setReadOnly('off');
  const db = open(standbyHost, hostOf(primary.url));
  expect(await served(db)).toBe('standby');
  await setReadOnly('on');
  await db.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');
  const write = () =>
    transact(db, async (tx) => {
      await tx.query('CREATE TABLE written (at timestamptz)');
      const { rows } = await tx.query<{ name: string }>('SELECT current_database() AS name');
      return rows[0]?.name;
    });
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  expect(await write()).toBe(nameOf(primary.url));
});

test('as long as no host takes writes, each says why', async () => {
  const away = `127.0.0.1:${await freePort()}`;
  const error: unknown = await openClient(at(away, standbyHost)).catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  const name = nameOf(primary.url);
  expect((error as Error).message).toBe(
    `${away}/${name}: connect ECONNREFUSED ${away}; ` +
      `${standbyHost}/${name}: takes no writes: a standby, or read-only`,
  );
});

test('a wrong password is told at once', async () => {
  const wrong = new URL(primary.url);
  wrong.password = 'wrong';
  await expect(
    openClient(wrong.href.replace(wrong.host, `${wrong.host},${standbyHost}`)),
  ).rejects.toThrow('password authentication failed');
});

test('each session has the settings of the pool', async () => {
  const db = open(hostOf(primary.url));
  const { rows } = await db.query(`SELECT current_setting('statement_timeout') AS statement`);
  expect(rows).toEqual([{ statement: '15s' }]);
});
