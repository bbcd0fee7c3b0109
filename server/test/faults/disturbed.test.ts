import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@keydesk/embedded-postgres/server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type DatabaseProxy, startDatabaseProxy } from '../database-proxy.ts';
import type { AppProcess } from './app-process.ts';
import { resetRequestCounts } from './campus-people.ts';
import { findHalfDone } from './half-done.ts';
import { canMoveAllKeys, stopWhileHoldingLocks } from './halt.ts';
import { type Load, startLoad } from './load.ts';
import { findLosses } from './losses.ts';
import { patienceMs, reportFigure, rounds } from './rounds.ts';
import { openSite, type Site } from './site.ts';

const once = { timeout: patienceMs, retry: 0 };

let hold: () => Promise<void>;
let line: DatabaseProxy;
let site: Site;
let app: AppProcess;
let load: Load;

beforeAll(async () => {
  hold = async () => undefined;
  line = await startDatabaseProxy(() => hold());
  site = await openSite({ faculty: 8, desks: 16, keys: 32 }, line.reach);
  app = site.start();
  await app.ready;
}, patienceMs);
beforeEach(() => {
  load = startLoad(site.people);
});
afterEach(() => load.stop());
afterAll(async () => {
  await site.close();
  await line.cut();
});

/** It serves again by itself, in the same process, and has kept what it confirmed. */
async function expectRecovered(what: string) {
  await load.served();
  await load.stop();
  expect(app.isRunning()).toBe(true);
  expect(load.surprises).toEqual([]);
  expect(await findLosses(site.db, load.actions)).toEqual([]);
  expect(await findHalfDone(site.db)).toEqual([]);
  reportFigure(
    `${what}: ${load.actions.length} confirmed handovers, none lost or half done; ` +
      `${load.undecided.refused} calls refused with 503 and repeated`,
  );
}

const dropAll = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid()`;

test('connections that the database drops, all at once and again and again', once, async () => {
  for (let round = 0; round < rounds.drops; round += 1) {
    await load.more(10);
    const client = await site.db.pool.connect();
    expect((await client.query(dropAll)).rowCount).toBeGreaterThan(0);
    client.release();
  }
  await expectRecovered(`All connections dropped ${rounds.drops} times`);
  expect(load.undecided.refused).toBeGreaterThan(0);
});

for (const lag of rounds.whole ? [20, 300] : [20])
  test(`a database that is ${lag} ms away, each way`, once, async () => {
    await load.more(10);
    hold = () => delay(lag);
    await load.more(lag > 100 ? 30 : 10);
    hold = async () => undefined;
    await expectRecovered(`Database ${lag} ms away`);
  });

if (rounds.whole)
  test('a process that halts in the middle of handovers gives its keys free', once, async () => {
    const other = site.start(await freePort());
    await other.ready;
    await load.more(20);
    const isFree = async () => {
      await resetRequestCounts(site.db);
      return canMoveAllKeys(site.people, other);
    };
    const haltUntilFree = async (): Promise<number> => {
      try {
        await stopWhileHoldingLocks(app, site.db, load, isFree);
        const halted = performance.now();
        await expect.poll(isFree, { timeout: 90_000, interval: 100 }).toBe(true);
        return (performance.now() - halted) / 1000;
      } finally {
        process.kill(app.pid, 'SIGCONT');
      }
    };
    const seconds = (await haltUntilFree()).toFixed(1);
    await expectRecovered(`Halted process (all keys free after ${seconds} s)`);
  });

if (rounds.whole)
  test('a database that falls silent without closing a connection', once, async () => {
    await load.more(10);
    let speakAgain: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => {
      speakAgain = resolve;
    });
    hold = () => silence;
    const refused = load.undecided.refused;
    const waitOptions = { timeout: 60_000, interval: 100 };
    // A call may wait for half a minute; then all that wait are refused.
    const waiting = site.people.keyIds.length;
    await expect.poll(() => load.undecided.refused, waitOptions).toBeGreaterThan(refused + waiting);
    expect(app.isRunning()).toBe(true);
    hold = async () => undefined;
    speakAgain();
    await expectRecovered('Silent database');
  });
