import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestCounts } from './campus-people.ts';
import { findHalfDone } from './half-done.ts';
import { type Installation, openInstallation } from './installation.ts';
import { type Load, startLoad } from './load.ts';
import { findLosses } from './losses.ts';
import { patienceMs, reportFigure, rounds, serveWithinMs } from './rounds.ts';

const once = { timeout: patienceMs, retry: 0 };

/** So many handovers are confirmed before each kill; the others are under way. */
function before() {
  return 20 + Math.floor(Math.random() * 40);
}

let site: Installation;
let load: Load;

beforeAll(async () => {
  site = await openInstallation();
}, patienceMs);
beforeEach(() => {
  load = startLoad(site.people);
});
afterEach(() => load.stop());
afterAll(() => site.close());

function middle(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** Kills again and again under load; after each kill looks whether all is there. */
async function killing(what: string, kill: () => Promise<void>) {
  const times: number[] = [];
  for (let round = 1; round <= rounds.kills; round += 1) {
    await load.more(before());
    const killed = performance.now();
    await kill();
    times.push((await load.served()) - killed);
    expect(await findLosses(site.db, load.actions)).toEqual([]);
    expect(await findHalfDone(site.db)).toEqual([]);
  }
  await load.stop();
  expect(await findLosses(site.db, load.actions)).toEqual([]);
  expect(load.surprises).toEqual([]);
  expect(load.undecided.refused + load.undecided.unanswered).toBeGreaterThan(0);
  const slowest = Math.max(...times);
  const soon = times.filter((time) => time <= 5_000).length;
  reportFigure(
    `${what}: ${rounds.kills} kills, ${load.actions.length} confirmed handovers, none lost or half done; ` +
      `serving again after ${seconds(middle(times))} (median), ${seconds(slowest)} (slowest), ` +
      `${soon} times within 5 s`,
  );
  expect(slowest).toBeLessThan(serveWithinMs);
}

test(
  'kill -9 of the application: every confirmed handover is there, none is half done',
  once,
  async () => {
    await killing('kill -9 of the application', async () => {
      await site.app.end('SIGKILL');
      await resetRequestCounts(site.db);
      site.restart();
    });
  },
);

test(
  'kill -9 of all of PostgreSQL: every confirmed handover is there, none is half done',
  once,
  async () => {
    const { pid } = site.app;
    await killing('kill -9 of PostgreSQL', async () => site.killPostgres());
    expect(site.app.isRunning() && site.app.pid === pid).toBe(true);
  },
);

/** What a commit wrote stays in memory until someone writes it, and no one does for a while. */
const lazy = [
  'ALTER DATABASE keydesk SET synchronous_commit = off',
  "ALTER SYSTEM SET wal_writer_delay = '10s'",
  "ALTER SYSTEM SET wal_writer_flush_after = '1GB'",
  'ALTER SYSTEM SET bgwriter_lru_maxpages = 0',
];

test('a database that confirms before it writes is caught losing handovers', once, async () => {
  for (const setting of lazy) await site.db.query(setting);
  site.killPostgres();
  await load.served();
  await load.more(40);
  site.killPostgres();
  await load.served();
  const losses = await findLosses(site.db, load.actions);
  reportFigure(
    `Control, synchronous_commit=off: ${losses.length} confirmed handovers lost by one kill -9`,
  );
  expect(losses.length).toBeGreaterThan(0);
});
