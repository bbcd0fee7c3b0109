import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { workbookFile } from '../../web/src/features/administration/imports/testing/workbook-file.ts';
import { chooseInMenu } from '../harness/menus.ts';
import { holdCalls } from '../harness/network.ts';
import { test } from '../harness/test.ts';
import { downloadedFile } from './downloaded-file.ts';
import { queryRow } from './query-row.ts';

function choose(page: Page, name: string, lines: readonly string[]) {
  return page.getByLabel('CSV file').setInputFiles({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  });
}

function outcomes(page: Page) {
  return page.getByRole('region', { name: 'Rows of the file' }).locator('li[aria-posinset]');
}

async function openImport(page: Page, list: string, title: string) {
  await chooseInMenu(page, list, 'Import');
  return page.getByRole('dialog', { name: title });
}

test('keys are imported after a dry run, all or none, and exported without formulas', async ({
  campus,
  visit,
}) => {
  const known = await campus.key({ keyNumber: 'IMP-1', keyName: 'Old Lab', location: '=1+1' });
  const page = await visit(await campus.person('admin'), '/dashboard/admin/keys');
  const dialog = await openImport(page, 'Manage Keys', 'Import keys');
  await choose(page, 'holiday.csv', ['Flight,Seat', 'KD 1,12A']);
  await expect(dialog.getByText('Find each column in your file.', { exact: false })).toBeVisible();
  await expect(dialog.getByLabel('Key Number')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Choose another file' }).click();

  const heading = 'Key Number,Key Name,Location,Department,Block,Category';
  await choose(page, 'wrong.csv', [
    heading,
    'IMP-2,New Lab,Cellar,CSE,,',
    'IMP-1,New Name,,,,',
    'imp-2,,Attic,Alchemy,A,lab',
    'IMP-3,Old Store,2-Mar,CSE,B,Lab',
  ]);
  await expect(dialog.getByText('2 rows have errors', { exact: false })).toBeVisible();
  const asked = dialog.getByRole('group', { name: 'New keys without these in the file get:' });
  await asked.getByLabel('Block').selectOption('B');
  await asked.getByLabel('Category').selectOption('Lab');
  await expect(
    dialog.getByText('1 row has an error and is left out', { exact: false }),
  ).toBeVisible();
  await expect(outcomes(page)).toContainText(['Line 4', 'Line 5', 'Line 2', 'Line 3']);
  for (const problem of [
    'Department “Alchemy” is not one of Computer Science Engineering, Electrical',
    'Key name is required',
    'Key number imp-2 is already on line 2',
  ])
    await expect(outcomes(page).first()).toContainText(problem);
  const doubtful = outcomes(page).nth(1);
  await expect(doubtful).toContainText('“2-Mar” may be a date that a spreadsheet made of “2/3”');
  await expect(doubtful.getByLabel('Apply line 5, IMP-3')).not.toBeChecked();
  await expect(outcomes(page).nth(2)).toContainText(
    'New Lab · Cellar · Computer Science Engineering · B · Lab',
  );
  await dialog.getByLabel('Show').selectOption('Error (1)');
  await expect(outcomes(page)).toHaveCount(1);
  const refused = await downloadedFile(page, () =>
    dialog.getByRole('button', { name: 'Save this row with its reason' }).click(),
  );
  expect(refused.bytes.toString().split('\r\n')).toEqual([
    `\ufeff${heading},Reason`,
    expect.stringMatching(/^imp-2,,Attic,Alchemy,A,lab,"Department “Alchemy” is not one of/),
    '',
  ]);

  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'right.csv', [
    `${heading},Reason`,
    'IMP-2,New Lab,Cellar,CSE,,,',
    'IMP-1,New Name,Attic,,,,Key name is required',
    ',Nameless,Attic,,,,',
  ]);
  await expect(
    dialog.getByText('1 key to add, 1 key to change, 0 keys unchanged.', {
      exact: false,
    }),
  ).toBeVisible();
  const { data } = await campus.guard.get(api.getKey, { params: { id: known._id } });
  expect(data.key.keyName).toBe('Old Lab');
  const letGo = await holdCalls(page, '/api/dashboard/import/keys');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Importing right.csv…')).toBeVisible();
  await expect(dialog.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  letGo();
  await expect(dialog.getByText('1 key added, 1 key changed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByPlaceholder('Search keys...').fill('IMP-');
  await expect(page.getByText('Showing 2 of 2 keys')).toBeVisible();
  await expect(page.getByRole('row', { name: /IMP-1/ })).toContainText('New Name');
  const trail = await queryRow(
    campus,
    "SELECT details FROM audit_events WHERE key_id = $1 AND action = 'update-key'",
    [known._id],
  );
  expect(trail).toEqual({
    details: {
      before: { keyName: 'Old Lab', location: '=1+1' },
      after: { keyName: 'New Name', location: 'Attic' },
    },
  });

  await campus.key({ keyNumber: 'IMP-3', keyName: '=cmd|calc' });
  const { name, bytes } = await downloadedFile(page, () =>
    chooseInMenu(page, 'Manage Keys', 'Export all keys'),
  );
  expect(name).toMatch(/^keys-\d{4}-\d\d-\d\d\.csv$/);
  expect(bytes.toString()).toContain(`IMP-3,"'=cmd|calc",`);
});

test('a workbook is imported after its sheet and headings were chosen', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('admin'), '/dashboard/admin/keys');
  const dialog = await openImport(page, 'Manage Keys', 'Import keys');
  const workbook = await workbookFile({
    Ohje: [['Lue ensin']],
    Avaimet: [
      ['Raportti', null, null],
      ['Avain', 'Selite', 'Paikka'],
      ['AV-1', 'Halli', 'Kellari'],
      [12345678901, 'Pannu', 'Ullakko'],
      ['Yhteensä', 2, null],
    ],
  });
  await page.getByLabel('CSV file').setInputFiles({
    name: 'avaimet.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(workbook),
  });
  await expect(dialog.getByLabel('Ohje')).toBeChecked();
  await dialog.getByLabel('Avaimet').check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const lines = dialog.getByRole('group', { name: 'Which line has the headings?' });
  await expect(lines.getByRole('button', { pressed: true })).toContainText('Avain');
  await lines.getByRole('button', { name: 'Raportti' }).click();
  await expect(lines.getByRole('button', { pressed: true })).toContainText('Raportti');
  await lines.getByRole('button', { name: 'Avain' }).click();
  await dialog.getByLabel('Key Number').selectOption('Avain');
  await expect(dialog.getByText('AV-1 · 12345678901', { exact: false })).toBeVisible();
  await dialog.getByLabel('Key Name').selectOption('Selite');
  await dialog.getByLabel('Location').selectOption('Paikka');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Read as:', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Change sheet' })).toBeVisible();
  const asked = dialog.getByRole('group', { name: 'New keys without these in the file get:' });
  await asked.getByLabel('Department').selectOption('CSE');
  await asked.getByLabel('Block').selectOption('B');
  await asked.getByLabel('Category').selectOption('Lab');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('2 keys added, 0 keys changed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByPlaceholder('Search keys...').fill('12345678901');
  await expect(page.getByRole('row', { name: /Pannu/ })).toContainText('12345678901');
});

test('entries that are probably the same are offered as one', async ({ campus, visit }) => {
  const admin = await campus.person('admin');
  const page = await visit(admin, '/dashboard/admin/keys');
  const dialog = await openImport(page, 'Manage Keys', 'Import keys');
  await choose(page, 'gemeos.csv', [
    'Chave;Nome;Andar;Departamento;Bloco;Tipo',
    'GM-1;Sala;1;DEPARTAMENTO DE CIENCIA DA COMPUTACAO;A;lab',
    'GM-2;Sala;2;Departamento de Ciência  da Computação;A;lab',
  ]);
  const name = 'Departamento de Ciência da Computação';
  await expect(dialog.getByLabel(`did you mean ${name}?`)).toBeChecked();
  await dialog.getByRole('button', { name: 'Create it' }).click();
  await expect(dialog.getByText(`creates the department ${name} (DCC).`)).toBeVisible();
  await expect(outcomes(page).first()).toContainText(`Sala · 1 · ${name} · A · Lab`);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('2 keys added, 0 keys changed')).toBeVisible();
  // Other tests register with the specified departments.
  await admin.get(api.changeDepartment, { params: { code: 'DCC' }, body: { retired: true } });
});

test('people are imported after a dry run on a phone, and exported', async ({ campus, visit }) => {
  const known = await campus.person('faculty', { name: 'Yara Known' });
  const page = await visit(await campus.person('admin'), '/dashboard/admin/users', {
    device: 'phone',
  });
  const dialog = await openImport(page, 'Manage Users', 'Import people');
  const heading = 'Name,Email,Role,Department,Faculty ID';
  await choose(page, 'wrong.csv', [
    heading,
    'Zoe New,zoe.new@campus.test,faculty,CSE,IMP-Z1',
    `Yara Known,${known.user.email},admin,,`,
    ',no address,,,',
  ]);
  await expect(dialog.getByText('2 rows have errors', { exact: false })).toBeVisible();
  await expect(outcomes(page).first()).toContainText(
    'The role is faculty. Change roles in Manage Users, one person at a time.',
  );
  await expect(outcomes(page).nth(1)).toContainText('Email is not valid');
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeVisible();
  expect(await campus.db.query("SELECT 1 FROM users WHERE name = 'Zoe New'")).toMatchObject({
    rows: [],
  });

  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'right.csv', [
    heading,
    'Zoe New,zoe.new@campus.test,faculty,CSE,IMP-Z1',
    `Yara Renamed,${known.user.email},,,`,
  ]);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('1 person added, 1 person changed')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByPlaceholder('Search users...').fill('zoe new');
  await expect(page.getByRole('list', { name: 'Users' })).toContainText('zoe.new@campus.test');
  expect((await known.get(api.checkAuth)).user.name).toBe('Yara Renamed');

  const { name, bytes } = await downloadedFile(page, () =>
    chooseInMenu(page, 'Manage Users', 'Export all people'),
  );
  expect(name).toMatch(/^people-\d{4}-\d\d-\d\d\.csv$/);
  expect(bytes.toString()).toContain('Zoe New,zoe.new@campus.test,faculty,CSE,IMP-Z1');
});

test('who is missing in a file of everybody is listed, and suspended if chosen', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  // Only the first file lists people, unless it is said to name everybody.
  await campus.db.query('UPDATE users SET in_records = false');
  const everybody = Array.from({ length: 100 }, (_, at) => `Lea ${at},lea${at}@campus.test`);
  const text = ['Name,Email', ...everybody].join('\n');
  await admin.get(api.importUsers, { body: { text, dryRun: false } });
  const page = await visit(admin, '/dashboard/admin/users');
  const dialog = await openImport(page, 'Manage Users', 'Import people');
  await choose(page, 'half.csv', ['Name,Email', ...everybody.slice(0, 50)]);
  await dialog.getByLabel('This file lists everyone').click();
  await expect(dialog.getByText('which is more than 5%', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await choose(page, 'rest.csv', ['Name,Email', ...everybody.slice(0, 99)]);
  await dialog.getByLabel('This file lists everyone').click();
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeHidden();
  await dialog.getByLabel('Lea 99, lea99@campus.test').check();
  await dialog.getByLabel('Selected people become').selectOption('Suspended');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect
    .poll(() =>
      queryRow(
        campus,
        'SELECT suspended_at IS NOT NULL AS suspended, left_records_at IS NOT NULL AS left FROM users WHERE email = $1',
        ['lea99@campus.test'],
      ),
    )
    .toEqual({ suspended: true, left: true });
});
