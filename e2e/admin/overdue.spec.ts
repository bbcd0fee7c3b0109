import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
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

function overdue(page: Page) {
  return page.getByRole('region', { name: 'Overdue', exact: true });
}

test('the longest overdue key is listed first, and its holder is reminded with one tap', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const { holder, key } = await lend(campus, 'Olga Overlong', 40);
  await lend(campus, 'Lars Lately', 4);
  const admin = await campus.person('admin');
  const other = await visit(await campus.person('admin'), '/dashboard/admin');
  const page = await visit(admin, '/', { device: 'phone' });
  const first = overdue(page).getByRole('listitem').first();
  await expect(page.getByRole('main').getByRole('region').first()).toHaveAccessibleName('Overdue');
  await expect(first).toContainText(key.keyNumber);
  await expect(first).toContainText('Olga Overlong');
  await expect(first).toContainText(/(39|40) days overdue/);
  const remind = `Remind Olga Overlong of key ${key.keyNumber}`;
  await expect(other.getByRole('button', { name: remind })).toBeVisible();

  await page.getByRole('button', { name: remind }).click();
  await expect(page.getByText(`Olga Overlong was reminded of key ${key.keyNumber}`)).toBeVisible();
  await expect(first.getByRole('button', { name: 'Reminded' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(first).toContainText('reminded less than a minute ago');
  await expect(overdue(page).getByRole('button', { name: 'Remind Lars Lately' })).toBeEnabled();
  const { data } = await holder.get(api.listNotifications);
  expect(data.notifications.map(({ message }) => message)).toContain(
    `Return 1 key: ${key.keyNumber} (Room of Olga Overlong).`,
  );

  // The other admin’s page does not show this yet.
  await other.getByRole('button', { name: remind }).click();
  await expect(
    other.getByText(/was reminded recently. You can remind them again in 1[45] minutes/),
  ).toBeVisible();
  await expect(other.getByRole('button', { name: remind })).toHaveCount(0);
  await collectAll(campus);
});

test('more than five overdue keys are shown on request, and having none is good news', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const page = await visit(await campus.person('admin'), '/dashboard/admin');
  await expect(overdue(page)).toContainText('No overdue keys.');
  for (let at = 1; at <= 7; at += 1) await lend(campus, `Quentin Queued ${'I'.repeat(at)}`, 3 + at);
  const { key } = await lend(campus, 'Fritz Fresh', 0);
  await page.reload();
  await expect(overdue(page).getByRole('button', { name: /^Remind/ })).toHaveCount(5);
  await overdue(page).getByRole('button', { name: 'Show all 7' }).click();
  await expect(overdue(page).getByRole('button', { name: /^Remind/ })).toHaveCount(7);
  const others = page.getByRole('region', { name: 'Out longest' });
  await expect(others.getByRole('listitem')).toHaveCount(1);
  await expect(others.getByRole('listitem')).toContainText(key.keyNumber);
  await collectAll(campus);
});

test('figures show how they changed in a week, and link to the lists they count', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  await lend(campus, 'Clara Counted', 0);
  const page = await visit(await campus.person('admin'), '/dashboard/admin');
  const figures = page.getByRole('list', { name: 'Key figures' }).getByRole('listitem');
  await expect(figures).toHaveCount(5);
  for (const figure of await figures.all())
    await expect(figure).toContainText(/(\d+ (more|fewer) than|As many as) a week ago/);
  for (const card of ['Active Users', 'Key Usage'])
    await expect(
      page.locator('.card').filter({ has: page.getByRole('heading', { name: card, exact: true }) }),
    ).toContainText(/(\d+ (more|fewer) than|As many as) in the previous 7 days/);

  for (const [label, address] of [
    ['Total Users', '/dashboard/admin/users'],
    ['Total Keys', '/dashboard/admin/keys'],
    ['Available Keys', '/dashboard/admin/keys?status=available'],
    ['Overdue Keys', '/dashboard/admin/keys?status=overdue'],
  ] as const)
    await expect(figures.getByRole('link', { name: label })).toHaveAttribute('href', address);
  await figures.getByRole('link', { name: 'Keys in Use' }).click();
  await expect(page).toHaveURL('/dashboard/admin/keys?status=unavailable');
  await collectAll(campus);
});
