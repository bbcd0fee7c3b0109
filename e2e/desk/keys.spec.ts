import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';

function tab(page: Page, name: string) {
  return page
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: new RegExp(`\\b${name}`) });
}

test('the tabs count the available keys and those that are out, as they change', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const [holder, guard] = [await campus.person(), await campus.person('security')];
  const keys = [await campus.key(), await campus.key()];
  const page = await visit(guard, '/dashboard/security/scanner', { device: 'phone' });
  await expect(tab(page, 'Scanner')).toHaveAccessibleName('Scanner');
  await expect(tab(page, 'Unavailable')).toHaveAccessibleName('Unavailable');
  await expect(tab(page, 'Available')).toHaveAccessibleName('99+ Available');
  for (const [at, { _id }] of keys.entries()) {
    await giveKey(campus.guard, holder, _id);
    await expect(tab(page, 'Unavailable')).toHaveAccessibleName(`${at + 1} Unavailable`);
  }
  await collectAll(campus);
  await expect(tab(page, 'Unavailable')).toHaveAccessibleName('Unavailable');
});

test.describe('Unavailable Keys', () => {
  test('says when all keys are available, until one is not', async ({ campus, visit }) => {
    await collectAll(campus);
    const [holder, guard] = [await campus.person(), await campus.person('security')];
    const key = await campus.key();
    const page = await visit(guard, '/dashboard/security/unavailable');
    await expect(page.getByText('All keys are available!')).toBeVisible();
    await giveKey(campus.guard, holder, key._id);
    const list = page.getByRole('list', { name: 'Unavailable Keys' });
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Unavailable Keys' })).toHaveText(
      'Unavailable Keys1',
    );
  });

  test('says who has a key, and until when', async ({ campus, visit }) => {
    const holder = await campus.person('faculty', { name: 'Lila Menon' });
    const key = await campus.key();
    await giveKey(campus.guard, holder, key._id);
    const page = await visit(await campus.person('security'), '/dashboard/security/unavailable');
    const row = page.getByRole('listitem').filter({ hasText: key.keyNumber });
    await expect(row).toContainText('Lila Menon');
    await expect(row).toContainText(/due (today|tomorrow|\d)/);
  });

  test('collects a key by hand, and its holder sees it at once', async ({ campus, visit }) => {
    const [holder, guard] = [await campus.person(), await campus.person('security')];
    const key = await campus.key({ keyName: 'Optics Lab' });
    await giveKey(campus.guard, holder, key._id);
    const phone = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
    await expect(phone.getByRole('article')).toContainText(key.keyNumber);

    const page = await visit(guard, '/dashboard/security/unavailable');
    await page.getByRole('button', { name: `Collect ${key.keyNumber}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Collect key' });
    await expect(dialog).toContainText(holder.user.name);
    await dialog.getByLabel('Reason (optional)').fill('Left in the door');
    await dialog.getByRole('button', { name: 'Collect' }).click();

    const result = page.getByRole('dialog', { name: 'Collected' });
    await expect(result).toContainText('Hang it on its hook.');
    await expect(result).toContainText(`Key ${key.keyNumber} (Optics Lab) collected successfully`);
    await expect(dialog).toBeHidden();
    await result.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('button', { name: `Collect ${key.keyNumber}` })).toBeHidden();
    await expect(phone.getByText('No keys taken')).toBeVisible();
    const { rows } = await campus.db.query(
      'SELECT return_type, return_reason FROM loans WHERE key_id = $1',
      [key._id],
    );
    expect(rows).toEqual([{ return_type: 'collected', return_reason: 'Left in the door' }]);
  });
});

test.describe('Available', () => {
  test('shows the available keys by department, and by search', async ({ campus, visit }) => {
    const guard = await campus.person('security');
    const key = await campus.key({ department: 'CIVIL', keyName: 'Numbat Store' });
    const page = await visit(guard, '/dashboard/security/available', { device: 'phone' });
    await page.getByRole('button', { name: 'CIVIL' }).click();
    const department = page.getByRole('region', { name: 'CIVIL keys' });
    await expect(department.getByRole('radio', { name: /^Available/ })).toBeChecked();
    await expect(department.getByText('Numbat Store')).toBeVisible();
    await department.getByRole('button', { name: 'Back to departments' }).click();
    await page.getByPlaceholder('Search keys...').fill('numbat');
    const found = page.getByRole('list', { name: 'Search Results' }).getByRole('listitem');
    await expect(found).toContainText(key.keyNumber);
  });

  test('says when the keys cannot be loaded, and loads them on Try Again', async ({
    campus,
    visit,
  }) => {
    const page = await visit(await campus.person('security'), '/dashboard/profile');
    await page.route('/api/keys', (route) => route.abort('connectionfailed'));
    await page.goto('/dashboard/security/available');
    await expect(page.getByText('Failed to load keys. Please refresh the page.')).toBeVisible();
    await page.unroute('/api/keys');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible();
  });
});
