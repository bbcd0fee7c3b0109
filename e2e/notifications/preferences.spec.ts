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
  await expect(box('Overdue keys in my department', 'Email')).toHaveCount(0);
  await box('Overdue keys', 'Push').uncheck();
  await box('Handovers', 'Email').check();
  await box('Overdue keys', 'Email').click();
  await expect(
    page.getByText('Overdue keys: these messages cannot be turned off. Keep push or email.'),
  ).toBeVisible();
  await expect(box('Overdue keys', 'Email')).toBeChecked();
  await page.reload();
  await expect(box('Overdue keys', 'Push')).not.toBeChecked();
  await expect(box('Overdue keys', 'Email')).toBeChecked();
  await expect(box('Handovers', 'Email')).toBeChecked();
});
