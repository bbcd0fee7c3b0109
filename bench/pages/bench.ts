import type { Browser } from '@playwright/test';
import type { Database } from '../../server/src/db/client.ts';
import { openLoan } from '../../server/test/factories/loans.ts';
import type { Harness } from '../harness/harness.ts';
import { startProcess } from '../harness/production.ts';
import { addKeys, addSignedIn, type SignedIn } from '../harness/seed.ts';
import type { Row } from '../report.ts';
import { withBrowser } from './browser.ts';
import { measureCamera } from './camera.ts';
import { type Holder, measureFirstVisit, measureLanguages, measureTap } from './first-visit.ts';
import { longListRows, measureLongList } from './long-list.ts';
import { measureSignIn } from './sign-in.ts';

/** The sign-in page, first visits, and a code from tap to handover. */
export function benchWeb(harness: Harness): Promise<Row[]> {
  return withBrowser((browser: Browser) =>
    withKeys(harness, 250, async (url, db) => [
      ...(await measureSignIn(browser, url)),
      ...(await measureTap(browser, url, await addHolder(db))),
      ...(await measureFirstVisit(browser, url, await addHolder(db))),
      ...(await measureLanguages(browser, url, await addHolder(db))),
      ...(await measureCamera(url, {
        desk: await one(db, 'security'),
        holder: await one(db, 'faculty'),
      })),
    ]),
  );
}

/** Runs `work` on a local instance with this many keys, which needs no https. */
function withKeys<T>(
  harness: Harness,
  count: number,
  work: (url: string, db: Database) => Promise<T>,
): Promise<T> {
  return harness.withDatabase(async (db, databaseUrl) => {
    await addKeys(db, count);
    const app = await startProcess({ DATABASE_URL: databaseUrl });
    try {
      return await work(app.url, db);
    } finally {
      await app.stop();
    }
  });
}

async function one(db: Database, role: 'faculty' | 'security'): Promise<SignedIn> {
  const [person] = await addSignedIn(db, role, 1);
  if (!person) throw new Error('Nobody is there');
  return person;
}

async function addHolder(db: Database): Promise<Holder> {
  const [key] = await addKeys(db, 1);
  const [holder, guard] = [await one(db, 'faculty'), await one(db, 'security')];
  if (!key) throw new Error('There is no key');
  await openLoan(db, { keyId: key.id, holderId: holder.user.id, handedBy: guard.user.id });
  return { ...holder, keyNumber: key.keyNumber };
}

export function benchLongList(harness: Harness): Promise<Row[]> {
  return withBrowser(async (browser: Browser) => {
    const look = (count: number) =>
      withKeys(harness, count, async (url, db) =>
        measureLongList(browser, url, await one(db, 'faculty')),
      );
    return longListRows(await look(10_000), await look(2_000));
  });
}
