import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { expect } from '@playwright/test';
import { giveKey, loansOf } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { chooseInMenu } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import { downloadedFile } from './downloaded-file.ts';

test('tags are printed for the listed keys, and scanning one finds its key or collects it', async ({
  campus,
  visit,
}) => {
  const key = await campus.key({ keyName: 'Wombat Study' });
  const holder = await campus.person();
  const page = await visit(await campus.person('admin'), '/dashboard/admin/keys');
  await page.getByPlaceholder('Search keys...').fill('wombat');
  await expect(page.getByText('Showing 1 of 1 key')).toBeVisible();
  const asked = page.waitForRequest('/api/dashboard/key-tags');
  const { name, bytes } = await downloadedFile(page, () =>
    chooseInMenu(page, 'Manage Keys', 'Print key tags'),
  );
  expect((await asked).postDataJSON()).toEqual({ keyIds: [key._id] });
  expect(name).toMatch(/^key-tags.*\.pdf$/);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');

  const desk = await visit(await campus.person('security'), '/dashboard/security/scanner');
  const scan = () => scanCode(desk, formatKeyTag(key._id));
  await expect(desk.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await scan();
  const found = desk.getByRole('dialog', { name: 'Key tag' });
  await expect(found).toContainText(key.keyNumber);
  await expect(found).toContainText('This key is available at the desk.');
  await found.getByRole('button', { name: 'OK' }).click();
  await expect(found).toBeHidden();

  await giveKey(campus.guard, holder, key._id);
  await scan();
  const collect = desk.getByRole('dialog', { name: 'Collect key' });
  await expect(collect).toContainText(holder.user.name);
  await collect.getByRole('button', { name: 'Collect' }).click();
  await expect(
    desk.getByText(`Key ${key.keyNumber} (Wombat Study) collected successfully`),
  ).toBeVisible();
  expect(await loansOf(campus.db, key._id)).toMatchObject([{ returnType: 'collected' }]);
});
