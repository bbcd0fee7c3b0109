import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { ageLoans, giveKey } from '../../server/test/handovers.ts';
import { lent } from '../../server/test/lending.ts';
import { test } from '../harness/test.ts';
import { collectAll, type TestApp } from '../harness/test-app.ts';
import { queryRow } from './query-row.ts';

function figure(page: Page, label: string) {
  return page
    .getByRole('list', { name: 'Key figures' })
    .getByRole('listitem')
    .filter({ hasText: label });
}

/** The line of a card that contains `what`. */
function line(page: Page, card: string, what: string) {
  return page
    .locator('.card')
    .filter({ has: page.getByRole('heading', { name: card }) })
    .getByRole('listitem')
    .filter({ hasText: what });
}

type Counts = { people: number; keys: number; faculty: number };

function countsOf(campus: TestApp) {
  return queryRow<Counts>(
    campus,
    `SELECT (SELECT count(*) FROM users WHERE deleted_at IS NULL)::int AS people,
            (SELECT count(*) FROM keys WHERE deleted_at IS NULL)::int AS keys,
            (SELECT count(*) FROM users WHERE deleted_at IS NULL
                AND role IN ('faculty', 'responder'))::int AS faculty`,
  );
}

test('the dashboard counts keys and people, names who has the most keys out, and links to other pages', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const holder = await campus.person('faculty', { name: 'Dalia Dashwood', createdAt: new Date() });
  const [late, fresh] = [await campus.key(), await campus.key()];
  for (const { _id } of [late, fresh]) await giveKey(campus.guard, holder, _id);
  await ageLoans(campus.db, late._id, 3);
  const admin = await campus.person('admin');
  const { people, keys, faculty } = await countsOf(campus);
  const page = await visit(admin, '/dashboard/admin');
  await expect(figure(page, 'Total Users')).toContainText(String(people));
  await expect(figure(page, 'Total Keys')).toContainText(String(keys));
  await expect(figure(page, 'Available Keys')).toContainText(String(keys - 2));
  await expect(figure(page, 'Keys in Use')).toContainText('2');
  await expect(figure(page, 'Overdue')).toContainText('1');
  await expect(line(page, 'Role distribution', 'Faculty')).toContainText(String(faculty));
  await expect(figure(page, 'Reported')).toContainText('0');
  await expect(line(page, 'Recent users', 'Dalia Dashwood')).toContainText('Faculty, today');
  await expect(
    line(page, 'Recent activity', `Dalia Dashwood took key ${fresh.keyNumber}`),
  ).toBeVisible();
  for (const [card, whole, path] of [
    ['Recent users', 'All users', 'users'],
    ['Recent activity', 'Audit Log', 'audit'],
  ] as const) {
    await expect(line(page, card, '')).toHaveCount(5);
    await expect(
      page.getByRole('region', { name: card }).getByRole('link', { name: whole }),
    ).toHaveAttribute('href', `/dashboard/admin/${path}`);
  }

  const ways = page.getByRole('navigation', { name: 'Administration' });
  for (const [name, path] of [
    ['Manage Users', 'users'],
    ['Manage Keys', 'keys'],
    ['Security Settings', 'security'],
    ['View Reports', 'reports'],
  ] as const)
    await expect(ways.getByRole('link', { name })).toHaveAttribute(
      'href',
      `/dashboard/admin/${path}`,
    );
});

test('the analytics on the dashboard follow the filters in its address', async ({
  campus,
  visit,
}) => {
  const [admin, holder] = [await campus.person('admin'), await campus.person()];
  const page = await visit(admin, '/dashboard/admin?timeRange=1d');
  const used = () =>
    page
      .locator('.card')
      .filter({ has: page.getByRole('heading', { name: 'Key usage' }) })
      .getByText('keys handed out')
      .locator('..');
  await expect(page.getByLabel('Time Range')).toHaveValue('1d');
  await page.getByLabel('Department').selectOption('RESEARCH');
  await expect(page).toHaveURL('/dashboard/admin?timeRange=1d&department=RESEARCH');
  // A page opened with the filter has never shown other figures.
  await page.reload();
  await expect(used()).toHaveText(/^\d+keys handed out$/);
  const before = Number.parseInt((await used().textContent()) ?? '', 10);

  const research = await campus.key({ department: 'RESEARCH', keyName: 'Clean Room' });
  const elsewhere = await campus.key({ department: 'CIVIL' });
  for (const { _id } of [research, elsewhere]) await giveKey(campus.guard, holder, _id);
  await page.reload();
  await expect(used()).toHaveText(`${before + 1}keys handed out`);
  await expect(page.getByLabel('Department')).toHaveValue('RESEARCH');
  await expect(line(page, 'Peak usage', ':00 - ').first()).toBeVisible();
  expect(await line(page, 'Peak usage', '').count()).toBeLessThanOrEqual(3);
  expect(await line(page, 'Key usage', '').count()).toBeLessThanOrEqual(3);
});

test('what was unusual this week links to lists of exactly those events', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const loanId = await lent(campus.guard, holder, (await campus.key())._id);
  await holder.get(api.disputeLoan, { params: { id: loanId } });
  const page = await visit(await campus.person('admin'), '/dashboard/admin/reports');
  const unusual = page.getByRole('region', { name: 'Worth checking' });
  const disputes = unusual.getByRole('link', { name: /^Disputes \d+$/ });
  const count = Number((await disputes.textContent())?.match(/\d+$/)?.[0]);
  await disputes.click();
  await expect(page).toHaveURL(/audit\?action=dispute-loan&from=\d{4}-\d\d-\d\d$/);
  const events = page.getByRole('list', { name: 'Audit events' });
  await expect(events.getByText('Dispute handover', { exact: true })).toHaveCount(count);
  await page.goBack();
  await unusual.getByRole('link', { name: /^Hand-outs without a code \d+$/ }).click();
  await expect(page).toHaveURL(/\/admin\/reports$/);
  await expect(page.getByRole('region', { name: 'Handed out without a code' })).toBeVisible();
});
