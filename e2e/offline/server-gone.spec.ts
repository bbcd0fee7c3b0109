import { pollHeader } from '@keydesk/shared/http/poll-header';
import { expect, type Request } from '@playwright/test';
import { sessionCookie } from '../../server/src/platform/http/principal.ts';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';

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
  await expect(page.getByText(/^The server cannot be reached\. Keys show as/)).toBeVisible();
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
