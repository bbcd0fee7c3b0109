import { expect } from '@playwright/test';
import { ageLoans, giveKey } from '../../server/test/handovers.ts';
import { downloadedFile } from '../admin/downloaded-file.ts';
import { chooseInDesk } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';

test('a figure of the overview leads to the keys that it counts', async ({ campus, visit }) => {
  await collectAll(campus);
  const holder = await campus.person('faculty', { name: 'Lina Laggard' });
  for (let count = 0; count < 5; count++) {
    const { _id } = await campus.key();
    await giveKey(campus.guard, holder, _id);
    await ageLoans(campus.db, _id, 2);
  }
  const [today, later] = [await campus.key(), await campus.key()];
  for (const { _id } of [today, later]) await giveKey(campus.guard, holder, _id);
  const setDue = 'UPDATE loans SET due_at = $2, grace_until = $2 WHERE key_id = $1';
  const endOfDay = new Date(
    `${new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format()}T23:59:59+05:30`,
  );
  await campus.db.query(setDue, [today._id, endOfDay]);
  await campus.db.query(setDue, [later._id, new Date(endOfDay.getTime() + 86_400_000)]);

  const page = await visit(await campus.person('security'), '/dashboard/security/scanner');
  const now = page.getByRole('region', { name: 'At the desk now' });
  await now.getByRole('link', { name: /^5 ?Overdue$/ }).click();
  await expect(page).toHaveURL('/dashboard/security/unavailable?show=overdue');
  await expect(page.getByRole('list', { name: 'Overdue' }).getByRole('listitem')).toHaveCount(5);
  await page.goBack();
  await now.getByRole('link', { name: /^1 ?Due today$/ }).click();
  await expect(page).toHaveURL('/dashboard/security/unavailable?show=today');
  const list = page.getByRole('list', { name: 'Unavailable Keys' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(today.keyNumber);
  await page.getByRole('radio', { name: 'All', exact: true }).check();
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await expect(page).toHaveURL('/dashboard/security/unavailable');
  const { name, bytes } = await downloadedFile(page, () => chooseInDesk(page, 'Night list'));
  expect(name).toMatch(/^night-list-.*\.pdf$/);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await collectAll(campus);
});
