import { expect, type Locator, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';

test.use({ serviceWorkers: 'allow' });

const offline = 'Not available offline. Try again when you are back online.';

async function expectWaiting(action: Locator): Promise<void> {
  await expect(action).toBeDisabled();
  await expect(action).toHaveAccessibleDescription(offline);
}

/** What opens over a page is loaded when it is wanted, without a network from the worker's store. */
function servedByWorker(page: Page): Promise<unknown> {
  return page.waitForFunction(() => navigator.serviceWorker.controller);
}

test('a faculty phone without a network shows its keys, lets nothing be begun, and says why', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  const phone = await visit(holder, '/dashboard/faculty/keylist', { device: 'phone' });
  await expect(phone.getByText(/\d available/).first()).toBeVisible();
  await phone.getByRole('link', { name: 'My Keys' }).click();
  const showReturn = phone.getByRole('button', { name: 'Show Return QR' });
  await expect(showReturn).toBeEnabled();

  await phone.context().setOffline(true);
  await expect(phone.getByRole('heading', { name: key.keyNumber })).toBeVisible();
  await expectWaiting(showReturn);
  await expectWaiting(phone.getByRole('button', { name: 'Refresh' }));
  await showReturn.click({ force: true });
  await expect(phone.getByText(offline).filter({ visible: true })).toBeVisible();
  await expect(phone.getByRole('timer')).toBeHidden();
  await phone.getByRole('link', { name: 'All Keys' }).click();
  await phone.getByRole('button', { name: /^Computer Science / }).click();
  await expectWaiting(phone.getByRole('button', { name: 'Generate QR' }).first());

  await phone.context().setOffline(false);
  await phone.getByRole('button', { name: 'Generate QR' }).first().click();
  await expect(phone.getByRole('timer')).toBeVisible();
});

test('a desk without a network collects nothing, not even from an open dialog', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  const desk = await visit(await campus.person('security'), '/dashboard/security/unavailable');
  const collect = desk.getByRole('button', { name: `Collect ${key.keyNumber}` });
  await collect.click();
  const dialog = desk.getByRole('dialog', { name: 'Collect key' });
  await desk.context().setOffline(true);
  await expectWaiting(dialog.getByRole('button', { name: 'Collect' }));
  await dialog.getByLabel('Reason (optional)').press('Enter');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectWaiting(collect);

  await desk.context().setOffline(false);
  await collect.click();
  await dialog.getByRole('button', { name: 'Collect' }).click();
  await expect(desk.getByText(`Key ${key.keyNumber} (${key.keyName}) collected`)).toBeVisible();
});

test('a volunteer without a network chooses keys, and shows a code for them later', async ({
  campus,
  visit,
}) => {
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person(), '/dashboard/collective-return');
  await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
  await page.context().setOffline(true);
  await page.getByRole('checkbox', { name: key.keyNumber }).check();
  const giveBack = page.getByRole('button', { name: 'Return 1 Key' });
  await expectWaiting(giveBack);
  await page.context().setOffline(false);
  await giveBack.click();
  await expect(page.getByRole('timer')).toBeVisible();
});

test('notifications are read, and not marked, without a network', async ({ campus, visit }) => {
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(holder, '/dashboard/notifications');
  const mark = page.getByRole('button', { name: 'Mark as read' });
  await expect(mark).toBeEnabled();
  await servedByWorker(page);
  await page.context().setOffline(true);
  await expectWaiting(mark);
  await expectWaiting(page.getByRole('button', { name: 'Mark all read' }));
  await page.getByRole('button', { name: /^Notifications, 1 unread/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: key.keyNumber }).click();
  await expect(page.getByRole('dialog', { name: 'Key details' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible();
  await page.context().setOffline(false);
  await mark.click();
  await expect(page.getByRole('button', { name: 'Mark as unread' })).toBeVisible();
});
