import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';

const socketClient = createRequire(import.meta.url)
  .resolve('socket.io-client')
  .replace(/build\/.*/, 'dist/socket.io.min.js');

/** A front end of two pages, which knows only what the specification says of the calls. */
async function openFrontEnd() {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://front.test');
    const file =
      pathname === '/socket.io.js'
        ? socketClient
        : fileURLToPath(new URL(`front-end${pathname}`, import.meta.url));
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.setHeader('content-type', type);
    response.end(await readFile(file).catch(() => ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type FrontEnd = Awaited<ReturnType<typeof openFrontEnd>>;

/** Signs in at the product, which leads back to the page. */
async function signIn(
  page: Page,
  product: string,
  { origin }: FrontEnd,
  path: string,
  who: string,
) {
  const back = `${origin}${path}${path.includes('?') ? '&' : '?'}api=${encodeURIComponent(product)}`;
  const begin = new URLSearchParams({ login_hint: who, return_to: back });
  await page.goto(`${product}/api/auth/google?${begin}`);
  await expect(page).toHaveURL(`${back}&auth=success`);
}

test('a front end of its own gets its person back and works for them', async ({
  browser,
  campus,
}) => {
  const front = await openFrontEnd();
  const product = await campus.another({ CORS_ORIGINS: front.origin });
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  const said = (page: Page) => page.getByRole('status');

  const desk = await (await browser.newContext()).newPage();
  await signIn(desk, product.url, front, '/keys.html', 'security@campus.test');
  await expect(desk.getByText('(security)')).toBeVisible();
  await expect(desk.locator('[data-live]')).toBeVisible();

  const admin = await (await browser.newContext()).newPage();
  const manage = `/manage.html?key=${key._id}&person=${encodeURIComponent(holder.user.email)}`;
  await signIn(admin, product.url, front, manage, 'admin@campus.test');
  for (const [hours, days] of [
    ['30', '60'],
    ['24', '60'],
    ['24', '30'],
  ] as const) {
    await admin.getByLabel('Hours of a session').fill(hours);
    await admin.getByLabel('Days of the audit log').fill(days);
    await admin.getByRole('button', { name: 'Save settings' }).click();
    await expect(said(admin)).toHaveText('Security settings updated successfully');
    await admin.evaluate(() => document.getElementById('said')?.replaceChildren());
  }
  await admin.getByLabel('Person').fill('Asha of Elsewhere');
  await admin.getByRole('button', { name: 'Save person' }).click();
  await expect(said(admin)).toHaveText('User updated successfully');

  await desk.getByRole('button', { name: `Collect ${key.keyNumber}` }).click();
  await expect(said(desk)).toHaveText(
    `Key ${key.keyNumber} (${key.keyName}) collected successfully`,
  );
  await expect(desk.getByText(`${key.keyNumber} with`)).toHaveCount(0);
  for (const name of ['Lab of Elsewhere', 'Lab of old']) {
    await admin.getByLabel('Key name').fill(name);
    await admin.getByRole('button', { name: 'Save key' }).click();
    await expect(said(admin)).toHaveText(`Key ${key.keyNumber} updated successfully`);
    await admin.evaluate(() => document.getElementById('said')?.replaceChildren());
  }

  const person = await (await browser.newContext()).newPage();
  await signIn(person, product.url, front, '/keys.html', holder.user.email);
  await expect(person.getByText('(faculty)')).toBeVisible();
  await expect(person.getByRole('listitem').getByText(key.keyNumber).first()).toBeVisible();
  await person.getByLabel('Name').fill('Asha Again');
  await person.getByRole('button', { name: 'Save' }).click();
  await expect(said(person)).toHaveText('Profile updated successfully');

  for (const page of [desk, admin, person]) await page.context().close();
  await product.stop();
  await front.close();
});

test('the API reference calls as the person whose token it was given', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const page = await visit(null, '/api/docs');
  const call = page.locator('#operations-auth-checkAuth');
  const execute = async () => {
    await call.getByRole('button', { name: 'Execute' }).click();
    return call.locator('.live-responses-table .response').first();
  };
  await call.locator('.opblock-summary-control').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await expect(await execute()).toContainText('NOT_SIGNED_IN');

  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const bearer = page.locator('.auth-container').filter({ hasText: 'bearer' });
  await bearer.getByRole('textbox').fill(person.secrets.bearer);
  await bearer.getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(await execute()).toContainText(person.user.email);
});
