import { readFileSync } from 'node:fs';
import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { closeLoan, openLoan } from '../../server/test/factories/loans.ts';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';

function loans(page: Page) {
  return page.getByRole('dialog').getByRole('region', { name: 'History' }).getByRole('listitem');
}

test('the details of a key tell who had it when, as far as the reader may know, and follow the desk', async ({
  campus,
  visit,
}) => {
  const [first, second] = [
    await campus.person('faculty', { name: 'Farah First' }),
    await campus.person('faculty', { name: 'Sonu Second' }),
  ];
  const guard = await campus.person('security', { name: 'Gauri Guard' });
  const key = await campus.key({ keyName: 'Emu Lab', description: 'The brass one' });
  const desk = await visit(guard, '/dashboard/security/available');
  await desk.getByPlaceholder('Search keys...').fill('emu lab');
  await desk.getByRole('link', { name: key.keyNumber }).click();
  const dialog = desk.getByRole('dialog', { name: key.keyNumber });
  await expect(dialog).toContainText('Available');
  for (const fact of ['Emu Lab', 'The brass one', 'North', 'Shared rooms', 'Other'])
    await expect(dialog).toContainText(fact);
  await expect(dialog).toContainText('This key has never been out.');

  await giveKey(guard, first, key._id);
  await expect(loans(desk)).toHaveCount(1);
  await expect(loans(desk)).toContainText('Farah First');
  await expect(loans(desk)).toContainText('Out now');
  await expect(loans(desk)).toContainText('Handed out by Gauri Guard');
  await expect(dialog).toContainText(first.user.email);
  await expect(dialog.getByText('Due', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: `Collect ${key.keyNumber}` }).click();
  const collect = desk.getByRole('dialog', { name: 'Collect key' });
  await collect.getByLabel('Reason (optional)').fill('Left in the door');
  await collect.getByRole('button', { name: 'Collect' }).click();
  const result = desk.getByRole('dialog', { name: 'Collected' });
  await result.getByRole('button', { name: 'Done' }).click();
  await expect(loans(desk)).toContainText('Collected by the desk');
  await expect(loans(desk)).toContainText('Reason: Left in the door');
  await giveKey(guard, second, key._id);
  await expect(loans(desk)).toHaveCount(2);

  const phone = await visit(second, `/dashboard/faculty/taken?key=${key._id}`, { device: 'phone' });
  await expect(phone.getByRole('dialog')).toContainText('With you');
  await expect(loans(phone)).toHaveCount(1);
  await expect(loans(phone)).toContainText('Sonu Second');
  await expect(phone.getByText('Due', { exact: true })).toBeVisible();
  await expect(phone.getByText('With', { exact: true }).locator('+ dd')).toHaveText('You');
  await expect(phone.getByText('Frequently used')).toBeHidden();
  await expect(phone.getByText('Lost it, or need more time? Contact')).toBeVisible();
  const other = await visit(first, `/dashboard/faculty/keylist?key=${key._id}`);
  await expect(other.getByRole('dialog')).toContainText('Unavailable');
  await expect(other.getByText('Due', { exact: true })).toBeHidden();
  await phone.getByRole('button', { name: 'Close' }).click();
  await expect(phone).toHaveURL('/dashboard/faculty/taken');
  await phone.getByRole('link', { name: key.keyNumber }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Show Return QR' }).click();
  const code = phone.getByRole('dialog', { name: `Return Key ${key.keyNumber}` });
  await expect(code.getByRole('timer')).toBeVisible();
  await code.getByRole('button', { name: 'Close' }).click();
  await expect(phone).toHaveURL('/dashboard/faculty/taken');

  const admin = await campus.person('admin');
  await admin.get(api.toggleFrequentKey, { params: { id: key._id } });
  await expect(dialog.getByText('Frequently used').locator('+ dd')).toHaveText('Yes');
});

test('the desk asks who had a key at a moment, and which loans fell into some days', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Wanda Whimbrel' });
  const key = await campus.key();
  const parties = { keyId: key._id, holderId: holder.user.id, handedBy: campus.guard.user.id };
  for (const day of [11, 12, 13]) {
    const takenAt = new Date(Date.UTC(2025, 4, day, 4));
    await closeLoan(campus.db, await openLoan(campus.db, { ...parties, takenAt }));
  }
  // Times are typed and read on the clocks of the campus, in Asia/Kolkata.
  const page = await visit(
    await campus.person('security'),
    `/dashboard/security/available?q=${key.keyNumber}&key=${key._id}`,
    { timezoneId: 'America/New_York' },
  );
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Who had it when?' }).click();
  const asked = dialog.getByLabel('At this moment');
  await asked.fill('2025-05-12T10:00');
  await expect(dialog.getByText('12 May 2025, 10:00: With Wanda Whimbrel.')).toBeVisible();
  await asked.fill('2025-05-12T11:00');
  await expect(dialog.getByText('12 May 2025, 11:00: It was at the desk.')).toBeVisible();
  await dialog.getByLabel('Loans from').fill('2025-05-12');
  await dialog.getByLabel('Until').fill('2025-05-12');
  await expect(loans(page)).toHaveCount(1);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download CSV' }).click();
  expect(
    readFileSync(await (await saved).path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(2);
});

test('a long history comes page by page, and a key that is gone is not found', async ({
  campus,
  visit,
}) => {
  const [holder, key] = [await campus.person(), await campus.key()];
  const parties = { keyId: key._id, holderId: holder.user.id, handedBy: campus.guard.user.id };
  for (let day = 1; day <= 21; day += 1) {
    const takenAt = new Date(Date.UTC(2025, 0, day, 4));
    await closeLoan(campus.db, await openLoan(campus.db, { ...parties, takenAt }));
  }
  // Times are those of the campus, in Asia/Kolkata, wherever the reader is.
  const page = await visit(holder, `/dashboard/faculty/keylist?key=${key._id}`, {
    timezoneId: 'Pacific/Auckland',
  });
  await expect(loans(page)).toHaveCount(20);
  await expect(loans(page).first()).toContainText('21 Jan 2025, 09:30');
  await page.getByRole('dialog').getByRole('button', { name: 'Load More' }).click();
  await expect(loans(page)).toHaveCount(21);
  await expect(loans(page).last()).toContainText('1 Jan 2025');

  await page.goto(`/dashboard/faculty/keylist?key=${'0'.repeat(24)}`);
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Key not found');
});
