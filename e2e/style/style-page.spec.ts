import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { test as base } from '../harness/test.ts';
import { startDevelopmentServer } from './development-server.ts';

const test = base.extend<object, { developmentUrl: string }>({
  developmentUrl: [
    async ({ campus }, use) => {
      const server = await startDevelopmentServer(campus.url);
      await use(server.url);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

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

const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
};

test('the style page shows every family in both schemes, whatever the device prefers', async ({
  campus,
  developmentUrl,
  visit,
}) => {
  test.slow();
  const page = await visit(await campus.person(), `${developmentUrl}/dashboard/style`);
  // The first visit waits until the modules are transformed.
  await page.getByRole('heading', { name: 'Style', exact: true }).waitFor({ timeout: 90_000 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
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
  }
  const overlays = page.getByRole('region', { name: 'Dialogs, drawer and toasts, dark' });
  await expect(overlays.getByRole('dialog', { name: 'Collect Key' })).toBeVisible();
  await expect(overlays.getByText('Key is not available')).toBeVisible();
  for (const [device, size] of Object.entries(sizes)) {
    await page.setViewportSize(size);
    // The toasts of both schemes have the same name, which a real page has once.
    const axe = new AxeBuilder({ page }).disableRules('landmark-unique');
    const { violations } = await axe.analyze();
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      device,
    ).toEqual([]);
  }
});

test('the built application has no style page', async ({ campus, visit }) => {
  const page = await visit(await campus.person(), '/dashboard/style');
  await expect(page).toHaveURL(/\/dashboard\/faculty\/taken$/);
});
