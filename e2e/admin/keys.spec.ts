import { api } from '@keydesk/shared/api';
import { expect, type Locator, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { chooseInMenu, openMore } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';
import { queryRow } from './query-row.ts';

const keys = '/dashboard/admin/keys';

function rows(page: Page) {
  return page.getByRole('table', { name: 'Keys' }).locator('tbody tr');
}

function cards(page: Page) {
  return page.getByRole('list', { name: 'Keys' }).getByRole('listitem').filter({ visible: true });
}

function search(page: Page, term: string) {
  return page.getByPlaceholder('Search keys...').fill(term);
}

function form(page: Page, name: string | RegExp) {
  return page.getByRole('dialog', { name });
}

function add(dialog: Locator) {
  return dialog.getByRole('button', { name: 'Add key' }).click();
}

/** How many keys have this number, and which actions were recorded for it. */
function traceOf(campus: TestApp, keyNumber: string) {
  return queryRow<{
    active: number;
    stored: number;
    actions: string[] | null;
    last: object | null;
  }>(
    campus,
    `SELECT count(*) FILTER (WHERE k.deleted_at IS NULL)::int AS active, count(*)::int AS stored,
            (SELECT array_agg(e.action ORDER BY e.id) FROM audit_events e
              WHERE e.key_id IN (SELECT id FROM keys WHERE key_number = $1)) AS actions,
            (SELECT e.details FROM audit_events e
              WHERE e.key_id IN (SELECT id FROM keys WHERE key_number = $1)
              ORDER BY e.id DESC LIMIT 1) AS last
       FROM keys k WHERE k.key_number = $1`,
    [keyNumber],
  );
}

test('keys come ten at a time, four on a phone, and are searched and filtered', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Ines Borrower' });
  const key = await campus.key({ keyName: 'Quokka Archive', department: 'RESEARCH', block: 'PG' });
  await campus.key({ keyName: 'Quokka Office', department: 'CIVIL' });
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person('admin'), keys);
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(rows(page)).toHaveCount(20);

  await search(page, 'qUOKKA');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Status').selectOption('In Use');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('In Use');
  await expect(rows(page)).toContainText('Ines Borrower');
  await page.getByLabel('Department').selectOption('CIVIL');
  await expect(page.getByText('No keys found')).toBeVisible();
  await openMore(page, 'Manage Keys');
  await expect(page.getByRole('menuitem', { name: 'Print key tags' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show all keys' }).click();
  await expect(rows(page)).toHaveCount(10);

  await page.setViewportSize({ width: 767, height: 844 });
  await page.reload();
  await expect(cards(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(cards(page)).toHaveCount(8);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Status').selectOption('In Use');
  await expect(cards(page).first()).toContainText('In Use');
});

test('a key is added once the form is right, edited and marked', async ({ campus, visit }) => {
  const taken = await campus.key({ keyNumber: 'ATTIC-1' });
  const page = await visit(await campus.person('admin'), keys);
  await page.getByRole('button', { name: 'Add key' }).click();
  const adding = form(page, 'Add key');
  await expect(adding.getByLabel('Key number')).toBeFocused();
  await add(adding);
  for (const fault of ['Key number is required', 'Key name is required', 'Location is required'])
    await expect(adding.getByText(fault)).toBeVisible();
  await expect(adding.getByLabel('Key number')).toBeFocused();
  await adding.getByLabel('Key number').fill('attic-1');
  await adding.getByLabel('Key name').fill('x'.repeat(121));
  await adding.getByLabel('Location').fill('Under the roof');
  await add(adding);
  await expect(adding.getByText('Key name must be at most 120 characters')).toBeVisible();
  await adding.getByLabel('Key name').fill('Attic');
  await add(adding);
  await expect(adding.getByText('Key number attic-1 already exists')).toBeVisible();
  expect((await traceOf(campus, 'attic-1')).stored).toBe(0);
  await adding.getByLabel('Key number').fill('ATTIC-2');
  await adding.getByLabel('Category').selectOption('storage');
  await adding.getByLabel('Block').selectOption('HOSTEL');
  await add(adding);
  await expect(page.getByText('Key ATTIC-2 added successfully')).toBeVisible();
  await expect(adding).toBeHidden();
  await page.getByRole('button', { name: 'Open key' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ATTIC-2');
  await page.goBack();

  await search(page, 'attic-2');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Storage');
  await expect(rows(page)).toContainText('Shared rooms');
  await page.getByRole('button', { name: 'Edit ATTIC-2' }).click();
  const editing = form(page, /^Edit key/);
  await expect(editing.getByLabel('Key number')).toBeFocused();
  await editing.getByLabel('Location').fill('');
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(editing.getByText('Location is required')).toBeVisible();
  await editing.getByLabel('Location').fill('Left of the stairs');
  await editing.getByLabel('Key number').fill(taken.keyNumber);
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(editing.getByText('Key number ATTIC-1 already exists')).toBeVisible();
  await editing.getByLabel('Key number').fill('ATTIC-2');
  await editing.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Key ATTIC-2 updated successfully')).toBeVisible();
  await expect(rows(page)).toContainText('Left of the stairs');
  expect((await traceOf(campus, 'ATTIC-2')).last).toEqual({
    before: { location: 'Under the roof' },
    after: { location: 'Left of the stairs' },
  });

  await chooseInMenu(page, 'ATTIC-2', 'Mark as frequently used');
  await expect(rows(page).getByRole('img', { name: 'Frequently used' })).toBeVisible();
  expect((await traceOf(campus, 'ATTIC-2')).actions).toEqual([
    'create-key',
    'update-key',
    'toggle-frequent',
  ]);
});

test('a key is deleted softly, or erased after a second warning, but not while it is out', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key({ keyNumber: 'VAULT-1' });
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person('admin'), keys);
  await search(page, 'VAULT-1');
  await chooseInMenu(page, 'VAULT-1', 'Delete');
  const asked = form(page, 'Delete key');
  await expect(
    asked.getByText('Key VAULT-1 is out. You can delete it once it is returned.'),
  ).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await asked.getByRole('button', { name: 'Cancel' }).click();

  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await expect(rows(page)).toContainText('Available');
  await chooseInMenu(page, 'VAULT-1', 'Delete');
  await expect(asked).toContainText('This cannot be undone.');
  // Then someone takes it.
  await giveKey(campus.guard, holder, key._id);
  await asked.getByRole('button', { name: 'Delete' }).click();
  await expect(
    asked.getByText('Key VAULT-1 is out. You can delete it once it is returned.').first(),
  ).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await expect(rows(page)).toContainText('Available');
  await chooseInMenu(page, 'VAULT-1', 'Delete');
  await asked.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Key VAULT-1 deleted successfully').first()).toBeVisible();
  await expect(page.getByText('No keys found')).toBeVisible();
  expect(await traceOf(campus, 'VAULT-1')).toMatchObject({ active: 0, stored: 1 });

  const next = await campus.key({ keyNumber: 'VAULT-1' });
  await chooseInMenu(page, 'VAULT-1', 'Delete');
  await asked.getByRole('button', { name: 'Erase it permanently…' }).click();
  const warned = form(page, 'Erase key');
  await expect(warned).toContainText(
    'This key was never handed out, so there is no history to keep. It disappears from lists and reports; the audit log keeps a record. This cannot be undone.',
  );
  await warned.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(warned).toBeHidden();
  await expect(page.getByText('No keys found')).toBeVisible();
  expect((await traceOf(campus, 'VAULT-1')).stored).toBe(1);
  const erased = await queryRow(
    campus,
    "SELECT details ->> 'keyNumber' AS number FROM audit_events WHERE action = 'erase-key' AND key_id = $1",
    [next._id],
  );
  expect(erased).toEqual({ number: 'VAULT-1' });
});
