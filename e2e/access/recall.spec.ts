import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { addAccessRule, addGroup, endAccessRules } from '../../server/test/access-admin.ts';
import { giveKey } from '../../server/test/handovers.ts';
import { chooseInMenu } from '../harness/menus.ts';
import { test } from '../harness/test.ts';

test.afterEach(({ campus }) => endAccessRules(campus.db));

test('when a membership ends while the key is out, the holder, the desk and the admin see the recall at once', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  const holder = await campus.person('faculty', { name: 'Hari Holding' });
  const group = await addGroup(admin, 'Kiln trained', holder);
  const key = await campus.key({ keyName: 'Kiln Room' });
  await addAccessRule(admin, {
    ...{ target: 'key', targetId: key._id, effect: 'deny', exceptGroupId: group },
  });
  await giveKey(campus.guard, holder, key._id);
  const phone = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
  const row = phone.getByRole('article').filter({ hasText: key.keyNumber });
  await expect(row).toContainText(/Due /i);
  const desk = await visit(campus.guard, '/dashboard/security/overdue');
  await expect(desk.getByRole('radio', { name: /^Overdue/ })).toBeChecked();
  const keyPage = await visit(admin, `/dashboard/admin/keys/${key._id}`);
  await expect(keyPage.getByText('Hari Holding').first()).toBeVisible();

  const page = await visit(admin, '/dashboard/admin/access');
  await page.getByRole('tab', { name: 'Groups' }).click();
  await chooseInMenu(page, 'Hari Holding', 'End membership');
  const dialog = page.getByRole('dialog', { name: 'End membership' });
  await expect(dialog).toContainText('Hari Holding in Kiln trained');
  await dialog.getByRole('button', { name: 'End membership' }).click();
  await expect(page.getByText('Membership ended. 1 key is recalled.')).toBeVisible();

  const reason = `No one except Kiln trained can take key ${key.keyNumber}.`;
  await expect(row).toContainText(/Recalled. Return it by .*\d\d/);
  await expect(row).toContainText(reason);
  await expect(row.getByRole('button', { name: /^Keep until/ })).toBeHidden();
  const band = desk.getByRole('list', { name: 'Recalled' });
  await expect(band).toContainText('Hari Holding');
  await desk.getByRole('button', { name: `More for ${key.keyNumber}` }).click();
  await expect(desk.getByRole('menu')).toContainText(reason);
  await expect(keyPage.locator('dl').getByText(reason)).toBeVisible();
  await phone.goto('/dashboard/notifications');
  await expect(
    phone.getByText(`Key ${key.keyNumber} is recalled. ${reason}`).first(),
  ).toBeVisible();
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await expect(band).toBeHidden();
});
