import { freePort } from '@keydesk/embedded-postgres/server';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openClient } from '../../src/db/open-client.ts';
import { runAdmin } from '../../src/ops/admin.ts';
import { closePages, openPage } from '../live-page.ts';
import { startApp } from './app-process.ts';
import { findHalfDone } from './half-done.ts';
import { startLoad } from './load.ts';
import { findLosses } from './losses.ts';
import { type PostgresServer, PostgresStage, programs, urlAt } from './real-postgres.ts';
import { reportFigure, rounds } from './rounds.ts';
import { openSiteOn } from './site.ts';

const patiently = { timeout: 120_000, retry: 0 };

if (rounds.whole && !programs.pgbouncer)
  reportFigure('Pooler: SKIPPED, pgbouncer and PostgreSQL are not installed and could not be');

const refusal = /^Keydesk could not start: DATABASE_URL leads to a pooler that shares sessions/;

describe.runIf(programs.pgbouncer)('behind pgbouncer', () => {
  let stage: PostgresStage;
  let server: PostgresServer;

  beforeAll(async () => {
    stage = new PostgresStage();
    server = await stage.startPrimary();
  }, 60_000);
  afterEach(closePages);
  afterAll(() => stage.close());

  test('with pool_mode = session two processes serve one campus', patiently, async () => {
    const pooler = await stage.startPooler(server, { pool_mode: 'session' });
    const ways = { direct: urlAt(server.host), databaseUrl: urlAt(pooler) };
    const site = await openSiteOn(ways, { faculty: 2, desks: 4, admins: 1, keys: 8 });
    const [app, other] = [site.start(), site.start(await freePort())];
    await Promise.all([app.ready, other.ready]);
    const [watcher] = site.people.admins;
    const page = watcher && (await openPage(watcher.at(other)));
    const load = startLoad(site.people);
    await load.more(40);
    await load.stop();
    const news = () => page?.received('key-updated').length;
    await expect.poll(news, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(load.surprises).toEqual([]);
    expect(await findLosses(site.db, load.actions)).toEqual([]);
    expect(await findHalfDone(site.db)).toEqual([]);
    await site.close();
    reportFigure(
      `pgbouncer, pool_mode = session: ${load.actions.length} confirmed handovers, live news too`,
    );
  });

  const refused = { timeout: 60_000, retry: 0 };

  test.each([
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', server_round_robin: '1' },
    { pool_mode: 'statement' },
  ])('with %j it does not start, and says why in one line', refused, async (settings) => {
    const pooler = await stage.startPooler(server, settings);
    const app = startApp(await freePort(), { DATABASE_URL: urlAt(pooler) });
    await expect(app.ready).rejects.toThrow('It ended');
    expect(app.complaints).toEqual([expect.stringMatching(refusal)]);
    reportFigure(`pgbouncer, pool_mode = ${settings.pool_mode}: refused at start`);
  });

  test('`npm run admin` refuses it in the same line', refused, async () => {
    const url = urlAt(await stage.startPooler(server, { pool_mode: 'transaction' }));
    vi.stubEnv('DATABASE_URL', url);
    for (const args of [
      ['end-sessions', '--all'],
      ['grant-admin', 'asha.rao@campus.test'],
    ])
      await expect(runAdmin({ args })).rejects.toThrow('DATABASE_URL leads to a pooler');
    vi.unstubAllEnvs();
  });

  /** What others do at the same pooler while it is asked. */
  const keepBusy = async (url: string, clients: number) => {
    const opened = await Promise.all(Array.from({ length: clients }, () => connect(url)));
    let over = false;
    const busy = opened.map(async (client) => {
      while (!over) await client.query('SELECT pg_sleep(random() / 500)');
      await client.end();
    });
    return async () => {
      over = true;
      await Promise.all(busy);
    };
  };

  const tries = 50;

  test.each([{ pool_mode: 'transaction' }, { pool_mode: 'transaction', server_round_robin: '1' }])(
    'with %j it is found out however busy others keep the pooler',
    patiently,
    async (settings) => {
      const url = urlAt(await stage.startPooler(server, settings));
      for (const clients of [1, 4, 20]) {
        const stop = await keepBusy(url, clients);
        for (let attempt = 0; attempt < tries; attempt += 1)
          await expect(openClient(url)).rejects.toThrow('DATABASE_URL leads to a pooler');
        await stop();
      }
    },
  );

  test('with pool_mode = session it is taken however busy others keep it', patiently, async () => {
    const url = urlAt(await stage.startPooler(server, { pool_mode: 'session' }));
    const stop = await keepBusy(url, 20);
    for (let attempt = 0; attempt < tries; attempt += 1) await (await openClient(url)).end();
    await stop();
  });
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
