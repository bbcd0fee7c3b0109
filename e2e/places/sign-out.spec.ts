import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const keylist = '/dashboard/faculty/keylist';

function endSession({ db }: TestApp, { secrets }: TestClient) {
  return db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [secrets.sessionId]);
}

function signIn(page: Page, { user }: TestClient) {
  return page.goto(`/api/auth/google?login_hint=${encodeURIComponent(user.email)}`);
}

test('Back after a sign-out shows nothing private', async ({ campus, visit }) => {
  const person = await campus.person('faculty', { name: 'Wendy Withdrawn' });
  const key = await campus.key();
  await giveKey(campus.guard, person, key._id);
  const page = await visit(person, '/dashboard/faculty/taken', { device: 'phone' });
  await page.getByRole('button', { name: 'Show Return QR' }).click();
  await expect(page.getByRole('dialog').getByRole('timer')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText('Wendy Withdrawn')).toBeVisible();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const signInLink = page.getByRole('link', { name: 'Continue with Google' });
  await expect(signInLink).toBeVisible();
  for (const direction of ['goBack', 'goBack', 'goForward'] as const) {
    await page[direction]();
    await expect(page).toHaveURL(/\/login$|about:blank/);
    await expect(page.getByText('Wendy Withdrawn')).toBeHidden();
    await expect(page.getByText(key.keyNumber)).toBeHidden();
  }
});

test('who signs in again after a session that ended is back at search and code', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  await campus.key({ keyName: 'Mulgara Lab' });
  const page = await visit(person, keylist, { device: 'phone' });
  await page.getByPlaceholder('Search keys...').fill('mulgara lab');
  await page.getByRole('button', { name: 'Generate QR' }).click();
  const modal = page.getByRole('dialog', { name: 'Request Key' });
  await expect(modal.getByRole('timer')).toBeVisible();
  await endSession(campus, person);
  await expect(page).toHaveURL('/login');
  await signIn(page, person);
  await expect(modal.getByRole('timer')).toBeVisible();
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByPlaceholder('Search keys...')).toHaveValue('mulgara lab');
});

test('somebody else who signs in there starts at their own home', async ({ campus, visit }) => {
  const person = await campus.person();
  const page = await visit(person, '/dashboard/about');
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  await endSession(campus, person);
  await expect(page).toHaveURL('/login');
  await signIn(page, await campus.person());
  await expect(page).toHaveURL('/dashboard/faculty/taken');
});
