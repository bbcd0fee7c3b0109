import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { historySettled } from '../harness/history.ts';
import { chooseInMenu } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

/** A separate campus, because changed lists would affect other tests. */
let own: TestApp;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  own = await startTestApp();
});
test.afterAll(() => own.close());

const campusPage = '/dashboard/admin/campus';

function list(page: Page, name: string) {
  return page.getByRole('region', { name });
}

/** The active entries, in order. */
function rows(page: Page, name: string) {
  return list(page, name).getByRole('list', { name }).getByRole('listitem');
}

function show(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name }).click();
}

test('an admin keeps the lists, and every screen follows without a reload', async ({ visit }) => {
  const teacher = await own.person('faculty', { name: 'Hema Rao' });
  const hall = await visit(teacher, '/dashboard/faculty/keylist');
  const tiles = hall.getByRole('region', { name: 'Departments' }).getByRole('button');
  await expect(tiles.first()).toContainText('Computer Science');
  const page = await visit(await own.person('admin'), campusPage);

  await page.getByRole('button', { name: 'Add department' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add department' });
  const add = dialog.getByRole('button', { name: 'Add department' });
  await dialog.getByLabel('Code').fill('A B');
  await add.click();
  await expect(dialog.getByText('A code has 1 to 20 letters', { exact: false })).toBeVisible();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Code').fill('cse');
  await dialog.getByLabel('Name').fill('History');
  await add.click();
  await expect(
    dialog.getByText('Computer Science Engineering already has this code.'),
  ).toBeVisible();
  await dialog.getByLabel('Code').fill('HIST');
  await dialog.getByLabel('Head', { exact: true }).click();
  await page.getByLabel('Search head').fill('Hema');
  await page.getByRole('option', { name: /Hema Rao/ }).click();
  await add.click();
  await expect(dialog).toBeHidden();
  await expect(rows(page, 'Departments').last()).toContainText(
    'History HISTHead: Hema Rao · not used',
  );
  await expect(tiles.last()).toContainText('History', { timeout: 5_000 });

  const more = page.getByRole('button', { name: 'More for History' });
  const move = async (direction: string) => {
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: `Move ${direction}` }).focus();
    await page.keyboard.press('Enter');
  };
  await more.focus();
  await move('up');
  await expect(rows(page, 'Departments').nth(-2)).toContainText('HIST');
  await expect(more).toBeFocused();
  await move('down');
  await expect(page.getByText('History is now 13 of 13')).toBeAttached();
  await expect(rows(page, 'Departments').last()).toContainText('HIST');
  await expect(more).toBeFocused();

  const { data } = await own.guard.get(api.listKeys, { query: { department: 'IoT' } });
  const used = `${data.keys.length} keys`;
  await expect(rows(page, 'Departments').filter({ hasText: 'IoT' })).toContainText(used);
  await chooseInMenu(page, 'Internet of Things', 'Retire');
  await expect(page.getByText('Internet of Things retired')).toBeVisible();
  await expect(rows(page, 'Departments').filter({ hasText: 'IoT' })).toHaveCount(0);
  // Its keys can still be found, listed after the active departments.
  await expect(tiles.last()).toContainText('IoT', { timeout: 5_000 });

  await show(page, 'Blocks');
  await page.getByRole('button', { name: 'Edit Library' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Reading House');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(rows(page, 'Blocks').filter({ hasText: 'Reading House' })).toContainText('LIB');

  await historySettled(page);
  await page.goto('/dashboard/admin/keys');
  await page.getByRole('button', { name: 'Add key' }).click();
  const form = page.getByRole('dialog', { name: 'Add key' });
  await expect(form.getByLabel('Department')).toHaveValue('COMMON');
  await expect(form.getByLabel('Department').locator('option')).not.toContainText([
    'Internet of Things',
  ]);
  await form.getByLabel('Key number').fill('HIST-1');
  await form.getByLabel('Key name').fill('Archive');
  await form.getByLabel('Location').fill('Cellar');
  await form.getByLabel('Department').selectOption('HIST');
  await form.getByLabel('Block').selectOption('Reading House');
  await form.getByRole('button', { name: 'Add key' }).click();
  await expect(form).toBeHidden();
  await expect(tiles.filter({ hasText: 'History' })).toContainText('1 key');

  const newcomer = await own.person('pending', { department: null, facultyId: null });
  const registration = await visit(newcomer, '/complete-registration');
  await registration.getByRole('radio', { name: /History/ }).check();
  await expect(registration.getByRole('radio', { name: /Internet of Things/ })).toHaveCount(0);

  await page.goto(campusPage);
  await page.getByRole('button', { name: 'Restore Internet of Things' }).click();
  await expect(rows(page, 'Departments').filter({ hasText: 'IoT' })).toContainText(used);
});

test('an import offers to create entries that its file names, and creates them once confirmed', async ({
  visit,
}) => {
  const page = await visit(await own.person('admin'), '/dashboard/admin/keys');
  await chooseInMenu(page, 'Manage Keys', 'Import');
  const dialog = page.getByRole('dialog', { name: 'Import keys' });
  await page.getByLabel('CSV file').setInputFiles({
    name: 'college.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Key Number,Key Name,Location,Category,Department,Block\nLAW-1,Moot Court,Floor 1,court,LAW,W1\nLAW-2,Library,Floor 2,library,LAW,W2',
    ),
  });
  await expect(dialog.getByText('2 rows have errors', { exact: false })).toBeVisible();
  await expect(
    dialog.getByText(
      'Not in your lists: the department LAW, the blocks W1, W2 and the category court.',
      { exact: false },
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Create all 4' }).click();
  await expect(dialog.getByText('2 keys to add', { exact: false })).toBeVisible();
  await expect(
    dialog.getByText('The import also creates the department LAW', { exact: false }),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('2 keys added, 0 keys changed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Lists' }).click();
  await expect(rows(page, 'Departments').last()).toContainText('2 keys');
  await show(page, 'Blocks');
  await expect(rows(page, 'Blocks').nth(-2)).toContainText('W11 key');
  await show(page, 'Categories');
  await expect(rows(page, 'Categories').last()).toContainText('court');
});
