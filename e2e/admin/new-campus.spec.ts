import { fileURLToPath } from 'node:url';
import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { expect, type Locator, type Page } from '@playwright/test';
import { scanCode } from '../camera/usb-scanner.ts';
import { type Calls, followCalls, stopPolls } from '../harness/calls.ts';
import { type SignIn, emptyCampusTest as test } from '../harness/empty-campus.ts';
import { historySettled } from '../harness/history.ts';
import { readQr } from '../harness/read-qr.ts';
import { college, type ImportedFile } from './college.ts';

/** Deleting this many entries one by one once exceeded the limit of requests. */
const inARow = 33;
/** A click may cost at most this many requests. */
const mostCalls = 3;

test('a college is set up in the browser from scratch, and hands out its first key', async ({
  signIn,
}) => {
  test.setTimeout(180_000);
  const hands = await begin(signIn);
  const { page } = hands;
  await allowManyRequests(page);
  await hands.press(page.getByRole('link', { name: /^Lists/ }));
  await startWithEmptyLists(hands);
  for (const entry of college.own) await addEntry(hands, entry);
  await hands.press(page.getByRole('link', { name: 'Desks', exact: true }));
  for (const desk of college.desks) await addDesk(hands, desk);
  await hands.press(page.getByRole('link', { name: 'Opening hours', exact: true }));
  await setHours(hands);

  await goTo(hands, 'Manage Keys');
  for (const file of college.keyFiles) await importFile(hands, file);
  await importCorrections(hands);
  await goTo(hands, 'Manage Users');
  for (const file of college.peopleFiles) await importFile(hands, file);
  await addGuard(hands);

  for (const person of college.people) {
    await goTo(hands, 'Manage Users');
    await findPerson(hands, person);
  }
  for (const key of college.keys) {
    await goTo(hands, 'Manage Keys');
    await findKey(hands, key);
  }
  await hands.press(page.getByRole('link', { name: 'Home' }));
  await hands.calls.settled();
  const files: readonly ImportedFile[] = [...college.keyFiles, ...college.peopleFiles];
  expect(hands.calls.refused).toEqual(
    files
      .filter(({ columns }) => columns)
      .map(({ kind }) => `400 POST /api/dashboard/import/${kind}`),
  );
  await expect(page.getByRole('heading', { name: 'Set up your campus' })).toBeHidden();
  hands.report();
  await handOver(signIn);
});

test('33 sample entries are deleted one by one, as fast as the page allows', async ({ signIn }) => {
  const { page, press, calls } = await begin(signIn);
  await press(page.getByRole('link', { name: /^Lists/ }));
  await expect(page.getByText('not used').first()).toBeVisible();
  await calls.settled();
  const before = calls.made.length;
  const entries = page.getByRole('button', { name: /^Edit / });
  let deleted = 0;
  for (const name of ['Departments', 'Blocks', 'Categories']) {
    await press(page.getByRole('tab', { name }));
    for (let left = await entries.count(); left > 0 && deleted < inARow; left -= 1) {
      // The last one first, because a department may be that of one further up.
      await press(page.getByRole('button', { name: /^More for / }).last());
      await press(page.getByRole('menuitem', { name: 'Delete' }));
      await expect(entries).toHaveCount(left - 1);
      deleted += 1;
    }
  }
  expect(deleted).toBe(inARow);
  await calls.settled();
  expect(calls.refused).toEqual([]);
  // If news of a change arrives after the next change, the list is read once more.
  expect(calls.made.length - before).toBeLessThan(2 * inARow);
});

type Hands = ReturnType<typeof createHands>;

/** Signs in the first admin, whose home page says what a new campus needs. */
async function begin(signIn: SignIn): Promise<Hands> {
  const page = await signIn('admin@campus.test', 'Greta Vogel', { timezoneId: college.timezone });
  page.setDefaultTimeout(15_000);
  await stopPolls(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Complete Registration' })).toBeVisible();
  const hands = createHands(page, followCalls(page));
  await hands.press(page.getByRole('button', { name: 'Continue' }));
  await expect(page.getByRole('heading', { name: 'Set up your campus' })).toBeVisible();
  return hands;
}

/** The test is faster than a person, who would not reach the limit. */
async function allowManyRequests(page: Page): Promise<void> {
  const rateLimiting = { ...defaultSecuritySettings.rateLimiting, apiRequestsPerMinute: 1000 };
  const saved = await page.request.put('/api/dashboard/security-settings', {
    headers: { origin: new URL(page.url()).origin },
    data: { rateLimiting },
  });
  expect(saved.status()).toBe(200);
}

/** Acts for an admin and counts the clicks. */
function createHands(page: Page, calls: Calls) {
  let clicks = 0;
  const costs = new Map<string, number>();
  const press = (button: Locator) => {
    clicks += 1;
    return button.click();
  };
  return {
    page,
    calls,
    press,
    /** Clicks a button that changes something, and waits for `done`. */
    async change(what: string, button: Locator, done: () => Promise<unknown>) {
      // Until then the page may still ask what the change would do.
      await button.waitFor();
      const cost = await calls.costOf(async () => {
        await press(button);
        await done();
      });
      expect.soft(cost.length, `${what}: ${cost.join(', ')}`).toBeLessThanOrEqual(mostCalls);
      costs.set(what, Math.max(cost.length, costs.get(what) ?? 0));
    },
    async fill(field: Locator, text: string) {
      clicks += 1;
      await field.fill(text);
    },
    /** Reports what the set-up took. */
    report() {
      const each = [...costs].map(([what, count]) => `${what} ${count}`).join(', ');
      const description = `${clicks} clicks, ${calls.made.length} requests; ${each}`;
      test.info().annotations.push({ type: 'cost', description });
      process.stdout.write(`${description}\n`);
    },
  };
}

/** Waits for the new page, because the previous one may have a menu of its own. */
async function goTo({ page, press }: Hands, name: string) {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await press(menu.getByRole('link', { name }));
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

async function startWithEmptyLists({ page, press, change }: Hands) {
  await press(page.getByRole('button', { name: 'Start with empty lists' }));
  const dialog = page.getByRole('dialog', { name: 'Start with empty lists' });
  await change('empty lists', dialog.getByRole('button', { name: 'Start with empty lists' }), () =>
    expect(dialog).toBeHidden(),
  );
  await expect(page.getByRole('button', { name: /^Edit / })).toHaveCount(0);
}

async function addEntry({ page, press, fill, change }: Hands, entry: (typeof college.own)[number]) {
  const name = `Add ${entry.list}`;
  const tab = page.getByRole('tab', { name: new RegExp(`^${entry.list.slice(0, 5)}`, 'i') });
  if ((await tab.getAttribute('aria-selected')) !== 'true') await press(tab);
  await press(page.getByRole('button', { name }));
  const dialog = page.getByRole('dialog', { name });
  await fill(dialog.getByLabel('Code'), entry.code);
  await fill(dialog.getByLabel('Name'), entry.label);
  await change('add entry', dialog.getByRole('button', { name }), () =>
    expect(dialog).toBeHidden(),
  );
  const row = page.getByRole('listitem').filter({ hasText: entry.label });
  await expect(row).toContainText('not used');
}

async function addDesk({ page, press, fill, change }: Hands, desk: (typeof college.desks)[number]) {
  await press(page.getByRole('button', { name: 'Add desk' }));
  const dialog = page.getByRole('dialog', { name: 'Add desk' });
  await fill(dialog.getByLabel('Name'), desk.name);
  await fill(dialog.getByLabel('Place'), desk.place);
  await change('add desk', dialog.getByRole('button', { name: 'Add desk' }), () =>
    expect(dialog).toBeHidden(),
  );
  const row = page.getByRole('list', { name: 'Desks' }).getByText(desk.name, { exact: true });
  await expect(row).toBeVisible();
}

async function setHours({ page, press, fill, change }: Hands) {
  const { hours, timezone } = college;
  for (const day of hours.days) await press(page.getByRole('checkbox', { name: day }));
  const [first = ''] = hours.days;
  await fill(page.getByLabel(`${first} opens`), hours.opens);
  await fill(page.getByLabel(`${first} closes`), hours.closes);
  await press(page.getByRole('button', { name: 'Copy Monday to all open days' }));
  await press(page.getByLabel('Time zone', { exact: true }));
  await fill(page.getByLabel('Search time zone'), timezone);
  await press(page.getByRole('option', { name: timezone }));
  await change('opening hours', page.getByRole('button', { name: 'Save opening hours' }), () =>
    expect(page.getByText('Opening hours saved')).toBeVisible(),
  );
}

const importTexts = {
  keys: { list: 'Manage Keys', entry: 'Import', title: 'Import keys' },
  users: { list: 'Manage Users', entry: 'Import', title: 'Import people' },
  cards: { list: 'Manage Users', entry: 'Add cards', title: 'Import ID cards' },
};

async function importFile(hands: Hands, file: ImportedFile) {
  const { page, press, change } = hands;
  const { list, entry, title } = importTexts[file.kind];
  await press(page.getByRole('button', { name: `More for ${list}` }));
  await press(page.getByRole('menuitem', { name: entry }));
  const dialog = page.getByRole('dialog', { name: title });
  await choose(dialog, file.file);
  if (file.letters) {
    const reading = dialog.getByRole('radio', { name: file.letters.encoding });
    await expect(reading).toBeChecked();
    await expect(reading).toHaveAccessibleName(new RegExp(file.letters.shows));
    await press(dialog.getByRole('button', { name: 'Continue' }));
  }
  if (file.columns) {
    for (const [heading, ours] of Object.entries(file.columns)) {
      await dialog.getByLabel(ours, { exact: true }).selectOption(heading);
    }
    await change('columns', dialog.getByRole('button', { name: 'Continue' }), () =>
      expect(dialog.getByText('Read as:', { exact: false })).toBeVisible(),
    );
  }
  if (file.creates)
    await change('create entries', dialog.getByRole('button', { name: file.creates }), () =>
      expect(dialog.getByText('The import also creates', { exact: false })).toBeVisible(),
    );
  await change(`import ${file.kind}`, dialog.getByRole('button', { name: 'Apply' }), () =>
    expect(dialog.getByText(file.imported)).toBeVisible(),
  );
  await press(dialog.getByRole('button', { name: 'Done' }));
}

function choose(dialog: Locator, file: string) {
  const path = fileURLToPath(new URL(`fixtures/${file}`, import.meta.url));
  return dialog.getByLabel('CSV file').setInputFiles(path);
}

/** A second file with the same headings asks nothing, and only selected rows are applied. */
async function importCorrections(hands: Hands) {
  const { page, press, change } = hands;
  await press(page.getByRole('button', { name: 'More for Manage Keys' }));
  await press(page.getByRole('menuitem', { name: 'Import' }));
  const dialog = page.getByRole('dialog', { name: 'Import keys' });
  await choose(dialog, 'japanese-keys-again.txt');
  await expect(dialog.getByText('Location: 一階 → 二階')).toBeVisible();
  await expect(dialog.getByText('Location: 一階 → 三階')).toBeVisible();
  await press(dialog.getByRole('checkbox', { name: 'Apply line 3, 東-102' }));
  await expect(dialog.getByText('2 rows of 3 will be applied')).toBeVisible();
  await change('import keys again', dialog.getByRole('button', { name: 'Apply' }), () =>
    expect(dialog.getByText('1 key added, 1 key changed')).toBeVisible(),
  );
  await press(dialog.getByRole('button', { name: 'Done' }));
  await page.getByPlaceholder('Search keys...').fill('東-');
  await expect(page.getByRole('row', { name: /東-101/ })).toContainText('二階');
  await expect(page.getByRole('row', { name: /東-102/ })).toContainText('一階');
}

async function addGuard({ page, press, fill, change }: Hands) {
  const { guard } = college;
  await press(page.getByRole('button', { name: 'Add person' }));
  const dialog = page.getByRole('dialog', { name: 'Add person' });
  await fill(dialog.getByLabel('Name'), guard.name);
  await fill(dialog.getByLabel('Email'), guard.email);
  await dialog.getByLabel('Role').selectOption('Security');
  await change('add guard', dialog.getByRole('button', { name: 'Add person' }), () =>
    expect(dialog).toBeHidden(),
  );
}

async function findPerson({ page, fill, press }: Hands, person: (typeof college.people)[number]) {
  await fill(page.getByPlaceholder('Search users...'), person.search);
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await press(page.getByRole('link', { name: person.name }));
  for (const text of [person.email, person.department, person.id])
    await expect(page.getByText(text, { exact: false }).first()).toBeVisible();
}

async function findKey({ page, fill, press }: Hands, key: (typeof college.keys)[number]) {
  await fill(page.getByPlaceholder('Search keys...'), key.search);
  const row = page.getByRole('row', { name: new RegExp(key.number) });
  await expect(row).toContainText(key.name);
  await press(row.getByRole('link', { name: key.number }));
  await expect(page.getByPlaceholder('Search keys...')).toBeHidden();
  await expect(page.getByText(key.category, { exact: true })).toBeVisible();
}

/** A person from the imported file takes a key, which is due in the campus’s own time zone. */
async function handOver(signIn: SignIn) {
  const { people, guard, keys, timezone, due } = college;
  const [person, key] = [people[0], keys[0]];
  if (!person || !key) throw new Error('There is nobody to take a key');
  const phone = await signIn(person.email, person.name, {
    timezoneId: timezone,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  });
  // The college has provided everything, so there is nothing to register.
  await expect(phone).toHaveURL('/dashboard/faculty/taken');
  await historySettled(phone);
  await phone.goto('/dashboard/faculty/keylist');
  await phone.getByPlaceholder('Search keys...').fill(key.search);
  await phone.getByRole('button', { name: 'Generate QR' }).first().click();
  const modal = phone.getByRole('dialog', { name: `Request Key ${key.number}` });
  const code = await readQr(modal.getByRole('img'));
  const desk = await signIn(guard.email, guard.name, { timezoneId: timezone });
  await expect(desk).toHaveURL('/dashboard/security/scanner');
  await expect(desk.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await scanCode(desk, code);
  await expect(desk.getByRole('dialog', { name: 'Handed out' })).toContainText(
    `Hand it to ${person.name}.`,
  );
  await expect(modal).toContainText('Key taken');
  await expect(modal).toContainText(due);
}
