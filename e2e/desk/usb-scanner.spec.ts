import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { batchCode, giveKey, requestCode, returnCode } from '../../server/test/handovers.ts';
import { typeWithGap } from '../camera/usb-scanner.ts';
import { test, type Visit } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

function scan(page: Page, text: string) {
  return typeWithGap(page, text, 3);
}

/** A desk's page that listens for its scanner. */
async function readyDesk(campus: TestApp, visit: Visit): Promise<Page> {
  const page = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await expect(page.getByText('USB scanner ready, just scan')).toBeVisible();
  return page;
}

test.describe('a USB scanner at the desk', () => {
  test('hands out a key without a press', async ({ campus, visit }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    const page = await readyDesk(campus, visit);
    await scan(page, (await requestCode(holder, key._id)).qrText);
    const handedOver = page.getByRole('dialog', { name: 'Handed over' });
    await expect(handedOver).toContainText(key.keyNumber);
    await expect(handedOver).toContainText(holder.user.name);
    await handedOver.getByRole('button', { name: 'Done' }).click();
    const recent = page.getByRole('listitem').filter({ hasText: key.keyNumber });
    await expect(recent).toContainText('Handed over');
  });

  test('takes a key back once its return is confirmed', async ({ campus, visit }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    await giveKey(campus.guard, holder, key._id);
    const page = await readyDesk(campus, visit);
    await scan(page, (await returnCode(holder, key._id)).qrText);
    const confirm = page.getByRole('dialog', { name: 'Confirm Return' });
    await expect(confirm).toContainText(holder.user.name);
    await confirm.getByRole('button', { name: 'Confirm Return' }).click();
    await expect(page.getByRole('dialog', { name: 'Returned', exact: true })).toContainText(
      key.keyNumber,
    );
  });

  test('takes many keys back at once', async ({ campus, visit }) => {
    const holder = await campus.person();
    const keys = [];
    for (let count = 0; count < 3; count += 1) keys.push(await campus.key());
    for (const { _id } of keys) await giveKey(campus.guard, holder, _id);
    const page = await readyDesk(campus, visit);
    const code = await batchCode(
      holder,
      keys.map(({ _id }) => _id),
    );
    await scan(page, code.qrText);
    const returned = page.getByRole('dialog', { name: 'Returned', exact: true });
    await expect(returned).toContainText('3 keys');
    for (const { keyNumber } of keys) await expect(returned).toContainText(keyNumber);
    expect((await holder.get(api.myTakenKeys)).data.keys).toEqual([]);
  });

  test('moves on with the next scan while a result still shows', async ({ campus, visit }) => {
    const holder = await campus.person();
    const [first, second] = [await campus.key(), await campus.key()];
    const page = await readyDesk(campus, visit);
    const handedOver = page.getByRole('dialog', { name: 'Handed over' });
    await scan(page, (await requestCode(holder, first._id)).qrText);
    await expect(handedOver).toContainText(first.keyNumber);
    await scan(page, (await requestCode(holder, second._id)).qrText);
    await expect(handedOver).toContainText(second.keyNumber);
  });

  test('types into other tabs without handing anything over', async ({ campus, visit }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    const page = await visit(await campus.person('security'), '/dashboard/security/unavailable');
    await expect(page.getByRole('heading', { name: 'Unavailable Keys' })).toBeVisible();
    await scan(page, (await requestCode(holder, key._id)).qrText);
    await page.getByRole('link', { name: 'Scanner' }).click();
    await expect(page.getByRole('heading', { name: 'QR Scanner' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    const { data } = await campus.guard.get(api.getKey, { params: { id: key._id } });
    expect(data.key.status).toBe('available');
  });
});
