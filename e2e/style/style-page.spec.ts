import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

const families = [
  'Colours',
  'Type and key numbers',
  'Buttons',
  'Fields',
  'Badges, pills and notices',
  'Headings, tabs and places',
  'Lists',
  'Empty, error, loading, offline',
  'Dialogs, drawer and toasts',
];

for (const colorScheme of ['light', 'dark'] as const)
  test(`the style page shows every family in both schemes on a device that is ${colorScheme}`, async ({
    campus,
    visit,
  }) => {
    const page = await visit(await campus.person(), '/dashboard/style', { colorScheme });
    for (const family of families) {
      await expect(page.getByRole('heading', { name: family, exact: true })).toBeVisible();
      const grounds = await Promise.all(
        ['light', 'dark'].map((scheme) =>
          page
            .getByRole('region', { name: `${family}, ${scheme}` })
            .evaluate((region) => getComputedStyle(region).backgroundColor),
        ),
      );
      expect(grounds).toEqual(['rgb(245, 247, 248)', 'rgb(13, 20, 24)']);
    }
    const overlays = page.getByRole('region', { name: 'Dialogs, drawer and toasts, dark' });
    await expect(overlays.getByRole('dialog', { name: 'Collect Key' })).toBeVisible();
    await expect(overlays.getByText('Key is not available')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
    ).toEqual([]);
  });

test('elsewhere than in the local environment there is no style page', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), '/dashboard/profile');
  await page.route('**/api/config', async (route) => {
    const answer = await route.fetch();
    const config = await answer.json();
    await route.fulfill({ json: { ...config, data: { ...config.data, environment: 'pro' } } });
  });
  await page.goto('/dashboard/style');
  await expect(page).toHaveURL(/\/dashboard\/faculty\/taken$/);
});
