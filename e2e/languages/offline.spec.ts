import { api } from '@keydesk/shared/api';
import { addLanguages } from '@keydesk/shared/texts/add-languages';
import { t as pageText } from '@keydesk/shared/texts/en/page';
import { expect, type Page } from '@playwright/test';
import { languageCache, languageFile } from '../../web/src/lib/language-file.ts';
import { test } from '../harness/test.ts';

test.use({ serviceWorkers: 'allow' });

test.beforeAll(addLanguages);

/** The files of languages and letters that a start without a network finds. */
async function keptFiles(page: Page): Promise<(string | undefined)[]> {
  const addresses = await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    return (await cache.keys()).map(({ url }) => url);
  }, languageCache);
  return addresses.map((url) => languageFile.exec(url)?.[1]).sort();
}

test('a guard who reads Telugu and loads the page again without a network reads Telugu, in its letters', async ({
  campus,
  visit,
}) => {
  const guard = await campus.person('security');
  await guard.get(api.updateProfile, { body: { name: guard.user.name, language: 'te' } });
  const desk = await visit(guard, '/dashboard/security/scanner');
  await expect(desk.locator('html')).toHaveAttribute('lang', 'te');
  await desk.waitForFunction(() => navigator.serviceWorker.controller);
  await expect
    .poll(() => keptFiles(desk))
    .toEqual(['noto-sans-telugu-telugu-wght-normal', 'te.first', 'te.others']);

  await desk.context().setOffline(true);
  await desk.reload();
  const offline = pageText.in('te')('device-offline');
  await expect(desk.getByText(offline)).toBeVisible();
  await expect(desk.locator('html')).toHaveAttribute('lang', 'te');
  await expect
    .poll(() => desk.evaluate((text) => document.fonts.check('1em "Noto Variable"', text), offline))
    .toBe(true);
});
