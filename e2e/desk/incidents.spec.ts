import { expect } from '@playwright/test';
import { ageLoans, giveKey, requestCode } from '../../server/test/handovers.ts';
import { formatKeyTag } from '../../shared/src/keys/key-tag.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { chooseInMenu } from '../harness/menus.ts';
import { test } from '../harness/test.ts';

const scanner = '/dashboard/security/scanner';

test('an empty hook: the hand-out is undone, the key is missing, and its tag finds it', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Asha Empty' });
  const key = await campus.key();
  const desk = await visit(await campus.person('security'), scanner);
  await desk.getByText('USB scanner ready. Scan a code.').waitFor();
  await scanCode(desk, (await requestCode(holder, key._id)).qrText);
  const result = desk.getByRole('dialog', { name: 'Handed out' });
  await result.getByRole('button', { name: `Undo: key ${key.keyNumber}` }).click();
  await desk.getByRole('button', { name: /^Key is not on its hook: .* Also reports it/ }).click();
  await expect(
    desk.getByText(`Key ${key.keyNumber} was not handed out and is reported missing`),
  ).toBeVisible();
  await expect(result).toBeHidden();
  const row = desk
    .getByRole('region', { name: 'Recent handovers' })
    .getByRole('listitem')
    .filter({ hasText: key.keyNumber });
  await expect(row).toContainText('Hand-out undone');

  const phone = await visit(holder, `/dashboard/faculty/keylist?q=${key.keyNumber}`);
  await expect(phone.getByText('Missing', { exact: true })).toBeVisible();

  await scanCode(desk, formatKeyTag(key._id));
  const tag = desk.getByRole('dialog', { name: 'Key tag' });
  await expect(tag).toContainText('Reported missing today. Found?');
  await tag.getByRole('button', { name: 'Mark as found' }).click();
  await expect(tag).toContainText('This key is available at the desk.');
  await expect(phone.getByRole('button', { name: 'Generate QR' })).toBeVisible();
});

test('a professor who leaves reports a key lost on the phone; it is replaced, they are deleted', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Asha Lost' });
  const owner = await campus.person('faculty', { name: 'Omar Owner' });
  const key = await campus.key({ ownerId: owner.user.id });
  await giveKey(campus.guard, holder, key._id);
  await ageLoans(campus.db, key._id, 2);
  const owners = await visit(owner, `/dashboard/notifications`, { device: 'phone' });
  await expect(owners.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  const desk = await visit(
    await campus.person('security'),
    `/dashboard/security/unavailable?key=${key._id}`,
  );
  const details = desk.getByRole('dialog', { name: key.keyNumber });
  await expect(details).toBeVisible();

  const phone = await visit(holder, `/dashboard/faculty/taken?key=${key._id}`);
  await phone.getByRole('button', { name: 'Report as Lost' }).click();
  const sheet = phone.getByRole('dialog', { name: 'Report as Lost' });
  await expect(sheet).toContainText('There is no penalty. Staff will follow up.');
  await sheet.getByLabel('Where was it last seen? (optional)').fill('Canteen');
  await sheet.getByRole('button', { name: 'Report' }).click();
  await expect(sheet).toBeHidden();
  await expect(details).toContainText('Last seen: Canteen');
  const told = `Key ${key.keyNumber} (${key.keyName}) was reported lost by Asha Lost.`;
  await expect(owners.getByText(told).first()).toBeVisible();
  await desk.goto('/dashboard/security/overdue');
  const late = desk.getByRole('listitem').filter({ hasText: 'Asha Lost' });
  await expect(late.getByText('Lost', { exact: true })).toBeVisible();
  await late.getByRole('button', { name: /^More for/ }).click();
  await expect(desk.getByRole('menuitem', { name: 'Extend' })).toBeVisible();
  await expect(desk.getByRole('menuitem', { name: /^Remind/ })).toHaveCount(0);

  const admin = await visit(await campus.person('admin'), '/dashboard/admin/incidents');
  const row = admin.getByRole('listitem').filter({ hasText: key.keyNumber });
  await expect(row).toContainText('Asha Lost');
  await row.getByRole('button', { name: `Resolve lost key ${key.keyNumber}` }).click();
  const dialog = admin.getByRole('dialog', { name: `Key ${key.keyNumber}` });
  await dialog.getByLabel('What happened?').selectOption('Replaced by a new key');
  await dialog.getByLabel('Lock changed').check();
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toHaveCount(0);
  await admin.getByRole('tab', { name: 'Resolved' }).click();
  await expect(row).toContainText('Replaced by a new key');
  await expect(row).toContainText('Lock changed');

  await admin.goto('/dashboard/admin/users?q=Asha+Lost');
  admin.once('dialog', (asked) => asked.accept());
  await chooseInMenu(admin, 'Asha Lost', 'Delete');
  await expect(admin.getByText('User deleted successfully')).toBeVisible();
});
