import { type Database, openDatabase } from '../../src/db/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { freePort } from '../campus.ts';
import { createTestDatabase } from '../postgres.ts';
import { giveRoomyLimits } from '../roomy-limits.ts';
import { type AppProcess, startApp } from './app-process.ts';
import { bringPeople, type CampusPeople } from './campus-people.ts';

/** Keydesk on a database of the tests' own server, reached by a way that a test may disturb. */
export type Site = {
  people: CampusPeople;
  /** The tests' own, undisturbed way to the database. */
  db: Database;
  /** Starts a process of the application; all of them end with the site. */
  start(port?: number, variables?: Record<string, string>): AppProcess;
  close(): Promise<void>;
};

type Counts = Parameters<typeof bringPeople>[2];

/** Codes live on while nothing is served. */
const variables = { QR_VALIDITY_SECONDS: '3600' };

type Ways = {
  /** The tests' own, undisturbed way. */
  direct: string;
  /** The application's way. */
  databaseUrl: string;
};

/** Keydesk on a database that nobody has migrated or only migrated; it stays when the site closes. */
export const openSiteOn = async ({ direct, databaseUrl }: Ways, counts: Counts): Promise<Site> => {
  await migrate(direct);
  await giveRoomyLimits(direct);
  const db = openDatabase(direct, () => undefined);
  const port = await freePort();
  const apps: AppProcess[] = [];
  return {
    people: await bringPeople(db, `http://127.0.0.1:${port}`, counts),
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
};

export const openSite = async (
  counts: Counts,
  reach = (url: string): string => url,
): Promise<Site> => {
  const { url, drop } = await createTestDatabase();
  const site = await openSiteOn({ direct: url, databaseUrl: reach(url) }, counts);
  return { ...site, close: () => site.close().then(drop) };
};
