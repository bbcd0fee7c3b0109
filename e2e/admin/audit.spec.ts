import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { downloadedFile } from './downloaded-file.ts';

function events(page: Page) {
  return page.getByRole('list', { name: 'Audit events' }).getByRole('listitem');
}

async function pick(page: Page, field: string, term: string, option: string) {
  await page.getByRole('combobox', { name: field, exact: true }).click();
  await page.getByLabel(`Search ${field.toLowerCase()}`).fill(term);
  await page.getByRole('dialog', { name: field }).getByRole('option', { name: option }).click();
}

test('the audit log is narrowed down, read on, checked and exported', async ({ campus, visit }) => {
  const [admin, holder] = [
    await campus.person('admin', { name: 'Ada Auditor' }),
    await campus.person('faculty', { name: 'Hugo Holder' }),
  ];
  const key = await campus.key({ keyName: 'Stage Door' });
  const change = { params: { id: key._id }, body: { keyName: 'Fire Door' } };
  await admin.get(api.updateKey, change);
  await giveKey(campus.guard, holder, key._id);
  await campus.guard.get(api.collectKey, {
    params: { id: key._id },
    body: { reason: '=Forgotten' },
  });
  const body = { name: 'Hugo Renamed', email: holder.user.email, role: 'security' };
  await admin.get(api.updateUser, { params: { id: holder.user.id }, body });

  const page = await visit(admin, '/dashboard/admin/audit');
  await pick(page, 'Key', key.keyNumber, key.keyNumber);
  await expect(events(page)).toHaveCount(4);
  await expect(events(page)).toContainText(['Take back', 'Hand out', 'Update key', 'Create key']);
  await expect(events(page).nth(2)).toContainText('Key name: Stage Door → Fire Door');
  await expect(events(page).nth(1)).toContainText('Hugo Renamed');
  await pick(page, 'Person', 'auditor', 'Ada Auditor');
  await expect(events(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear key' }).click();
  await expect(events(page)).toHaveCount(2);
  await expect(events(page).first()).toContainText('Role: faculty → security');
  await page.getByLabel('Action').selectOption('Update key');
  await expect(events(page)).toHaveCount(1);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('No events found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all events' }).click();
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveText('Anyone');

  await pick(page, 'Key', key.keyNumber, key.keyNumber);
  await expect(events(page)).toHaveCount(4);
  const { name, bytes } = await downloadedFile(page, () =>
    page.getByRole('button', { name: 'Export CSV' }).click(),
  );
  expect(name).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
  const lines = bytes.toString().trim().split('\r\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain("'=Forgotten");
  await expect(page.getByText('Audit log exported successfully')).toBeVisible();
});

test('the audit log is read on page by page, and its chain verified', async ({ campus, visit }) => {
  const admin = await campus.person('admin');
  const key = await campus.key();
  const params = { id: key._id };
  for (let times = 0; times < 51; times += 1) await admin.get(api.toggleFrequentKey, { params });
  const page = await visit(admin, '/dashboard/admin/audit', { device: 'phone' });
  await page.getByRole('button', { name: 'All events' }).click();
  await pick(page, 'Key', key.keyNumber, key.keyNumber);
  await expect(events(page)).toHaveCount(50);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(events(page)).toHaveCount(52);
  await expect(page.getByRole('button', { name: 'Load More' })).toBeHidden();
  await expect(events(page).last()).toContainText('Create key');
  await page.getByRole('button', { name: 'Verify chain' }).click();
  await expect(page.getByText(/^The chain is intact\. [\d,]+ events checked\.$/)).toBeVisible();
});
