import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';

const path = '/dashboard/notifications';

test('what comes after ten messages of a kind is one row, which opens them all', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const numbers: string[] = [];
  for (let taken = 0; taken < 12; taken += 1) {
    const { _id: keyId, keyNumber } = await campus.key();
    await giveKey(campus.guard, person, keyId);
    numbers.push(keyNumber);
  }
  const page = await visit(person, path, { device: 'phone' });
  const rows = page.getByRole('article');
  await expect(rows).toHaveCount(11);
  const bundle = rows.filter({ hasText: '2 more messages' });
  await expect(bundle).toContainText('Unread');
  await bundle.getByRole('link').click();

  await expect(page.getByRole('heading', { name: 'More messages' })).toBeVisible();
  await expect(rows).toHaveCount(2);
  for (const [at, number] of numbers.slice(10).reverse().entries())
    await expect(rows.nth(at)).toContainText(number);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: 'All notifications' }).click();
  await expect(rows).toHaveCount(11);
  await expect(bundle.getByText('Unread', { exact: true })).toHaveCount(0);
});
