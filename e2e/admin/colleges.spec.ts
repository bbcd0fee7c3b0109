import { csvRecords } from '@keydesk/shared/core/csv';
import { expect, type Locator, type Page } from '@playwright/test';
import { type SignIn, emptyCampusTest as test } from '../harness/empty-campus.ts';
import {
  brazil,
  bulgaria,
  india,
  type KeyRow,
  type PersonRow,
  type RegistrarsFile,
} from './registrars-files.ts';

// Files of a thousand rows take their time.
test.describe.configure({ timeout: 240_000 });

test('a university in Brazil is set up from its two lists', async ({ signIn }) => {
  const { page, presses } = await begin(signIn);
  await startWithEmptyLists(page);
  await goTo(page, 'Manage Keys');
  const keys = await choose(page, brazil.keys);
  await expectReading(keys, /Térreo.*Windows-1252/);
  await keys.getByRole('button', { name: 'Continue' }).click();
  const name = 'Departamento de Ciência da Computação';
  await expect(keys.getByLabel(`did you mean ${name}?`)).toBeChecked();
  await keys.getByRole('button', { name: 'Create all 10' }).click();
  // The file has no kinds of rooms, and the college none yet.
  await keys.getByLabel('Category').pressSequentially('Sala');
  await keys.getByRole('button', { name: 'Continue' }).click();
  await apply(page, '360 keys added, 0 keys changed');

  await goTo(page, 'Manage Users');
  const people = await choose(page, brazil.people);
  await people.getByRole('button', { name: 'Continue' }).click();
  await expect(people.getByLabel(`did you mean ${name}?`)).toBeChecked();
  await people.getByRole('button', { name: 'Continue' }).click();
  await apply(page, '140 people added, 0 people changed');

  expect(presses).toHaveLength(21);
  expect(await storedKeys(page)).toEqual(brazil.keys.rows);
  expect(await storedPeople(page)).toEqual(sorted(brazil.people.rows));
});

test('a college in India is set up from its two lists, and follows them half a year later', async ({
  signIn,
}) => {
  const { page, presses } = await begin(signIn);
  await goTo(page, 'Manage Keys');
  await choose(page, india.keys);
  await apply(page, '1200 keys added, 0 keys changed');
  await goTo(page, 'Manage Users');
  await choose(page, india.people);
  await apply(page, '900 people added, 0 people changed');
  expect(await storedKeys(page)).toEqual(india.keys.rows);
  expect(await storedPeople(page)).toEqual(sorted(india.people.rows));

  await goTo(page, 'Manage Keys');
  await choose(page, india.laterKeys);
  await apply(page, '0 keys added, 60 keys changed');
  await goTo(page, 'Manage Users');
  const people = await choose(page, india.laterPeople);
  await people.getByLabel('This file lists everyone').check();
  await expect(people.getByText('27 people from earlier files', { exact: false })).toBeVisible();
  await people.getByLabel('Select all', { exact: true }).check();
  await apply(page, '0 people added, 44 people changed');

  expect(presses).toHaveLength(25);
  expect(await storedKeys(page)).toEqual(india.laterKeys.rows);
  const gone = india.people.rows.filter(({ email }) => india.gone.includes(email));
  expect(await storedPeople(page)).toEqual(sorted([...india.laterPeople.rows, ...gone]));
  expect(await markedAsLeft(page)).toEqual([...india.gone].sort());
});

test('a university in Bulgaria is set up from its two lists', async ({ signIn }) => {
  const { page, presses } = await begin(signIn);
  await startWithEmptyLists(page);
  await goTo(page, 'Manage Keys');
  const keys = await choose(page, bulgaria.keys);
  await expectReading(keys, /ключовете.*Windows-1251/);
  await keys.getByRole('button', { name: 'Continue' }).click();
  await keys.getByRole('button', { name: 'Create all 9' }).click();
  await apply(page, '240 keys added, 0 keys changed');
  await goTo(page, 'Manage Users');
  const people = await choose(page, bulgaria.people);
  await people.getByRole('button', { name: 'Continue' }).click();
  await apply(page, '120 people added, 0 people changed');

  expect(presses).toHaveLength(18);
  expect(await storedKeys(page)).toEqual(bulgaria.keys.rows);
  expect(await storedPeople(page)).toEqual(sorted(bulgaria.people.rows));
});

/** Signs in the first admin; what they press from then on is counted. */
async function begin(signIn: SignIn): Promise<{ page: Page; presses: readonly string[] }> {
  const page = await signIn('admin@campus.test', 'Registrar');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your campus' })).toBeVisible();
  return { page, presses: await countPresses(page) };
}

/** Clicks, choices, chosen files and filled fields, in the order in which they were made. */
async function countPresses(page: Page): Promise<string[]> {
  const presses: string[] = [];
  await page.exposeFunction('pressed', (what: string) => presses.push(what));
  await page.evaluate(() => {
    const note = ({ type, target }: Event) => {
      const element = target as HTMLElement;
      (window as unknown as { pressed(what: string): void }).pressed(
        `${type} ${element.ariaLabel ?? element.textContent}`,
      );
    };
    document.addEventListener('change', note, true);
    document.addEventListener(
      'click',
      (event) => {
        const isOfField = (event.target as HTMLElement).closest('label, input, select');
        if (event.isTrusted && !isOfField) note(event);
      },
      true,
    );
  });
  return presses;
}

async function startWithEmptyLists(page: Page) {
  await page.getByRole('link', { name: /^Lists/ }).click();
  await page.getByRole('button', { name: 'Start with empty lists' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start with empty lists' });
  await dialog.getByRole('button', { name: 'Start with empty lists' }).click();
  await expect(dialog).toBeHidden();
}

/** Waits for the new page, because the previous one may have a menu of its own. */
async function goTo(page: Page, name: 'Manage Keys' | 'Manage Users') {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function choose(page: Page, { name, bytes }: RegistrarsFile<unknown>) {
  await page.getByRole('button', { name: /^More for Manage/ }).click();
  await page.getByRole('menuitem', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: /^Import / });
  const file = { name, mimeType: 'text/csv', buffer: bytes };
  await dialog.locator('input[type=file]').setInputFiles(file);
  return dialog;
}

/** The reading that is proposed. */
async function expectReading(dialog: Locator, words: RegExp) {
  await expect(dialog.getByRole('radio', { checked: true })).toHaveAccessibleName(words);
}

async function apply(page: Page, imported: string) {
  const dialog = page.getByRole('dialog', { name: /^Import / });
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(dialog.getByText(imported)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

/** In the order of their numbers, with names of departments, blocks and categories. */
async function storedKeys(page: Page): Promise<KeyRow[]> {
  const { departments, blocks, categories } = await lists(page);
  const { keys } = await read(page, '/api/keys');
  return (keys as Record<string, string>[])
    .map(({ keyNumber, keyName, location, department, block, category }) => ({
      number: keyNumber ?? '',
      name: keyName ?? '',
      place: location ?? '',
      department: departments(department),
      block: blocks(block),
      category: categories(category),
    }))
    .sort((one, other) => (one.number < other.number ? -1 : 1));
}

/** Of the role that people of a file get, in the order of their addresses. */
async function storedPeople(page: Page): Promise<PersonRow[]> {
  const { departments } = await lists(page);
  const file = await page.request.get('/api/dashboard/export/users');
  const [head, ...rows] = [...csvRecords(await file.text())].map(({ cells }) => cells);
  const people = rows.map((cells) => {
    const cell = (column: string) => cells[head?.indexOf(column) ?? -1] ?? '';
    return {
      role: cell('Role'),
      person: {
        name: cell('Name'),
        email: cell('Email'),
        department: departments(cell('Department')),
        id: cell('Faculty ID'),
        phone: cell('Phone'),
      },
    };
  });
  return sorted(people.flatMap(({ role, person }) => (role === 'faculty' ? [person] : [])));
}

function sorted(people: readonly PersonRow[]): PersonRow[] {
  return people.toSorted((one, other) => (one.email < other.email ? -1 : 1));
}

async function markedAsLeft(page: Page): Promise<string[]> {
  const { users } = await read(page, '/api/dashboard/users?state=left&limit=100');
  return (users as { email: string }[]).map(({ email }) => email).sort();
}

/** Names by code. */
async function lists(page: Page) {
  const campus = await read(page, '/api/campus');
  const namesIn = (list: string) => {
    const entries = campus[list] as { code: string; label: string }[];
    return (code: string | undefined) => entries.find((entry) => entry.code === code)?.label ?? '';
  };
  return {
    departments: namesIn('departments'),
    blocks: namesIn('blocks'),
    categories: namesIn('categories'),
  };
}

async function read(page: Page, path: string): Promise<Record<string, unknown>> {
  const answer = await page.request.get(path);
  expect(answer.status()).toBe(200);
  return (await answer.json()).data;
}
