import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { holdCalls } from '../harness/network.ts';
import { blank, test } from '../harness/test.ts';

/** How many bytes of each script came over the network; a cached one takes at most 300, for headers. */
function scriptTransfers(page: Page): Promise<Record<string, number>> {
  return page.evaluate(() =>
    Object.fromEntries(
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, transferSize }) => [name.replace(/^.*\/(.*)-.{8}\.js$/, '$1'), transferSize]),
    ),
  );
}

test('the sign-in page has loaded the scripts of the page that follows', async ({ page }) => {
  await page.goto('/login');
  await page.waitForFunction(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')];
    return links.length > 0 && links.every(({ href }) => performance.getEntriesByName(href)[0]);
  });
  await page.getByRole('link', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'Asha Rao' }).click();
  await expect(page.getByRole('heading', { name: 'Taken' })).toBeVisible();
  await expect.poll(async () => Object.keys(await scriptTransfers(page))).toContain('open-socket');
  const transfers = await scriptTransfers(page);
  for (const name of ['main', 'app', 'open-socket'])
    expect(transfers[name], name).toBeLessThanOrEqual(300);
});

test("a code's script is there before anybody asks for a code", async ({ campus, visit }) => {
  const person = await campus.person();
  await campus.key({ keyNumber: 'IDLE-1' });
  const page = await visit(person, '/dashboard/faculty/keylist', { device: 'phone' });
  await expect.poll(async () => Object.keys(await scriptTransfers(page))).toContain('code');
  await page.getByRole('searchbox').fill('IDLE-1');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Generate QR' }).click();
  await expect(page.getByRole('img', { name: 'QR code to take key IDLE-1' })).toBeVisible();
});

/** The page's live connection, once it has begun. */
async function connected(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('join-'));
}

test('My Keys comes with few scripts, and is read once more when events begin', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), blank);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const joined = connected(page);
  await page.goto('/dashboard/faculty/taken');
  await joined;
  await expect(page.getByText('No keys taken')).toBeVisible();
  await expect.poll(() => requested).toContain('/api/keys/my-frequently-used');
  const times = (path: string) => requested.filter((each) => each === path).length;
  // A key may have changed hands between the first read and the connection.
  await expect.poll(() => times('/api/keys/my-taken')).toBe(2);
  expect(times('/api/notifications')).toBe(1);
  expect(times('/api/campus')).toBe(1);
  expect(requested.filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(12);
});

test('a list that was read before it is shown has what came since', async ({ campus, visit }) => {
  const [holder, key] = [await campus.person(), await campus.key({ keyNumber: 'SINCE-1' })];
  const page = await visit(holder, blank);
  const joined = connected(page);
  const read = page.waitForResponse('/api/keys/my-taken');
  await page.goto('/dashboard/profile');
  await read;
  await joined;
  await giveKey(campus.guard, holder, key._id);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByText('SINCE-1')).toBeVisible();
});

test('the application runs before the session is known', async ({ campus, visit }) => {
  const page = await visit(await campus.person(), blank);
  const letGo = await holdCalls(page, '/api/auth/check-auth');
  await page.goto('/dashboard/faculty/taken', { waitUntil: 'commit' });
  await expect(page.getByRole('status')).toHaveText('Loading...');
  expect(Object.keys(await scriptTransfers(page))).toContain('app');
  letGo();
  await expect(page.getByText('No keys taken')).toBeVisible();
});

test('the icon is kept for a day', async ({ request }) => {
  const { 'cache-control': kept } = (await request.get('/favicon.svg')).headers();
  expect(kept).toBe('public, max-age=86400');
});

test('a code is asked for with the tap, before its script is there', async ({ campus, visit }) => {
  const holder = await campus.person();
  const keys = [await campus.key(), await campus.key()];
  for (const { _id } of keys) await giveKey(campus.guard, holder, _id);
  for (const [button, picture] of [
    ['Show Return QR', /^QR code to return key/],
    ['Return 2 Keys', 'QR code to return 2 keys'],
  ] as const) {
    const page = await visit(holder, blank, { device: 'phone' });
    const letGo = await holdCalls(page, ({ pathname }) => /\/assets\/code-/.test(pathname));
    await page.goto('/dashboard/faculty/taken', { waitUntil: 'commit' });
    const asked = page.waitForRequest('/api/qr/codes');
    await page.getByRole('button', { name: button }).first().click();
    await asked;
    letGo();
    await expect(page.getByRole('img', { name: picture })).toBeVisible();
  }
});

test("a batch code's script is there before anybody asks for one", async ({ campus, visit }) => {
  const holder = await campus.person();
  for (const { _id } of [await campus.key(), await campus.key()])
    await giveKey(campus.guard, holder, _id);
  const page = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
  await expect.poll(async () => Object.keys(await scriptTransfers(page))).toContain('code');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('button', { name: 'Return 2 Keys' }).click();
  await expect(page.getByRole('img', { name: 'QR code to return 2 keys' })).toBeVisible();
});
