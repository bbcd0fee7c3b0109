import { expect, type Locator } from '@playwright/test';
import { ageLoans, giveKey } from '../../server/test/handovers.ts';
import { scrollBars, test } from '../harness/test.ts';

test.use(scrollBars);

/** How far apart the middles of these elements are, from top to bottom. */
async function spread(items: Locator): Promise<number> {
  const middles = await items.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    }),
  );
  return Math.max(...middles) - Math.min(...middles);
}

test('beside a scroll bar at 1280 px the desk figures and overdue keys keep to one row', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Olga Overlong' });
  const key = await campus.key({ keyNumber: 'MECH-909' });
  await giveKey(campus.guard, holder, key._id);
  await ageLoans(campus.db, key._id, 40);
  const page = await visit(campus.guard, '/dashboard/security', {
    viewport: { width: 1280, height: 500 },
  });
  const figures = page.getByRole('region', { name: 'At the desk now' }).locator('ul > li');
  await expect(figures.nth(3)).toContainText('Waiting');
  // The page becomes longer than the window once the lists are there.
  await expect
    .poll(() => page.evaluate(() => innerWidth - document.documentElement.clientWidth))
    .toBe(15);
  expect(
    await spread(page.getByText(/^(Waiting|Out|Overdue|Due today)$/).and(figures.locator('*'))),
  ).toBe(0);

  await page.getByRole('link', { name: /Overdue$/ }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Olga Overlong' });
  await expect(row).toBeVisible();
  expect(await spread(row.locator('> * > *'))).toBeLessThan(20);
  const number = row.locator('p', { has: page.locator('.key-number') });
  expect(await number.evaluate((box) => box.getBoundingClientRect().height)).toBe(28);
});
