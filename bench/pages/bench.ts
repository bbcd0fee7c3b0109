import type { Browser } from '@playwright/test';
import type { Database } from '../../server/src/db/client.ts';
import { addKeys } from '../stage/keys.ts';
import { addSignedIn, type SignedIn } from '../stage/people.ts';
import { startProcess } from '../stage/production.ts';
import type { Stage } from '../stage/stage.ts';
import type { Row } from '../table.ts';
import { withBrowser } from './browser.ts';
import { lookAtKeys, rowsOfLists } from './long-list.ts';
import { measureRoutes } from './routes.ts';
import { measureSignIn } from './sign-in.ts';

const one = async (db: Database, role: 'faculty' | 'security' | 'admin'): Promise<SignedIn> => {
  const [person] = await addSignedIn(db, role, 1);
  if (!person) throw new Error('Nobody is there');
  return person;
};

/** Runs `work` with a local instance of so many keys; a browser needs no https there. */
const withKeys = <T>(
  stage: Stage,
  count: number,
  work: (url: string, db: Database) => Promise<T>,
): Promise<T> =>
  stage.withDatabase(async (db, databaseUrl) => {
    await addKeys(db, count);
    const app = await startProcess({ DATABASE_URL: databaseUrl });
    try {
      return await work(app.url, db);
    } finally {
      await app.stop();
    }
  });

/** The sign-in page, and how much JavaScript each page loads. */
export const benchWeb = (stage: Stage): Promise<Row[]> =>
  withBrowser((browser: Browser) =>
    withKeys(stage, 250, async (url, db) => [
      ...(await measureSignIn(browser, url)),
      ...(await measureRoutes(browser, url, {
        faculty: await one(db, 'faculty'),
        security: await one(db, 'security'),
        admin: await one(db, 'admin'),
      })),
    ]),
  );

/** A list of 10,000 keys beside one of 2,000. */
export const benchLongList = (stage: Stage): Promise<Row[]> =>
  withBrowser(async (browser: Browser) => {
    const look = (count: number) =>
      withKeys(stage, count, async (url, db) => lookAtKeys(browser, url, await one(db, 'faculty')));
    return rowsOfLists(await look(10_000), await look(2_000));
  });
