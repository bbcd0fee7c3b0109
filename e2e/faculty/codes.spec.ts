import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { readQr } from '../harness/read-qr.ts';
import { test } from '../harness/test.ts';

test.describe('the code for a key', () => {
  test('says how to return a key, and reads Done once the desk has it', async ({
    campus,
    visit,
  }) => {
    const holder = await campus.person();
    const key = await campus.key();
    await giveKey(campus.guard, holder, key._id);
    const page = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
    await page.getByRole('button', { name: 'Show Return QR' }).click();
    const modal = page.getByRole('dialog', { name: `Return Key ${key.keyNumber}` });
    await expect(modal).toContainText('Show this QR code to security to return the key');
    const qrData = await readQr(modal.getByRole('img'));
    await campus.guard.get(api.scanReturn, { body: { qrData } });
    await expect(modal).toContainText('Key returned');
    await modal.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('No keys taken')).toBeVisible();
  });

  test('comes by itself once the network is back', async ({ campus, visit }) => {
    const key = await campus.key();
    const page = await visit(await campus.person(), '/dashboard/faculty/keylist');
    await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
    const generate = page.getByRole('button', { name: 'Generate QR' });
    await page.route('/api/qr/codes', (route) => route.abort('internetdisconnected'));
    await generate.click();
    const modal = page.getByRole('dialog', { name: 'Request Key' });
    await expect(modal.getByRole('alert')).toHaveText(
      'Error generating QR code: Unable to connect to the server. Please check your internet connection.',
    );
    await expect(modal.getByRole('button', { name: 'Try Again' })).toBeVisible();
    await page.unroute('/api/qr/codes');
    await page.context().setOffline(true);
    await expect(page.getByText('Offline', { exact: true })).toBeAttached();
    await page.context().setOffline(false);
    await expect(modal.getByRole('timer')).toBeVisible();
  });

  test('outlives a short outage', async ({ campus, visit }) => {
    const key = await campus.key();
    const page = await visit(await campus.person(), '/dashboard/faculty/keylist');
    await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
    await page.getByRole('button', { name: 'Generate QR' }).click();
    const modal = page.getByRole('dialog', { name: 'Request Key' });
    const code = await readQr(modal.getByRole('img'));
    await page.context().setOffline(true);
    await expect(page.getByText('Offline', { exact: true })).toBeAttached();
    const readAnew = page.waitForResponse('/api/keys');
    await page.context().setOffline(false);
    await readAnew;
    expect(await readQr(modal.getByRole('img'))).toBe(code);
    await campus.guard.get(api.scanRequest, { body: { qrData: code } });
    await expect(modal).toContainText('Key taken');
  });
});
