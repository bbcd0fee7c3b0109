import { expect, type Locator } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { blank, test } from '../harness/test.ts';
import { chart, choose } from './chart-card.ts';
import { downloadedFile } from './downloaded-file.ts';

const reports = '/dashboard/admin/reports';
const titles = ['Peak Usage Analytics', 'Active Users Trend', 'Key Usage Over Time'];
const dayMs = 86_400_000;

function rows(of: Locator) {
  return of.locator('tbody tr');
}

test('the lines of a chart are straight, and none leads to the hollow point of today', async ({
  campus,
  visit,
}) => {
  await giveKey(campus.guard, await campus.person(), (await campus.key())._id);
  const page = await visit(await campus.person('admin'), reports);
  for (const title of titles) {
    const lines = chart(page, title).locator('path.recharts-line-curve');
    await expect(lines).toHaveCount(2);
    for (const line of await lines.all()) await expect(line).toHaveAttribute('d', /^[ML\d.,-]*$/);
    await expect(chart(page, title)).toContainText('the previous 7 days, up to this time');
  }
  for (const title of titles.slice(1)) {
    const [before, complete] = await chart(page, title)
      .locator('path.recharts-line-curve')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('d')?.match(/[ML]/g)?.length));
    expect([before, complete]).toEqual([7, 6]);
    await expect(
      chart(page, title).locator('circle.recharts-reference-dot-dot[fill="var(--surface)"]'),
    ).toHaveCount(1);
    await expect(chart(page, title).getByRole('list', { name: 'Legend' })).toContainText(
      'Today so far',
    );
  }
  await page.getByLabel('Time Range').selectOption('1d');
  await expect(chart(page, 'Key Usage Over Time')).toContainText('This hour so far');
  await expect(chart(page, 'Peak Usage Analytics').getByRole('list')).not.toContainText('so far');
});

test('the axes of a chart have round ticks, and no label is cut on a desktop or a phone', async ({
  campus,
  visit,
}) => {
  await giveKey(campus.guard, await campus.person(), (await campus.key())._id);
  const page = await visit(await campus.person('admin'), blank);
  for (const timeRange of ['1d', '7d', '90d'])
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (width === 1280) await page.goto(`${reports}?timeRange=${timeRange}`);
      for (const title of titles) {
        const svg = chart(page, title).locator('.recharts-surface').first();
        const counts = svg.locator('.recharts-yAxis-tick-labels text');
        await expect(counts.first()).toHaveText('0');
        const ticks = (await counts.allTextContents()).map(Number);
        const step = ticks[1] ?? 0;
        expect(String(step)).toMatch(/^[125]0*$/);
        expect(ticks).toEqual(ticks.map((_, index) => index * step));
        await expect.poll(() => svg.evaluate(cutLabels)).toEqual([]);
      }
    }
});

/** Runs in the page: the labels that reach beyond the chart. */
function cutLabels(svg: Element): (string | null)[] {
  const frame = svg.getBoundingClientRect();
  const isCut = ({ left, right }: DOMRect) => left < frame.left - 0.5 || right > frame.right + 0.5;
  return [...svg.querySelectorAll('text')]
    .filter((label) => isCut(label.getBoundingClientRect()))
    .map(({ textContent }) => textContent);
}

test('a table compares each day with the same day of the previous period, and is saved as CSV', async ({
  campus,
  visit,
}) => {
  const [holder, earlier] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, (await campus.key())._id);
  await giveKey(campus.guard, holder, earlier._id);
  await campus.db.query(
    `UPDATE loans SET taken_at = taken_at - interval '8 days' WHERE key_id = $1`,
    [earlier._id],
  );
  const page = await visit(await campus.person('admin'), reports);
  const usage = chart(page, 'Key Usage Over Time');
  await choose(page, 'Key Usage Over Time', 'Show as table');
  const table = usage.getByRole('table', { name: 'Key Usage Over Time' });
  await expect(rows(table)).toHaveCount(7);
  await expect(table.getByRole('columnheader')).toHaveText(['When', 'keys handed out', 'Before']);
  await expect(rows(table).last()).toHaveText(/^\d{1,2} \w{3} so far\d+\d+ on \d{1,2} \w{3}$/);
  await expect(rows(table).first()).not.toContainText('so far');

  const { name, bytes } = await downloadedFile(page, () =>
    choose(page, 'Key Usage Over Time', 'Download as CSV'),
  );
  expect(name).toMatch(/^key-usage-over-time-7d-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = bytes.toString().trim().split('\r\n');
  expect(head).toBe(
    'When,Keys handed out,When (period before),Keys handed out (period before),Note',
  );
  expect(lines).toHaveLength(7);
  const counts = await rows(table).locator('td:nth-child(2)').allTextContents();
  expect(lines.map((line) => line.split(',')[1])).toEqual(counts);
  for (const line of lines) {
    const [day = '', , before = ''] = line.split(',');
    expect(Date.parse(day) - Date.parse(before)).toBe(7 * dayMs);
  }
  expect(lines.at(-1)).toMatch(/,still running$/);
  expect(lines.filter((line) => line.endsWith(','))).toHaveLength(6);
});

test('charts that a role cannot filter say so, on the reports and on the dashboard', async ({
  campus,
  visit,
}) => {
  await giveKey(campus.guard, await campus.person(), (await campus.key())._id);
  const page = await visit(await campus.person('admin'), reports);
  const note = page.getByText('For everyone: the role filter applies to people only.');
  await expect(chart(page, 'Key Usage Over Time')).toContainText(/Maximum \d+ \(/);
  await expect(note).toHaveCount(0);
  await page.getByLabel('User Role').selectOption('faculty');
  for (const title of ['Peak Usage Analytics', 'Key Usage Over Time'])
    await expect(chart(page, title)).toContainText('the role filter applies to people only');
  await expect(chart(page, 'Active Users Trend')).not.toContainText('applies to people only');
  await expect(page.getByRole('region', { name: 'System Statistics' })).toContainText(
    'Filters do not apply',
  );
  await page.goto('/dashboard/admin?role=faculty');
  await expect(note).toHaveCount(2);
});
