import { freePort } from '@keydesk/embedded-postgres/server';
import { api } from '@keydesk/shared/api';
import type { Key } from '@keydesk/shared/keys/key';
import { afterEach, describe, expect, test } from 'vitest';
import { closePages, openPage } from '../live-page.ts';
import type { AppProcess } from './app-process.ts';
import { resetRequestCounts } from './campus-people.ts';
import { findHalfDone } from './half-done.ts';
import { type Load, startLoad } from './load.ts';
import { findLosses } from './losses.ts';
import { type PostgresServer, PostgresStage, programs, urlAt } from './real-postgres.ts';
import { reportFigure, rounds } from './rounds.ts';
import { openSiteOn, type Site } from './site.ts';

const patiently = { timeout: 240_000, retry: 0 };
const waitOptions = { timeout: 90_000, interval: 50 };

if (rounds.whole && !programs.folder)
  reportFigure('Fail-over: SKIPPED, PostgreSQL with its tools is not installed and could not be');

const undo: (() => unknown)[] = [];
afterEach(async () => {
  closePages();
  for (const step of undo.splice(0).reverse()) await step();
});

type Pair = { primary: PostgresServer; standby: PostgresServer; site: Site; load: Load };

/** Two processes, whose address names the standby first, on a pair of servers; with a load. */
async function openPair(): Promise<Pair & { app: AppProcess; other: AppProcess }> {
  const stage = new PostgresStage();
  undo.push(() => stage.close());
  const primary = await stage.startPrimary();
  const standby = await stage.startStandby(primary);
  const url = `${urlAt(`${standby.host},${primary.host}`)}?target_session_attrs=read-write`;
  const counts = { faculty: 8, desks: 16, admins: 1, keys: 32 };
  const site = await openSiteOn({ direct: url, databaseUrl: url }, counts);
  undo.push(() => site.close());
  const [app, other] = [site.start(), site.start(await freePort())];
  await Promise.all([app.ready, other.ready]);
  const load = startLoad(site.people);
  undo.push(() => load.stop());
  return { primary, standby, site, load, app, other };
}

/** From here on the primary confirms nothing that the standby has not written. */
async function makeSynchronous({ primary }: Pair): Promise<void> {
  await setSynchronous(primary, '*');
  const states = () => primary.query('SELECT sync_state FROM pg_stat_replication');
  await expect.poll(states, waitOptions).toEqual([{ sync_state: 'sync' }]);
}

async function setSynchronous(primary: PostgresServer, names: string): Promise<void> {
  await primary.query(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await primary.query('SELECT pg_reload_conf()');
}

/** Seconds from the death of the primary to the first call that began after it and was confirmed. */
async function failOver({ primary, standby, load, site }: Pair): Promise<string> {
  const killed = performance.now();
  primary.kill();
  await standby.query('SELECT pg_promote()');
  const served = await load.served();
  await resetRequestCounts(site.db);
  return ((served - killed) / 1000).toFixed(2);
}

/** Keeps what is written from reaching the standby, as a line that lags would. */
async function holdReplication(primary: PostgresServer): Promise<void> {
  const [sender] = await primary.query<{ pid: number }>('SELECT pid FROM pg_stat_replication');
  process.kill(sender?.pid ?? 0, 'SIGSTOP');
}

describe.runIf(programs.folder)('when the primary dies and its standby is promoted', () => {
  test(
    'both processes follow, and with synchronous replication nothing is lost',
    patiently,
    async () => {
      const pair = await openPair();
      const { load, site, app, other } = pair;
      const [watcher] = site.people.admins;
      const page = watcher && (await openPage(watcher.at(other)));
      await makeSynchronous(pair);
      await load.more(60);
      const seconds = await failOver(pair);
      const known = page?.received('key-updated').length ?? 0;
      await load.more(60);
      await expect
        .poll(() => page?.received('key-updated').length, waitOptions)
        .toBeGreaterThan(known);
      await load.stop();
      expect([app.isRunning(), other.isRunning()]).toEqual([true, true]);
      expect(load.surprises).toEqual([]);
      expect(await findLosses(site.db, load.actions)).toEqual([]);
      expect(await findHalfDone(site.db)).toEqual([]);
      reportFigure(
        `Fail-over, synchronous: ${load.actions.length} confirmed handovers, none lost or half done; ` +
          `${load.undecided.refused} calls refused with 503; served again after ${seconds} s`,
      );
    },
  );

  test(
    'with asynchronous replication what had not arrived is lost, each handover whole',
    patiently,
    async () => {
      const pair = await openPair();
      const { load, site } = pair;
      await load.more(20);
      await holdReplication(pair.primary);
      await load.more(40);
      await failOver(pair);
      await load.more(20);
      await load.stop();
      const losses = await findLosses(site.db, load.actions);
      expect(losses.length).toBeGreaterThan(0);
      expect(await findHalfDone(site.db)).toEqual([]);
      reportFigure(
        `Control, fail-over with asynchronous replication: ${losses.length} of ${load.actions.length} ` +
          'confirmed handovers lost and found missing, none half done',
      );
    },
  );
});

/** Resolves when the standby has written all that the primary has. */
async function caughtUp(primary: PostgresServer): Promise<void> {
  const [{ lsn } = { lsn: '' }] = await primary.query<{ lsn: string }>(
    'SELECT pg_current_wal_lsn() AS lsn',
  );
  const hasAll = () =>
    primary.query(`SELECT flush_lsn >= '${lsn}' AS "hasAll" FROM pg_stat_replication`);
  await expect.poll(hasAll, waitOptions).toEqual([{ hasAll: true }]);
}

describe.runIf(programs.folder)('a key list with a change that the fail-over undid', () => {
  test(
    'is read again although another change brought it to the same versions',
    patiently,
    async () => {
      const pair = await openPair();
      const { load, primary, standby, site } = pair;
      await load.stop();
      const [keyId = ''] = site.people.keyIds;
      const [reader] = site.people.admins;
      if (!reader) throw new Error('There is no admin');
      const nameKey = (db: Pick<PostgresServer, 'query'>, name: string) =>
        db.query(
          `UPDATE keys SET key_name = '${name}', version = version + 1 WHERE id = '${keyId}'`,
          'keydesk',
        );
      const listed = async (headers: Record<string, string> = {}) => {
        const answer = await reader.call(api.listKeys, { headers });
        const { data } = answer.body as { data?: { keys: Key[] } };
        const name = data?.keys.find(({ _id }) => _id === keyId)?.keyName;
        return { status: answer.status, name, etag: answer.headers.get('etag') ?? '' };
      };
      await caughtUp(primary);
      await holdReplication(primary);
      await nameKey(primary, 'Undone');
      await expect.poll(async () => (await listed()).name, waitOptions).toBe('Undone');
      const { etag } = await listed();
      primary.kill();
      await standby.query('SELECT pg_promote()');
      await nameKey(standby, 'Kept');
      await expect
        .poll(() => listed({ 'if-none-match': etag }), waitOptions)
        .toMatchObject({ status: 200, name: 'Kept' });
    },
  );
});

describe.runIf(programs.folder)('while a synchronous standby is away', () => {
  test('handovers are refused, and none is confirmed', patiently, async () => {
    const pair = await openPair();
    const { load, site, primary, standby } = pair;
    await makeSynchronous(pair);
    await load.more(20);
    standby.kill();
    const { refused } = load.undecided;
    await expect.poll(() => load.undecided.refused, waitOptions).toBeGreaterThan(refused + 32);
    const confirmed = load.actions.length;
    await expect.poll(() => load.undecided.refused, waitOptions).toBeGreaterThan(refused + 64);
    expect(load.actions.length).toBe(confirmed);
    await setSynchronous(primary, '');
    await load.served();
    await load.stop();
    expect(load.surprises).toEqual([]);
    expect(await findLosses(site.db, load.actions)).toEqual([]);
    expect(await findHalfDone(site.db)).toEqual([]);
    reportFigure(
      'Synchronous standby away: nothing confirmed, calls refused with 503; served again without it',
    );
  });
});
