import { freePort } from '@keydesk/embedded-postgres/server';
import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { relaxLimits } from '../relaxed-limits.ts';
import { createTestDatabase } from '../test-database.ts';
import { type AppProcess, startApp } from './app-process.ts';
import { type CampusPeople, insertPeople } from './campus-people.ts';

export type Site = {
  people: CampusPeople;
  /** The tests' own connection, without disturbance. */
  db: Database;
  start(port?: number, variables?: Record<string, string>): AppProcess;
  close(): Promise<void>;
};

type Counts = Parameters<typeof insertPeople>[2];

/** Keeps codes valid through an outage. */
const variables = { QR_VALIDITY_SECONDS: '3600' };

type Ways = {
  /** The tests' own connection, without disturbance. */
  direct: string;
  databaseUrl: string;
};

/** Keydesk on an empty or migrated database, which `close` keeps. */
export async function openSiteOn({ direct, databaseUrl }: Ways, counts: Counts): Promise<Site> {
  await migrate(direct);
  await relaxLimits(direct);
  const db = openDatabase(direct, () => undefined);
  const port = await freePort();
  const apps: AppProcess[] = [];
  return {
    people: await insertPeople(db, `http://127.0.0.1:${port}`, counts),
    db,
    start(at = port, more = {}) {
      const app = startApp(at, { ...variables, ...more, DATABASE_URL: databaseUrl });
      apps.push(app);
      return app;
    },
    async close() {
      for (const app of apps) if (app.isRunning()) await app.end('SIGKILL');
      await db.pool.end();
    },
  };
}

export async function openSite(
  counts: Counts,
  reach = (url: string): string => url,
): Promise<Site> {
  const { url, drop } = await createTestDatabase();
  const site = await openSiteOn({ direct: url, databaseUrl: reach(url) }, counts);
  return { ...site, close: () => site.close().then(drop) };
}
