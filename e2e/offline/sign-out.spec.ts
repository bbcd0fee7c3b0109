import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { test } from '../harness/test.ts';
import { savedSets } from './saved-sets.ts';

test.use({ serviceWorkers: 'allow' });

/** Everything of the server's answers that the browser holds for this site. */
async function remembered(page: Page) {
  const sets = await savedSets(page);
  const rest = await page.evaluate(async () => {
    const cached: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        cached.push(new URL(url).pathname);
    return {
      answers: cached.filter((path) => path.startsWith('/api/')),
      person: [localStorage.getItem('auth-token'), localStorage.getItem('auth-user')],
    };
  });
  return { sets, ...rest };
}

test('a list of keys that has not changed is not sent again, though the browser stores none', async ({
  campus,
  visit,
}) => {
  await campus.key();
  const page = await visit(await campus.person(), '/dashboard/faculty/keylist');
  const list = page.waitForResponse('**/api/keys');
  await page.reload();
  expect((await list).status()).toBe(200);
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  const again = page.waitForResponse('**/api/keys');
  await page.context().setOffline(false);
  expect((await again).status()).toBe(304);
  await expect(page.getByText('You are offline.')).toBeHidden();
});

test('nothing of the keys or the person is left in a browser after a sign-out, but its colours are', async ({
  campus,
  visit,
}) => {
  await campus.key();
  const page = await visit(await campus.person(), '/dashboard/faculty/keylist');
  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await expect.poll(async () => (await remembered(page)).sets).toEqual(['known-lists']);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Continue with Google' })).toBeVisible();
  await expect
    .poll(() => remembered(page))
    .toEqual({ sets: [], answers: [], person: [null, null] });
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
});

test('who signs out without a network stays signed out when it is back, on the server too', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const page = await visit(holder, '/dashboard/faculty/taken');
  await expect(page.getByText('No keys taken')).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Logout' }).click();
  const signIn = page.getByRole('link', { name: 'Continue with Google' });
  await expect(signIn).toBeVisible();

  await page.context().setOffline(false);
  await expect.poll(async () => (await holder.call(api.checkAuth)).status).toBe(401);
  await page.goto('/dashboard');
  await expect(signIn).toBeVisible();
});
