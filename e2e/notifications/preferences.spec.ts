import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

test('people choose how messages reach them, and those that must reach them stay on', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), '/dashboard/profile', { device: 'phone' });
  const box = (kind: string, way: string) =>
    page.getByRole('group', { name: kind, exact: true }).getByRole('checkbox', { name: way });
  await expect(box('Overdue keys', 'Push')).toBeChecked();
  await expect(box('Overdue keys of my department', 'Mail')).toHaveCount(0);
  await box('Overdue keys', 'Push').uncheck();
  await box('Handovers', 'Mail').check();
  await box('Overdue keys', 'Mail').click();
  await expect(
    page.getByText('Overdue keys: these messages cannot be switched off. Keep push or mail.'),
  ).toBeVisible();
  await expect(box('Overdue keys', 'Mail')).toBeChecked();
  await page.reload();
  await expect(box('Overdue keys', 'Push')).not.toBeChecked();
  await expect(box('Overdue keys', 'Mail')).toBeChecked();
  await expect(box('Handovers', 'Mail')).toBeChecked();
});
