import { type Database, openDatabase } from '../../src/db/client.ts';
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
  start(port?: number): AppProcess;
  close(): Promise<void>;
};

type Counts = Parameters<typeof bringPeople>[2];

/** Codes live on while nothing is served. */
const variables = { QR_VALIDITY_SECONDS: '3600' };

export const openSite = async (
  counts: Counts,
  reach = (url: string): string => url,
): Promise<Site> => {
  const database = await createTestDatabase();
  await giveRoomyLimits(database.url);
  const db = openDatabase(database.url, () => undefined);
  const port = await freePort();
  const apps: AppProcess[] = [];
  return {
    people: await bringPeople(db, `http://127.0.0.1:${port}`, counts),
    db,
    start(at = port) {
      const app = startApp(at, { ...variables, DATABASE_URL: reach(database.url) });
      apps.push(app);
      return app;
    },
    async close() {
      for (const app of apps) if (app.isRunning()) await app.end('SIGKILL');
      await db.pool.end();
      await database.drop();
    },
  };
};
