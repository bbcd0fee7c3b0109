import { gzipSync } from 'node:zlib';
import { addLanguages } from '@keydesk/shared/texts/add-languages';
import { t as loginText } from '@keydesk/shared/texts/en/login';
import { t as shellText } from '@keydesk/shared/texts/en/shell';
import { listLanguages } from '@keydesk/shared/texts/known-languages';
import { expect, type Page } from '@playwright/test';
import { test } from '../harness/test.ts';

test.beforeAll(addLanguages);

const nameOf = (code: string) => listLanguages().find((one) => one.code === code)?.name ?? '';

async function expectLanguage(page: Page, code: string, direction: string): Promise<void> {
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', code);
  await expect(page.locator('body')).toHaveCSS('direction', direction);
}

test('what is chosen on the sign-in page stays with the person who signs in', async ({
  campus,
  visit,
}) => {
  const asha = await campus.person('faculty', { name: 'Asha Telugu' });
  const page = await visit(null, '/login');
  await expectLanguage(page, 'en', 'ltr');
  await page.getByRole('button', { name: nameOf('te') }).click();
  await expectLanguage(page, 'te', 'ltr');
  await expect(
    page.getByRole('link', {
      name: loginText.in('te')('continue-with', { signInName: 'Google' }),
    }),
  ).toBeVisible();
  await page.goto(`/api/auth/google?login_hint=${asha.user.email}`);
  await expect(page).toHaveURL(/dashboard/);
  await expectLanguage(page, 'te', 'ltr');

  // Another browser of theirs follows once it knows them.
  const phone = await visit(asha, '/dashboard/faculty/taken', { device: 'phone' });
  await expectLanguage(phone, 'te', 'ltr');
  const menu = shellText.in('te')('user-menu', { name: 'Asha Telugu' });
  await phone.getByRole('button', { name: menu }).click();
  await phone.getByRole('menuitemradio', { name: nameOf('ur') }).click();
  await expectLanguage(phone, 'ur', 'rtl');
  await phone.reload();
  await expectLanguage(phone, 'ur', 'rtl');
});

test("the browser's language is used until one is chosen", async ({ visit }) => {
  const page = await visit(null, '/login', { locale: 'te-IN' });
  await expectLanguage(page, 'te', 'ltr');
  await page.getByRole('button', { name: 'English' }).click();
  await expectLanguage(page, 'en', 'ltr');
});

test('only the texts and letters of the sign-in page load with it, in every language', async ({
  visit,
}) => {
  for (const { code: locale } of listLanguages()) {
    const page = await visit(null, '/healthz', { locale, fresh: true });
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
    await page.goto('/login', { waitUntil: 'networkidle' });
    const ahead = await page.evaluate(() =>
      [...document.querySelectorAll('link[rel=prefetch]')].map((link) => link.getAttribute('href')),
    );
    const scripts = loaded.filter((path) => path.endsWith('.js') && !ahead.includes(path));
    let bytes = 0;
    for (const path of scripts)
      bytes += gzipSync(await (await page.request.get(path)).body(), { level: 9 }).length;
    expect(bytes, `scripts of /login in ${locale}`).toBeGreaterThan(10_000);
    expect(bytes, `scripts of /login in ${locale}`).toBeLessThanOrEqual(90_000);
    const letters = loaded.filter((path) => path.endsWith('.woff2'));
    expect(letters.filter((path) => /-name-/.test(path))).toHaveLength(3);
    const { script } = new Intl.Locale(locale).maximize();
    expect(letters.filter((path) => /noto-/.test(path))).toHaveLength(script === 'Latn' ? 0 : 1);
  }
});
