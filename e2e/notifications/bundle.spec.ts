import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

const path = '/dashboard/notifications';

test('what comes after ten messages of a kind is one row, which opens them all', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const numbers: string[] = [];
  for (let lent = 0; lent < 12; lent += 1) {
    const { _id: keyId, keyNumber } = await campus.key();
    const body = { keyId, holderId: person.user.id, identifiedBy: 'desk' };
    await campus.guard.get(api.lendKey, { body });
    numbers.push(keyNumber);
  }
  const page = await visit(person, path, { device: 'phone' });
  const rows = page.getByRole('article');
  await expect(rows).toHaveCount(11);
  const bundle = rows.filter({ hasText: '2 more about' });
  await expect(bundle).toContainText('Unread');
  await bundle.getByRole('link').click();

  await expect(page.getByRole('heading', { name: 'More Messages' })).toBeVisible();
  await expect(rows).toHaveCount(2);
  for (const [at, number] of numbers.slice(10).reverse().entries())
    await expect(rows.nth(at)).toContainText(number);
  await expect(rows.getByRole('button', { name: 'Not me' })).toHaveCount(2);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByRole('link', { name: 'All notifications' }).click();
  await expect(rows).toHaveCount(11);
  await expect(bundle.getByText('Unread', { exact: true })).toHaveCount(0);
});
