import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'node:tls';
import { freePort } from '@keydesk/embedded-postgres/server';
import type { Browser } from '@playwright/test';
import type { Database } from '../../server/src/platform/db/client.ts';
import { openLoan } from '../../server/test/factories/loans.ts';
import { startCaddy } from '../../server/test/faults/caddy.ts';
import type { Harness } from '../harness/harness.ts';
import { startProcess } from '../harness/production.ts';
import { addKeys, addSignedIn, type SignedIn } from '../harness/seed.ts';
import { inKb, type Row } from '../report.ts';
import { openPhone, scriptBytes, withBrowser } from './browser.ts';
import { measureCamera } from './camera.ts';
import { type Holder, measureFirstVisit, measureTap } from './first-visit.ts';
import { longListRows, measureLongList } from './long-list.ts';
import { measureSignIn } from './sign-in.ts';

/** First visits, a code from tap to handover, and how much JavaScript each page loads. */
export async function benchWeb(harness: Harness): Promise<Row[]> {
  return [...(await benchBehindCaddy(harness)), ...(await benchDirectly(harness))];
}

function benchDirectly(harness: Harness): Promise<Row[]> {
  return withBrowser((browser: Browser) =>
    withKeys(harness, 250, async (url, db) => [
      ...(await measureSignIn(browser, url)),
      ...(await measureTap(browser, url, await addHolder(db))),
      ...(await measureFirstVisit(browser, url, await addHolder(db))),
      ...(await measureCamera(url, {
        desk: await one(db, 'security'),
        holder: await one(db, 'faculty'),
      })),
      ...(await measureRoutes(browser, url, {
        faculty: await one(db, 'faculty'),
        security: await one(db, 'security'),
        admin: await one(db, 'admin'),
      })),
    ]),
  );
}

/** With HTTPS and HTTP/2, as the shipped proxy serves them. */
async function benchBehindCaddy(harness: Harness): Promise<Row[]> {
  const program = process.env.CADDY_PATH;
  if (!program) return [];
  const port = await freePort();
  const url = `https://localhost:${port}`;
  const measure = async (direct: string, db: Database): Promise<Row[]> => {
    const stop = await startCaddy(program, url, [Number(new URL(direct).port)]);
    try {
      // Its certificate is its own. A browser that ignored all errors of certificates would cache nothing.
      const trusted = `--ignore-certificate-errors-spki-list=${await certificateKey(port)}`;
      const holder = await addHolder(db);
      return await withBrowser(
        (browser: Browser) => measureFirstVisit(browser, url, holder, ', behind Caddy'),
        [trusted],
      );
    } finally {
      await stop();
    }
  };
  return withKeys(harness, 250, measure, { PUBLIC_URL: url, DEMO_SIGN_IN: 'open' });
}

/** The hash of the public key of the certificate at this port, once there is one. */
async function certificateKey(port: number): Promise<string> {
  for (;;) {
    const socket = connect({ port, servername: 'localhost', rejectUnauthorized: false });
    const connected = await once(socket, 'secureConnect').catch(() => null);
    const key = connected && socket.getPeerX509Certificate()?.publicKey;
    socket.destroy();
    if (key)
      return createHash('sha256')
        .update(key.export({ type: 'spki', format: 'der' }))
        .digest('base64');
    await pause(50);
  }
}

/** Runs `work` with a local instance with this many keys, which needs no https. */
function withKeys<T>(
  harness: Harness,
  count: number,
  work: (url: string, db: Database) => Promise<T>,
  variables: Record<string, string> = {},
): Promise<T> {
  return harness.withDatabase(async (db, databaseUrl) => {
    await addKeys(db, count);
    const app = await startProcess({ ...variables, DATABASE_URL: databaseUrl });
    try {
      return await work(app.url, db);
    } finally {
      await app.stop();
    }
  });
}

/** How much JavaScript a first visit of each page loads. */
async function measureRoutes(browser: Browser, url: string, people: People): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [role, paths] of Object.entries(pagesOf))
    for (const path of paths) {
      const context = await openPhone(browser, url, people[role as keyof People]);
      const page = await context.newPage();
      await page.goto(path, { waitUntil: 'networkidle' });
      const what = `${path}, JavaScript (gz)`;
      const ours = inKb(await scriptBytes(page));
      rows.push({ what, ours, reference: '', ratio: '', goal: '', met: undefined });
      await context.close();
    }
  return rows;
}

async function one(db: Database, role: 'faculty' | 'security' | 'admin'): Promise<SignedIn> {
  const [person] = await addSignedIn(db, role, 1);
  if (!person) throw new Error('Nobody is there');
  return person;
}

/** A faculty member with one key. */
async function addHolder(db: Database): Promise<Holder> {
  const [key] = await addKeys(db, 1);
  const [holder, guard] = [await one(db, 'faculty'), await one(db, 'security')];
  if (!key) throw new Error('There is no key');
  await openLoan(db, { keyId: key.id, holderId: holder.user.id, handedBy: guard.user.id });
  return { ...holder, keyNumber: key.keyNumber };
}

/** A list of 10,000 keys beside one of 2,000. */
export function benchLongList(harness: Harness): Promise<Row[]> {
  return withBrowser(async (browser: Browser) => {
    const look = (count: number) =>
      withKeys(harness, count, async (url, db) =>
        measureLongList(browser, url, await one(db, 'faculty')),
      );
    return longListRows(await look(10_000), await look(2_000));
  });
}

const pagesOf = {
  faculty: ['/dashboard/faculty/taken', '/dashboard/faculty/keylist'],
  security: ['/dashboard/security/scanner', '/dashboard/security/available'],
  admin: ['/dashboard/admin', '/dashboard/admin/keys', '/dashboard/admin/reports'],
} as const;

type People = Record<keyof typeof pagesOf, SignedIn>;
