import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { test } from '../campus/test.ts';

test.use({ serviceWorkers: 'allow' });

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
