import { expect, type Page } from '@playwright/test';
import { historySettled } from '../harness/history.ts';
import { test } from '../harness/test.ts';

const admin = 'admin@campus.test';

const signInLongAgo = "UPDATE sessions SET confirmed_at = now() - interval '20 minutes'";

function asked(page: Page) {
  return page.getByRole('dialog', { name: 'Confirm that it is you' });
}

/** Opens the provider's window from the dialog. */
async function providerOf(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await asked(page).getByRole('link', { name: 'Continue with Google' }).click();
  return opening;
}

test('an admin who signed in long ago confirms in another window, and what was entered is saved', async ({
  campus,
  visit,
}) => {
  test.slow();
  const app = await campus.another({ CONFIRM_SIGN_IN_MINUTES: '15' });
  const page = await visit(null, '/login', { baseURL: app.url });
  await page.goto(`/api/auth/google?login_hint=${admin}`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await campus.db.query(signInLongAgo);

  await page.goto('/dashboard/admin/security');
  await page.getByRole('tab', { name: 'Session Management' }).click();
  const timeout = page.getByRole('spinbutton', { name: 'Session Timeout' });
  await timeout.fill('47');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(asked(page)).toBeVisible();
  await asked(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(asked(page)).toBeHidden();
  await expect(timeout).toHaveValue('47');
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  await page.getByRole('button', { name: 'Save Settings' }).click();
  const provider = await providerOf(page);
  await provider.getByRole('button', { name: 'security@campus.test' }).click();
  await expect(provider.getByText('That was another account.')).toBeVisible();
  await expect(asked(page)).toBeVisible();
  await provider.getByRole('link', { name: 'Try Again' }).click();
  await provider.getByRole('button', { name: admin }).click();
  await expect(page.getByText('Security settings updated successfully')).toBeVisible();
  await expect(asked(page)).toBeHidden();
  await expect(timeout).toHaveValue('47');

  await campus.db.query(signInLongAgo);
  const person = await campus.person();
  await historySettled(page);
  await page.goto('/dashboard/admin/users');
  await page.getByRole('searchbox').fill(person.user.email);
  await page.getByRole('button', { name: `Edit ${person.user.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit User' });
  await form.getByLabel('Name').fill('Renamed Meanwhile');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked(page)).toBeHidden();
  await expect(form.getByLabel('Name')).toHaveValue('Renamed Meanwhile');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await (await providerOf(page)).getByRole('button', { name: admin }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await expect(page.getByText('Renamed Meanwhile')).toBeVisible();
});
