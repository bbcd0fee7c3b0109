import { expect } from '@playwright/test';
import { loans } from '../../server/src/db/schema.ts';
import { closed, loanRow } from '../../server/test/factories/loans.ts';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';

const keyList = '/dashboard/faculty/keylist';

test.describe('the search', () => {
  test('finds by words in any field, own department and best match first', async ({
    campus,
    visit,
  }) => {
    const names = { keyName: 'Tamandua Lab' };
    const elsewhere = await campus.key({ ...names, keyNumber: 'LAB', department: 'CIVIL' });
    const inName = await campus.key({ keyNumber: 'TAM-1', department: 'MECH', ...names });
    const inNumber = await campus.key({ keyNumber: 'TAMANDUA-2', department: 'MECH' });
    await campus.key({ keyNumber: 'TAM-3', department: 'MECH', keyName: 'Lab' });
    const page = await visit(await campus.person('faculty', { department: 'MECH' }), keyList, {
      device: 'phone',
    });
    const found = page.getByRole('list', { name: 'Search Results' }).getByRole('listitem');
    await page.getByPlaceholder('Search keys...').fill('lab mech tamandua');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText(inName.keyNumber);
    await page.getByPlaceholder('Search keys...').fill('tamandua');
    await expect(found).toHaveCount(3);
    for (const [at, { keyNumber }] of [inNumber, inName, elsewhere].entries())
      await expect(found.nth(at)).toContainText(keyNumber);
  });

  test('says when it finds nothing, and the departments are back once it is cleared', async ({
    campus,
    visit,
  }) => {
    const page = await visit(await campus.person(), keyList);
    await page.getByPlaceholder('Search keys...').fill('no key is called this');
    await expect(page.getByText('No keys found')).toBeVisible();
    await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible();
  });
});

test.describe('a department', () => {
  test('shows its keys by status', async ({ campus, visit }) => {
    const [reader, other] = [await campus.person(), await campus.person()];
    await campus.key({ department: 'RESEARCH', keyName: 'Wallaby Lab' });
    const out = await campus.key({ department: 'RESEARCH', keyName: 'Pademelon Room' });
    await giveKey(campus.guard, other, out._id);
    const page = await visit(reader, keyList, { device: 'phone' });
    await page.getByRole('button', { name: 'RESEARCH' }).click();

    const department = page.getByRole('region', { name: 'RESEARCH keys' });
    await expect(department.getByRole('heading', { name: 'RESEARCH' })).toBeVisible();
    await expect(department).toContainText(/\d+ keys/);
    const keys = department.getByRole('listitem');
    const wallabyLab = keys.filter({ hasText: 'Wallaby Lab' });
    const pademelonRoom = keys.filter({ hasText: 'Pademelon Room' });
    await expect(wallabyLab).toContainText('Generate QR');
    await expect(pademelonRoom).toContainText(other.user.name);
    await department.getByRole('radio', { name: 'Unavailable' }).check();
    await expect(pademelonRoom).toBeVisible();
    await expect(wallabyLab).toBeHidden();
    await department.getByRole('radio', { name: /^Available/ }).check();
    await expect(wallabyLab).toBeVisible();
    await expect(pademelonRoom).toBeHidden();

    await department.getByRole('button', { name: 'Back to departments' }).click();
    await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible();
  });

  test('says when none of its keys is as wanted', async ({ campus, visit }) => {
    await collectAll(campus);
    const page = await visit(await campus.person(), `${keyList}?department=IoT`);
    await page.getByRole('radio', { name: 'Unavailable' }).check();
    await expect(page.getByText('No keys available in this department')).toBeVisible();
    await page.getByPlaceholder('Search keys...').fill('no key is called this');
    await expect(page.getByText('No keys found matching the query')).toBeVisible();
  });
});

/** More often than other tests hand out one key of the campus that they share with this one. */
const fewest = 20;

test('the keys used most often are at hand, five at most', async ({ campus, visit }) => {
  const person = await campus.person();
  const parties = { holderId: person.user.id, handedBy: campus.guard.user.id };
  const keys = [];
  for (let uses = fewest; uses < fewest + 6; uses += 1) {
    const key = await campus.key();
    keys.unshift(key);
    const history = Array.from({ length: uses }, () =>
      closed(loanRow({ keyId: key._id, ...parties })),
    );
    await campus.db.orm.insert(loans).values(history);
  }
  const page = await visit(person, keyList, { device: 'phone' });
  const strip = page.getByRole('region', { name: 'Frequently Used Keys' }).getByRole('listitem');
  await expect(strip).toHaveCount(5);
  for (const [at, key] of keys.slice(0, 5).entries()) {
    await expect(strip.nth(at)).toContainText(key.keyNumber);
    await expect(strip.nth(at)).toContainText(`Used ${fewest + 5 - at} times`);
  }
  await expect(strip.first().getByRole('button', { name: 'Generate QR' })).toBeVisible();
  const other = await campus.person('faculty', { name: 'Meera Quickest' });
  await giveKey(campus.guard, other, keys[0]?._id ?? '');
  await expect(strip.first()).toContainText('Unavailable');
  await expect(strip.first()).toContainText('Meera Quickest');
});
