import { expect } from '@playwright/test';
import { ageLoans, giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { collectAll, type TestApp } from '../harness/test-app.ts';

/** A key that its holder has had for this many days. */
async function lend(campus: TestApp, name: string, days: number) {
  const holder = await campus.person('faculty', { name });
  const key = await campus.key({ keyName: `Room of ${name}` });
  await giveKey(campus.guard, holder, key._id);
  await ageLoans(campus.db, key._id, days);
  return { holder, key };
}

test('an admin sees first what needs a person, and gets there with one press', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const { key } = await lend(campus, 'Olga Overlong', 40);
  const page = await visit(await campus.person('admin'), '/', { device: 'phone' });
  const lines = page.getByRole('list', { name: 'Needs attention' }).getByRole('link');
  await expect(lines.first()).toContainText(`1 key overdue${key.keyNumber}`);
  await expect(lines.first()).toContainText('Olga Overlong');
  await lines.first().click();
  await expect(page).toHaveURL('/dashboard/security/unavailable?show=overdue');
  await expect(page.getByRole('list', { name: 'Overdue' })).toContainText(key.keyNumber);
  await collectAll(campus);
});

test('figures link to the lists that they count, and analytics compare with the days before', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  await lend(campus, 'Clara Counted', 0);
  const page = await visit(await campus.person('admin'), '/dashboard/admin');
  const figures = page.getByRole('list', { name: 'Key figures' }).getByRole('listitem');
  await expect(figures).toHaveCount(6);
  for (const card of ['Active users', 'Key usage'])
    await expect(
      page.locator('.card').filter({ has: page.getByRole('heading', { name: card, exact: true }) }),
    ).toContainText(/(\d+ (more|fewer) than|As many as) in the previous 7 days/);

  for (const [label, address] of [
    ['Total Users', '/dashboard/admin/users'],
    ['Total Keys', '/dashboard/admin/keys'],
    ['Available Keys', '/dashboard/admin/keys?status=available'],
    ['Overdue', '/dashboard/admin/keys?status=overdue'],
    ['Reported', '/dashboard/admin/keys?status=reported'],
  ] as const)
    await expect(figures.getByRole('link', { name: label })).toHaveAttribute('href', address);
  await figures.getByRole('link', { name: 'Keys in Use' }).click();
  await expect(page).toHaveURL('/dashboard/admin/keys?status=unavailable');
  await collectAll(campus);
});
