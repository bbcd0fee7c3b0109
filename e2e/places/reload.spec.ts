import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { readQr } from '../harness/read-qr.ts';
import { test } from '../harness/test.ts';

const keylist = '/dashboard/faculty/keylist';

test('a reload brings the search and the code back, and only the new code is good', async ({
  campus,
  visit,
}) => {
  const key = await campus.key({ keyName: 'Ningaui Lab' });
  const page = await visit(await campus.person(), keylist, { device: 'phone' });
  const search = page.getByPlaceholder('Search keys...');
  const modal = page.getByRole('dialog', { name: `Request Key ${key.keyNumber}` });
  await search.fill('ningaui lab');
  await page.getByRole('button', { name: 'Generate QR' }).click();
  const before = await readQr(modal.getByRole('img'));
  await page.reload();
  await expect(modal.getByRole('timer')).toBeVisible();
  const after = await readQr(modal.getByRole('img'));
  expect(after).not.toBe(before);
  expect((await campus.guard.call(api.scanRequest, { body: { qrData: before } })).status).toBe(409);
  await campus.guard.get(api.scanRequest, { body: { qrData: after } });
  await expect(modal).toContainText('Key taken');

  // There is nothing left to show a code for.
  await page.reload();
  await expect(search).toHaveValue('ningaui lab');
  await expect(page.getByRole('list', { name: 'Search Results' })).toContainText('Ningaui Lab');
  await expect(page).not.toHaveURL(/code=/);
  await expect(modal).toBeHidden();
});

test('a number that is searched for comes back as it was typed', async ({ campus, visit }) => {
  await campus.key({ keyName: 'Bettong 00417' });
  const page = await visit(await campus.person(), keylist, { device: 'phone' });
  const search = page.getByPlaceholder('Search keys...');
  await search.fill('00417');
  await expect(page).toHaveURL(/q=/);
  await page.reload();
  await expect(search).toHaveValue('00417');
  await expect(page.getByRole('list', { name: 'Search Results' })).toContainText('Bettong');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL(keylist);
});

test('My Keys returns all keys with one code, which a reload brings back', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const held = [await campus.key(), await campus.key()];
  for (const { _id } of held) await giveKey(campus.guard, holder, _id);
  const page = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
  await page.getByRole('button', { name: 'Return 2 Keys' }).click();
  const modal = page.getByRole('dialog', { name: 'Return 2 Keys' });
  await expect(modal.getByRole('timer')).toBeVisible();
  await page.reload();
  await expect(modal.getByRole('timer')).toBeVisible();
  for (const { keyNumber } of held) await expect(modal).toContainText(keyNumber);
  const qrData = await readQr(modal.getByRole('img'));
  await campus.guard.get(api.batchReturn, { body: { qrData } });
  await expect(modal).toContainText('Keys returned');
  await modal.getByRole('button', { name: 'Done' }).click();
  await expect(modal).toBeHidden();
  await expect(page.getByText('No keys taken')).toBeVisible();
  await page.goForward();
  await expect(page).not.toHaveURL(/batch=/);
  await expect(modal).toBeHidden();
});

test('with one key or none, My Keys offers no batch', async ({ campus, visit }) => {
  const holder = await campus.person();
  await giveKey(campus.guard, holder, (await campus.key())._id);
  const page = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
  await expect(page.getByRole('button', { name: 'Show Return QR' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Return \d/ })).toBeHidden();
});
