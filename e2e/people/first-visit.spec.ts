import { expect, type Page } from '@playwright/test';
import { test } from '../harness/test.ts';

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
