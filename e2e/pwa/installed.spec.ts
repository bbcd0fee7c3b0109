import { expect, type Page } from '@playwright/test';
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
