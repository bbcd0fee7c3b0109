import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { test, type Visit } from '../harness/test.ts';

test.use({ serviceWorkers: 'allow' });

/** Opens the product and waits until its service worker serves it. */
async function installed(visit: Visit, who: TestClient, path: string): Promise<Page> {
  const page = await visit(who, path, { device: 'phone' });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  return page;
}

test('the product can be installed: its manifest, icons and service worker are there', async ({
  campus,
  visit,
}) => {
  const page = await installed(visit, await campus.person(), '/dashboard/about');
  const devtools = await page.context().newCDPSession(page);
  const { data, errors, url } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // What a private window adds says nothing of the product.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = JSON.parse(data ?? '');
  expect(manifest).toMatchObject({ name: 'Keydesk', display: 'standalone', start_url: '/' });
  const purposes = manifest.icons.map(({ purpose }: { purpose: string }) => purpose);
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable']));
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await page.request.get(new URL(src, url).href);
    expect(icon.headers()['content-type']).toBe(type);
    const width = await page.evaluate(async (address) => {
      const picture = new Image();
      picture.src = address;
      await picture.decode();
      return picture.naturalWidth;
    }, src);
    if (sizes !== 'any') expect(`${width}x${width}`).toBe(sizes);
  }
  for (const { url: place } of manifest.shortcuts) {
    await page.goto(place);
    await expect(page).toHaveURL(place);
  }
});

test('without a network the product opens with the lists it last knew, to read only', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const [mine, other] = [
    await campus.key({ keyName: 'Thylacine Lab' }),
    await campus.key({ keyName: 'Thylacine Store' }),
  ];
  await giveKey(campus.guard, holder, mine._id);
  const page = await installed(visit, holder, '/dashboard/faculty/keylist');
  await page.getByPlaceholder('Search keys...').fill('thylacine');
  const found = page.getByRole('list', { name: 'Search Results' }).getByRole('listitem');
  await expect(found).toHaveCount(2);
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.goto('/dashboard/faculty/keylist');
  await expect(page.getByText('Not connected. As of')).toBeVisible();
  await page.getByPlaceholder('Search keys...').fill('thylacine');
  await expect(found).toHaveCount(2);
  await expect(found.filter({ hasText: 'Thylacine Lab' })).toContainText('Taken by you');
  const generate = found
    .filter({ hasText: 'Thylacine Store' })
    .getByRole('button', { name: 'Generate QR' });
  await expect(generate).toBeDisabled();
  await page.getByRole('link', { name: 'My Keys' }).click();
  await expect(page.getByRole('article')).toContainText('Thylacine Lab');

  await giveKey(campus.guard, holder, other._id);
  await page.context().setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Show Return QR' }).first()).toBeEnabled();
});

test('what one person’s browser kept is gone after Logout', async ({ campus, visit }) => {
  const holder = await campus.person();
  const page = await installed(visit, holder, '/dashboard/faculty/keylist');
  await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await page.context().setOffline(true);
  await page.goto('/dashboard/faculty/keylist');
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
});
