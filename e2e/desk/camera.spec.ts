import { api } from '@keydesk/shared/api';
import type { IssuedQr } from '@keydesk/shared/loans/routes';
import { expect, type Page } from '@playwright/test';
import { giveKey, requestCode, returnCode } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const scanner = '/dashboard/security/scanner';

function startScanning(page: Page) {
  return page.getByRole('button', { name: 'Start Scanning' }).click();
}

function overlay(page: Page) {
  return page.getByRole('dialog', { name: 'Scan QR code' });
}

function error(page: Page) {
  return page.getByRole('dialog', {
    name: /^(Not a Keydesk code|Code (expired|no longer valid|already used))$/,
  });
}

/** The text of a code as if it had been issued two minutes earlier. */
async function agedCode({ db }: TestApp, { qrData }: IssuedQr): Promise<string> {
  const twoMinutes = "interval '2 minutes'";
  const timestamp = new Date(Date.parse(qrData.timestamp) - 120_000).toISOString();
  await db.query(
    `UPDATE codes SET issued_at = issued_at - ${twoMinutes}, expires_at = expires_at - ${twoMinutes}
     WHERE user_id = $1 AND used_at IS NULL`,
    [qrData.userId],
  );
  return JSON.stringify({ ...qrData, timestamp });
}

test.describe('the camera at the desk', () => {
  test('refuses what is no code of ours, and looks again once that is read', async ({
    campus,
    camera,
  }) => {
    const page = await camera.visit(await campus.person('security'), scanner);
    camera.show('a cinema ticket');
    await startScanning(page);
    await expect(error(page).getByRole('alert')).toHaveText(
      'Invalid QR code: Invalid QR code format - not valid JSON',
    );
    camera.show(null);
    await error(page).getByRole('button', { name: 'Scan again' }).click();
    await expect(error(page)).toBeHidden();
    await expect(overlay(page).getByRole('status')).toHaveText('Scanning');

    const [holder, key] = [await campus.person(), await campus.key()];
    camera.show((await requestCode(holder, key._id)).qrText);
    await expect(page.getByRole('dialog', { name: 'Handed out' })).toContainText(key.keyNumber);
  });

  test('offers to collect the key of an expired return code', async ({ campus, camera }) => {
    const [holder, key] = [await campus.person(), await campus.key({ keyName: 'Bilby Lab' })];
    await giveKey(campus.guard, holder, key._id);
    const code = await agedCode(campus, await returnCode(holder, key._id));
    const page = await camera.visit(await campus.person('security'), scanner);
    camera.show(code);
    await startScanning(page);
    await expect(error(page)).toContainText('QR code is expired');
    await expect(error(page)).toContainText(key.keyNumber);
    await error(page).getByRole('button', { name: 'Collect' }).click();
    const collect = page.getByRole('dialog', { name: 'Collect key' });
    await expect(collect).toContainText(holder.user.name);
    await collect.getByRole('button', { name: 'Collect' }).click();
    await expect(page.getByRole('dialog', { name: 'Collected' })).toContainText(key.keyNumber);
    expect((await holder.get(api.myTakenKeys)).data.keys).toEqual([]);
  });
});

test('a desk without a camera says so', async ({ campus, visit }) => {
  const guard = await campus.person('security');
  const page = await visit(guard, scanner, { permissions: ['camera'] });
  await startScanning(page);
  await expect(overlay(page).getByRole('alert')).toContainText('No camera found on this device.');
  await overlay(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(overlay(page)).toBeHidden();
});
