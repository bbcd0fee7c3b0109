import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { ageLoans, giveKey } from '../../server/test/handovers.ts';
import { chooseInMenu } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import { downloadedFile } from './downloaded-file.ts';
import { queryRow } from './query-row.ts';

const keys = '/dashboard/admin/keys';

function table(page: Page) {
  return page.getByRole('table', { name: 'Keys' });
}

function numbers(page: Page) {
  return table(page).locator('tbody').getByRole('rowheader');
}

function column(page: Page, name: string) {
  return table(page).getByRole('columnheader', { name });
}

test('the table is sorted by any column, by keyboard too, and the address keeps the order', async ({
  campus,
  visit,
}) => {
  await campus.key({ keyNumber: 'TUNDRA-1', keyName: 'Tundra 10', department: 'MECH' });
  await campus.key({ keyNumber: 'TUNDRA-2', keyName: 'Tundra 9', department: 'CIVIL' });
  await campus.key({ keyNumber: 'TUNDRA-3', keyName: 'Tundra 1', department: 'EEE' });
  const page = await visit(await campus.person('admin'), `${keys}?q=tundra`);
  await expect(numbers(page)).toHaveText(['TUNDRA-1', 'TUNDRA-2', 'TUNDRA-3']);
  await expect(column(page, 'Number')).toHaveAttribute('aria-sort', 'ascending');
  await column(page, 'Name').getByRole('button').click();
  await expect(numbers(page)).toHaveText(['TUNDRA-3', 'TUNDRA-2', 'TUNDRA-1']);
  await expect(column(page, 'Name')).toHaveAttribute('aria-sort', 'ascending');
  await expect(column(page, 'Number')).not.toHaveAttribute('aria-sort');
  await column(page, 'Department').getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(numbers(page)).toHaveText(['TUNDRA-2', 'TUNDRA-3', 'TUNDRA-1']);
  await page.keyboard.press('Enter');
  await expect(numbers(page)).toHaveText(['TUNDRA-1', 'TUNDRA-3', 'TUNDRA-2']);
  await expect(column(page, 'Department')).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/sort=-department/);
  await page.reload();
  await expect(numbers(page)).toHaveText(['TUNDRA-1', 'TUNDRA-3', 'TUNDRA-2']);
  await expect(page.getByPlaceholder('Search keys...')).toHaveValue('tundra');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Sort by').selectOption('By number, last first');
  const cards = page.getByRole('list', { name: 'Keys' }).getByRole('link');
  await expect(cards).toHaveText(['TUNDRA-3', 'TUNDRA-2', 'TUNDRA-1']);
});

test('keys are filtered by overdue and by how long they are out', async ({ campus, visit }) => {
  const holder = await campus.person('faculty', { name: 'Zephyr Quill' });
  const ids: Record<string, string> = {};
  for (const days of [0, 2, 9]) {
    const key = await campus.key({ keyNumber: `ZEPHYR-${days}` });
    await giveKey(campus.guard, holder, key._id);
    ids[days] = key._id;
    await ageLoans(campus.db, key._id, days);
    // The server caches the list until a version changes.
    await campus.db.query('UPDATE keys SET version = version + 1 WHERE id = $1', [key._id]);
  }
  const page = await visit(await campus.person('admin'), `${keys}?q=zephyr`);
  await expect(numbers(page)).toHaveCount(3);
  await page.getByLabel('Status').selectOption('Overdue');
  await expect(numbers(page)).toHaveText(['ZEPHYR-2', 'ZEPHYR-9']);
  await expect(table(page)).toContainText('Overdue · due');
  await column(page, 'Status').getByRole('button').click();
  await column(page, 'Status').getByRole('button').click();
  await expect(numbers(page)).toHaveText(['ZEPHYR-9', 'ZEPHYR-2']);
  await page.getByLabel('Status').selectOption('Out 7+ days');
  await expect(numbers(page)).toHaveText(['ZEPHYR-9']);
  await page.reload();
  await expect(numbers(page)).toHaveText(['ZEPHYR-9']);
  for (const id of Object.values(ids)) await campus.guard.get(api.collectKey, { params: { id } });
});

test('thousands of keys are shown at once, and only those in view are drawn', async ({
  campus,
  visit,
}) => {
  await campus.db.query(
    `INSERT INTO keys (id, key_number, key_name, location)
     SELECT lpad(to_hex(n), 24, '0'), 'ZZLONG-' || lpad(n::text, 4, '0'), 'Locker ' || n, 'Cellar'
       FROM generate_series(1, 3000) AS n`,
  );
  const page = await visit(await campus.person('admin'), keys);
  await expect(numbers(page)).toHaveCount(10);
  await page.getByRole('button', { name: /^Show all \d+$/ }).click();
  await expect(page.getByText(/^Showing (\d+) of \1 keys$/)).toBeVisible();
  // Rows are measured when they are drawn, which can move the end.
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(numbers(page).last()).toHaveText('ZZLONG-3000', { timeout: 2_000 });
  }).toPass();
  expect(await numbers(page).count()).toBeLessThan(60);
  // Columns that are not drawn leave no gap after the last one.
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(column(page, 'Department')).toBeHidden();
  const right = (table: HTMLElement) => table.getBoundingClientRect().right;
  expect(await column(page, 'Actions').evaluate(right)).toBe(await table(page).evaluate(right));
  await numbers(page).last().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ZZLONG-3000');
  await page.goBack();
  await expect(page.getByText(/^Showing (\d+) of \1 keys$/)).toBeVisible();
  await campus.db.query("DELETE FROM keys WHERE key_number LIKE 'ZZLONG-%'");
});

test('selected keys are changed together, including those the filter hides', async ({
  campus,
  visit,
}) => {
  const made: string[] = [];
  for (const number of ['BASALT-1', 'BASALT-2', 'GNEISS-1'])
    made.push((await campus.key({ keyNumber: number, department: 'COMMON' }))._id);
  const admin = await campus.person('admin');
  const page = await visit(admin, `${keys}?q=basalt`);
  await chooseInMenu(page, 'Manage Keys', 'Select');
  await page.getByRole('checkbox', { name: 'Select all 2 keys' }).check();
  await page.getByPlaceholder('Search keys...').fill('gneiss');
  await page.getByRole('checkbox', { name: 'Select GNEISS-1' }).check();
  const bar = page.getByRole('region', { name: 'Selected keys' });
  await expect(bar).toContainText('3 selected · 2 not in this list');
  const asked = page.waitForRequest('/api/dashboard/key-tags');
  const tags = await downloadedFile(page, () =>
    bar.getByRole('button', { name: 'Print their tags' }).click(),
  );
  expect(((await asked).postDataJSON() as { keyIds: string[] }).keyIds.sort()).toEqual(
    [...made].sort(),
  );
  expect(tags.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByText('Tags for 3 keys downloaded as a PDF')).toBeVisible();
  await bar.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 3 keys' });
  await expect(dialog).toContainText('BASALT-1, BASALT-2, GNEISS-1');
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Department').selectOption('RESEARCH');
  await dialog.getByLabel('Category').selectOption('Storage');
  await dialog.getByLabel('Frequently used').selectOption('Yes');
  await save.click();
  await expect(page.getByText('3 keys updated successfully')).toBeVisible();
  await expect(bar).toContainText('3 selected');
  await expect(table(page)).toContainText('Research');
  for (const id of made)
    expect((await admin.get(api.getKey, { params: { id } })).data.key).toMatchObject({
      department: 'RESEARCH',
      category: 'storage',
      frequentlyUsed: true,
    });
  const { events } = await queryRow<{ events: number }>(
    campus,
    `SELECT count(*)::int AS events FROM audit_events
      WHERE action = 'update-key' AND method = 'bulk' AND actor_id = $1`,
    [admin.user.id],
  );
  expect(events).toBe(3);
});
