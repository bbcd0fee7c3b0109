import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { holdCalls } from '../harness/network.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';
import { chart, choose } from './chart-card.ts';
import { downloadedFile } from './downloaded-file.ts';
import { queryRow } from './query-row.ts';

const reports = '/dashboard/admin/reports';

function statistic(page: Page, label: string) {
  return page
    .getByRole('region', { name: 'System Statistics' })
    .getByRole('listitem')
    .filter({ hasText: label });
}

test('the reports load under an overlay and follow the filters in the address', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  await giveKey(campus.guard, await campus.person(), (await campus.key())._id);
  const { keys } = await queryRow<{ keys: number }>(
    campus,
    'SELECT count(*)::int AS keys FROM keys WHERE deleted_at IS NULL',
  );
  const page = await visit(await campus.person('admin'), '/dashboard/profile');
  const letGo = await holdCalls(page, '/api/dashboard/analytics/*');
  await page.goto(reports);
  const overlay = page.getByText('Loading reports...');
  await expect(overlay).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Analytics & Reports' })).toBeVisible();
  letGo();
  await expect(overlay).toBeHidden();
  await expect(page.getByLabel('Time Range')).toHaveValue('7d');
  for (const [field, options] of [
    ['Time Range', ['Last 24 Hours', 'Last 7 Days', 'Last 30 Days', 'Last 90 Days', 'Own dates']],
    ['User Role', ['All roles', 'Admin', 'Security', 'Faculty']],
  ] as const)
    await expect(page.getByLabel(field).getByRole('option')).toHaveText([...options]);

  await expect(statistic(page, 'Total Keys')).toContainText(String(keys));
  await expect(statistic(page, 'Keys in Use')).toContainText('1');
  await expect(statistic(page, 'Available Keys')).toContainText(String(keys - 1));
  await expect(statistic(page, 'Usage Rate')).toContainText(`${(100 / keys).toFixed(1)}%`);

  const asked = page.waitForRequest(/analytics\/active-users\?.*role=faculty/);
  await page.getByLabel('User Role').selectOption('faculty');
  await asked;
  await page.getByLabel('Time Range').selectOption('30d');
  await page.getByLabel('Department', { exact: true }).selectOption('CSE');
  await expect(page).toHaveURL(`${reports}?timeRange=30d&department=CSE&role=faculty`);
  const detailed = page.getByRole('region', { name: 'Detailed report' });
  const listed = (title: string) =>
    detailed
      .locator('.card')
      .filter({ has: page.getByRole('heading', { name: title }) })
      .getByRole('listitem');
  await expect(listed('Most Used Keys')).toHaveCount(5);
  await expect(listed('Most Used Keys').first()).toContainText('Computer Science');
  await expect(listed('Peak Usage Hours').first()).toHaveText(/^1\. \d\d:00 - \d\d:00\d+$/);
  await expect(listed('Usage by Department').first()).toBeVisible();
});

test('a chart shows its values by pointer, by keyboard and as a table, and its maximum', async ({
  campus,
  visit,
}) => {
  await giveKey(campus.guard, await campus.person(), (await campus.key())._id);
  const page = await visit(await campus.person('admin'), reports);
  for (const title of ['Peak Usage Analytics', 'Active Users Trend', 'Key Usage Over Time'])
    await expect(chart(page, title)).toContainText(/Maximum \d+ \(/);
  const usage = chart(page, 'Key Usage Over Time');
  const line = usage.locator('.recharts-surface');
  const tip = usage.getByRole('status');
  await line.hover();
  await expect(tip).toHaveText(/^\d{1,2} \w{3}\d+ keys handed out\d+ on \d{1,2} \w{3}$/);
  await page.mouse.move(0, 0);
  await line.focus();
  await expect(tip).toHaveText(/\d+ keys handed out\d+ on \d{1,2} \w{3}$/);
  const first = await tip.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(tip).not.toHaveText(first ?? '');

  await choose(page, 'Key Usage Over Time', 'Show as table');
  const figures = usage.getByRole('table', { name: 'Key Usage Over Time' });
  await expect(figures.locator('tbody tr')).toHaveCount(7);
  const counts = await figures.locator('tbody td:nth-child(2)').allTextContents();
  await expect(usage).toContainText(`Maximum ${Math.max(...counts.map(Number))} (`);
  await choose(page, 'Key Usage Over Time', 'Show as chart');
  await expect(line).toBeVisible();
});

test('the report is exported as a PDF of the range in view', async ({ campus, visit }) => {
  const page = await visit(await campus.person('admin'), `${reports}?timeRange=1d`, {
    device: 'phone',
  });
  const exporting = page.getByRole('button', { name: 'Export PDF' });
  const { name, bytes } = await downloadedFile(page, () => exporting.click());
  expect(name).toMatch(/1d.*\d{4}-\d\d-\d\d\.pdf$/);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await expect(page.getByText('PDF report exported successfully')).toBeVisible();
  await page.route('/api/dashboard/reports/pdf?*', (route) => route.abort('connectionfailed'));
  await exporting.click();
  await expect(page.getByText('Failed to export PDF report')).toBeVisible();
});

test('who has what is downloaded, as of now or of a moment', async ({ campus, visit }) => {
  const holder = await campus.person('faculty', { name: 'Hanna Holder' });
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person('admin'), reports, { device: 'phone' });
  const card = page.getByRole('group', { name: 'Who has what' });
  await card.getByRole('heading').click();
  const download = (kind: string) =>
    downloadedFile(page, () => card.getByRole('button', { name: `Download ${kind}` }).click());
  const now = await download('CSV');
  expect(now.name).toMatch(/^who-has-what-\d{4}-\d\d-\d\d-\d{4}\.csv$/);
  expect(now.bytes.toString()).toMatch(new RegExp(`${key.keyNumber},.*,Hanna Holder,`));
  await card.getByLabel('At this moment').fill('2020-05-12T15:00');
  const then = await download('PDF');
  expect(then.name).toBe('who-has-what-2020-05-12-1500.pdf');
  expect(then.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByLabel('At this moment').fill('2099-05-12T15:00');
  await card.getByRole('button', { name: 'Download PDF' }).click();
  await expect(page.getByText('Choose a time in the past.')).toBeVisible();
});

test('the page says when there is nothing to show, and when reports cannot be fetched', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('admin'), '/dashboard/profile');
  await page.route(/\/api\/dashboard\/(analytics\/|reports)/, (route) =>
    route.abort('connectionfailed'),
  );
  const logged = page.waitForEvent('console', (line) =>
    line.text().startsWith('Analytics could not be loaded'),
  );
  await page.goto(reports);
  await logged;
  await expect(page.getByText('Failed to fetch reports').first()).toBeVisible();
  await expect(page.getByText('No data available')).toHaveCount(3);
  for (const empty of [
    'No usage data available',
    'No peak usage data available',
    'No department data available',
  ])
    await expect(page.getByText(empty)).toBeVisible();
});

test('own dates are kept in the address, are corrected in place and name the file', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('admin'), reports);
  await page.getByLabel('Time Range').selectOption('Own dates');
  await expect(page).toHaveURL(/reports\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })];
  await to.fill('2020-01-31');
  await expect(page.getByText('The first day is after the last')).toBeVisible();
  const asked = page.waitForRequest(/analytics\/active-users\?.*from=2020-01-01&to=2020-01-31/);
  await from.fill('2020-01-01');
  await asked;
  await expect(page).toHaveURL(/reports\?from=2020-01-01&to=2020-01-31$/);
  await expect(page.getByText('The first day is after the last')).toBeHidden();
  await expect(chart(page, 'Active Users Trend')).toContainText('Sign-ins are kept for 120 days');
  const exporting = page.getByRole('button', { name: 'Export PDF' });
  const { name } = await downloadedFile(page, () => exporting.click());
  expect(name).toMatch(/2020-01-01-to-2020-01-31.*\.pdf$/);
  await page.getByLabel('Time Range').selectOption('Last 30 Days');
  await expect(page).toHaveURL(`${reports}?timeRange=30d`);
  await expect(from).toBeHidden();
});
