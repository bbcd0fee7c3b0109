import { api } from '@keydesk/shared/api';
import { pollHeader } from '@keydesk/shared/session/session-end';
import { expect, type Page, type Request, type Route } from '@playwright/test';
import { sessionCookie } from '../../server/src/http/principal.ts';
import { beginDuty, enrolComputer } from '../../server/test/desk-computer.ts';
import { giveKey } from '../../server/test/handovers.ts';
import { deskLine } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import { savedSets } from './saved-sets.ts';

test.use({ serviceWorkers: 'allow' });

test('a page whose server is gone says so, lets nothing be begun, and is live within 5 s of its return', async ({
  campus,
  visit,
}) => {
  test.slow();
  const holder = await campus.person();
  const before = await campus.another();
  const page = await visit(holder.at(before), '/dashboard/profile');
  let attempts = 0;
  page.on('websocket', () => {
    attempts += 1;
  });
  await page.clock.install();
  await page.goto('/dashboard/faculty/keylist?department=CSE');
  const generate = page.getByRole('button', { name: 'Generate QR' }).first();
  await expect(generate).toBeEnabled();

  await before.stop();
  await expect(
    page.getByText(/^The server cannot be reached\. Showing data from \d\d:\d\d\./),
  ).toBeVisible();
  await expect(generate).toBeDisabled();
  // The later attempts of the live connection lie many seconds apart.
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return attempts;
    })
    .toBeGreaterThan(3);
  const key = await campus.key();
  await campus.another({ PORT: new URL(before.url).port });
  await expect(page.getByText('The server cannot be reached.')).toBeHidden({ timeout: 5_000 });
  await expect(generate).toBeEnabled();
  await page.getByRole('link', { name: 'My Keys' }).click();
  await expect(page.getByText('No keys taken')).toBeVisible();
  await giveKey(campus.guard, holder, key._id);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([key.keyNumber]);
});

/** Waits until the lists are saved and a reload can do without the server. */
async function readyForReload(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await expect.poll(() => savedSets(page)).toContain('known-lists');
}

/** Longer than until a page that is not connected asks again, in milliseconds. */
const nextAttemptMs = 3_000;

const notConnected =
  /^(You are offline|The server cannot be reached)\. Showing data from \d\d:\d\d\./;

test('a reload while the server is stopped shows the last lists, and the page comes back by itself', async ({
  campus,
  visit,
}) => {
  test.slow();
  const before = await campus.another();
  const [holder, key] = [await campus.person(), await campus.key({ keyName: 'Quokka Lab' })];
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(holder.at(before), '/dashboard/faculty/taken');
  await page.clock.install();
  const computer = await enrolComputer(campus);
  await beginDuty(computer, campus.guard);
  const desk = await visit(null, `${before.url}/login`);
  await desk.clock.install();
  await desk
    .context()
    .addCookies([{ name: 'keydesk_desk', value: computer.secret, url: before.url }]);
  // Of a long list only what is in view is there.
  await desk.goto(`${before.url}/dashboard/security/unavailable?q=${key.keyNumber}`);
  const onDuty = deskLine(desk).filter({ hasText: campus.guard.user.name });
  await expect(onDuty).toBeVisible();
  const own = page.getByRole('article').getByRole('heading', { name: key.keyNumber });
  const out = desk.getByRole('button', { name: `Collect ${key.keyNumber}` });
  for (const shown of [own, out]) await expect(shown).toBeVisible();
  for (const opened of [page, desk]) await readyForReload(opened);

  await before.stop();
  for (const opened of [page, desk]) await opened.reload();
  for (const opened of [page, desk]) await expect(opened.getByText(notConnected)).toBeVisible();
  await expect(own).toBeVisible();
  await expect(out).toBeDisabled();
  await expect(onDuty).toBeVisible();
  await campus.guard.get(api.collectKey, { params: { id: key._id } });

  await campus.another({ PORT: new URL(before.url).port });
  for (const opened of [page, desk]) {
    await opened.clock.fastForward(nextAttemptMs);
    await expect(opened.getByText(notConnected)).toBeHidden();
  }
  await expect(page.getByText('No keys taken')).toBeVisible();
  await expect(out).toBeHidden();
  await expect(onDuty).toBeVisible();
});

const unhelpful: Record<string, (route: Route) => Promise<void>> = {
  'no answer at all': (route) => route.abort('connectionrefused'),
  'an answer that never comes': async () => undefined,
  'its own 500': (route) => route.fulfill({ status: 500, json: { success: false } }),
  'its own 503': (route) => route.fulfill({ status: 503, json: { success: false } }),
  'the 502 of a proxy': (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }),
  'the 429 of a proxy': (route) => route.fulfill({ status: 429, body: 'slow down' }),
  'the page of a hotel': (route) => route.fulfill({ status: 200, body: '<h1>Welcome</h1>' }),
};

test('only a 401 ends a session: whatever else its check gets, the last lists stay', async ({
  campus,
  visit,
}) => {
  test.slow();
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(holder, '/dashboard/faculty/taken', { serviceWorkers: 'block' });
  await page.clock.install();
  const own = page.getByRole('article').getByRole('heading', { name: key.keyNumber });
  await expect(own).toBeVisible();
  await expect.poll(() => savedSets(page)).toContain('known-lists');
  const token = () => page.evaluate(() => localStorage['auth-token']);
  const before = await token();
  for (const [name, answer] of Object.entries(unhelpful))
    await test.step(name, async () => {
      await page.route('**/api/**', answer);
      await page.reload();
      await expect(page.getByText(notConnected)).toBeVisible();
      await expect(own).toBeVisible();
      expect(await token()).toBe(before);
      await page.unroute('**/api/**');
      await page.clock.fastForward(nextAttemptMs);
      await expect(page.getByText(notConnected)).toBeHidden();
      await expect(own).toBeVisible();
    });
});

test('what a page reads of itself says so, what a person reads does not', async ({
  campus,
  visit,
}) => {
  const page = await visit(null, '/login', { serviceWorkers: 'block' });
  await page.clock.install();
  // Without live events the lists are read every 30 s.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await page.route(/socket\.io/, (route) => route.abort());
  const holder = await campus.person();
  await page
    .context()
    .addCookies([{ name: sessionCookie, value: holder.secrets.cookie, url: campus.url }]);
  const isList = (request: Request) => request.url().endsWith('/api/keys/my-taken');
  const isPoll = (request: Request) => request.headers()[pollHeader] === '1';
  const nextRead = (poll: boolean) =>
    page.waitForRequest((request) => isList(request) && isPoll(request) === poll);

  await Promise.all([nextRead(false), page.goto('/dashboard/faculty/taken')]);
  await expect(page.getByText('No keys taken')).toBeVisible();
  await Promise.all([nextRead(true), page.clock.runFor(70_000)]);
  await Promise.all([nextRead(false), page.getByRole('button', { name: 'Refresh' }).click()]);
});
