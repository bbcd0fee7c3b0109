import { expect } from '@playwright/test';
import { openLoan } from '../../server/test/factories/loans.ts';
import { giveKey } from '../../server/test/handovers.ts';
import { holdCalls } from '../harness/network.ts';
import { test } from '../harness/test.ts';

test.describe('My Keys', () => {
  test('says so when there are none, and where to find some', async ({ campus, visit }) => {
    const page = await visit(await campus.person(), '/dashboard/faculty', { device: 'phone' });
    await expect(page.getByRole('heading', { name: 'Taken' })).toHaveText('Taken0');
    await expect(page.getByText('No keys taken')).toBeVisible();
    await expect(page.getByText('Go to Key List to request keys')).toBeVisible();
    await expect(page.getByRole('link', { name: 'My Keys' })).toHaveAccessibleName('My Keys');
    await page.getByRole('link', { name: 'Go to Key List' }).click();
    await expect(page).toHaveURL('/dashboard/faculty/keylist');
  });

  test('lists each key with its return code, and counts them', async ({ campus, visit }) => {
    const holder = await campus.person();
    const keys = [await campus.key(), await campus.key({ keyName: 'Seminar Hall' })];
    for (const { _id } of keys) await giveKey(campus.guard, holder, _id);
    const page = await visit(holder, '/dashboard/faculty', { device: 'phone' });
    await expect(page.getByRole('heading', { name: 'Taken' })).toHaveText('Taken2');
    await expect(page.getByRole('link', { name: 'My Keys' })).toHaveAccessibleName('2 My Keys');
    const hall = page.getByRole('article').filter({ hasText: 'Seminar Hall' });
    await expect(hall).toContainText(/due /i);
    await expect(hall.getByRole('button', { name: 'Show Return QR' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  test('says that it loads', async ({ campus, visit }) => {
    const page = await visit(await campus.person(), '/dashboard/profile');
    const letGo = await holdCalls(page, '/api/keys/my-taken');
    await page.goto('/dashboard/faculty/taken');
    await expect(page.getByText('Loading taken keys...')).toBeAttached();
    letGo();
    await expect(page.getByText('No keys taken')).toBeVisible();
  });

  test('reads anew on Refresh', async ({ campus, visit }) => {
    const holder = await campus.person();
    const key = await campus.key();
    const page = await visit(holder, '/dashboard/faculty/taken');
    await expect(page.getByText('No keys taken')).toBeVisible();
    // Written beside the product, so that nothing tells the page of it.
    const handedBy = campus.guard.user.id;
    await openLoan(campus.db, { keyId: key._id, holderId: holder.user.id, handedBy });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('article')).toContainText(key.keyNumber);
  });
});

test('the tab that was last open is restored', async ({ campus, visit }) => {
  const page = await visit(await campus.person(), '/dashboard/faculty');
  await expect(page).toHaveURL('/dashboard/faculty/taken');
  await page.getByRole('link', { name: 'All Keys' }).click();
  await expect(page).toHaveURL('/dashboard/faculty/keylist');
  await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible();
  await page.goto('/dashboard/faculty');
  await expect(page).toHaveURL('/dashboard/faculty/keylist');
  await page.goto('/dashboard/profile');
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/dashboard/faculty/keylist');
});
