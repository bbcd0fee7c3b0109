import { api } from '@keydesk/shared/api';
import type { Key } from '@keydesk/shared/keys/key';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { readQr } from '../harness/read-qr.ts';
import { test, type Visit } from '../harness/test.ts';

/** Opens the request code of a key on a phone. */
async function showCode(visit: Visit, who: TestClient, key: Key) {
  const page = await visit(who, '/dashboard/faculty/keylist', { device: 'phone' });
  await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
  await page.getByRole('button', { name: 'Generate QR' }).click();
  const modal = page.getByRole('dialog', { name: 'Request Key' });
  await expect(modal.getByRole('timer')).toBeVisible();
  return { page, modal };
}

test.describe('while a request code is shown', () => {
  test('another person gets the key, and other free keys of its department are offered', async ({
    campus,
    visit,
  }) => {
    const quicker = await campus.person('faculty', { name: 'Rohan Chatterjee' });
    const [key, out, free] = [
      await campus.key({ department: 'RESEARCH', category: 'hostel' }),
      await campus.key({ department: 'RESEARCH', category: 'hostel', keyName: 'Quoll' }),
      await campus.key({ department: 'RESEARCH', category: 'hostel', keyName: 'Tarsier' }),
    ];
    await giveKey(campus.guard, quicker, out._id);
    const { page, modal } = await showCode(visit, await campus.person(), key);
    await giveKey(campus.guard, quicker, key._id);

    await expect(modal.getByRole('alert')).toHaveText('Now with Rohan Chatterjee');
    await expect(modal.getByRole('img')).toBeHidden();
    await expect(modal.getByRole('button', { name: /Try Again|Regenerate/ })).toBeHidden();
    const others = modal.getByRole('region', { name: 'Available in Research' });
    const offered = others.getByRole('listitem');
    await expect(offered.first()).toContainText('Tarsier');
    expect(await offered.count()).toBeLessThanOrEqual(5);
    await expect(offered.filter({ hasText: 'Quoll' })).toBeHidden();
    await expect(offered.filter({ hasText: key.keyNumber })).toBeHidden();

    await offered.first().click({ position: { x: 4, y: 4 } });
    const details = page.getByRole('dialog', { name: new RegExp(`^${free.keyNumber} `) });
    await expect(details).toContainText('Tarsier');
    await page.goBack();
    await expect(details).toBeHidden();
    await expect(modal.getByRole('alert')).toHaveText('Now with Rohan Chatterjee');

    await modal.getByRole('button', { name: 'Notify me when it is back' }).click();
    await expect(modal.getByText('You will get a notification when it is back.')).toBeVisible();

    await offered.first().click({ position: { x: 4, y: 4 } });
    await details.getByRole('button', { name: 'Generate QR' }).click();
    const next = page.getByRole('dialog', { name: `Request Key ${free.keyNumber}` });
    const qrData = await readQr(next.getByRole('img'));
    await campus.guard.get(api.scanRequest, { body: { qrData } });
    await expect(next).toContainText('Key taken');
  });

  test('the code is back once the key is, as long as it is valid', async ({ campus, visit }) => {
    const key = await campus.key();
    const { modal } = await showCode(visit, await campus.person(), key);
    await giveKey(campus.guard, await campus.person(), key._id);
    await expect(modal.getByRole('alert')).toContainText('Now with');
    await campus.guard.get(api.collectKey, { params: { id: key._id } });
    const qrData = await readQr(modal.getByRole('img'));
    await campus.guard.get(api.scanRequest, { body: { qrData } });
    await expect(modal).toContainText('Key taken');
  });

  test('the desk refuses it, and the phone says what the desk saw', async ({ campus, visit }) => {
    const person = await campus.person();
    const key = await campus.key();
    const { modal } = await showCode(visit, person, key);
    const oldCode = await readQr(modal.getByRole('img'));
    // On another device, which voids this code.
    await person.get(api.issueCode, { body: { type: 'key-request', keyId: key._id } });
    const { body } = await campus.guard.call(api.scanRequest, { body: { qrData: oldCode } });
    await expect(modal.getByRole('alert')).toContainText('The desk could not use this code');
    await expect(modal.getByRole('alert')).toContainText(String(body.message));
    await expect(modal.getByRole('img')).toBeHidden();

    await modal.getByRole('button', { name: 'Regenerate' }).click();
    await expect(modal.getByRole('timer')).toBeVisible();
    await expect(modal.getByRole('alert')).toBeHidden();
    const qrData = await readQr(modal.getByRole('img'));
    await campus.guard.get(api.scanRequest, { body: { qrData } });
    await expect(modal).toContainText('Key taken');
  });

  test('the network goes, which it says, and reads the key again afterwards', async ({
    campus,
    visit,
  }) => {
    const quicker = await campus.person();
    const key = await campus.key();
    const { page, modal } = await showCode(visit, await campus.person(), key);
    const code = await readQr(modal.getByRole('img'));
    await page.context().setOffline(true);
    await expect(modal.getByRole('status').filter({ hasText: 'You are offline.' })).toContainText(
      'If the desk is online, it can still scan this code.',
    );
    expect(await readQr(modal.getByRole('img'))).toBe(code);
    await giveKey(campus.guard, quicker, key._id);
    await page.context().setOffline(false);
    await expect(modal.getByRole('alert')).toHaveText(`Now with ${quicker.user.name}`);
  });
});
