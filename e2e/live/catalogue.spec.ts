import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

test('an open list follows an admin who adds, changes and deletes a key', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  const page = await visit(await campus.person(), '/dashboard/faculty/keylist');
  await page.getByPlaceholder('Search keys...').fill('wallaroo');
  await expect(page.getByText('No keys found')).toBeVisible();
  const found = page.getByRole('list', { name: 'Search Results' }).getByRole('listitem');

  const { _id, keyNumber } = await campus.key({ keyName: 'Wallaroo Lab' });
  await expect(found).toContainText(keyNumber);
  const body = { keyNumber, keyName: 'Wallaroo Workshop', location: 'South' };
  await admin.get(api.updateKey, { params: { id: _id }, body });
  await expect(found).toContainText('Wallaroo Workshop');
  await admin.get(api.deleteKey, { params: { id: _id } });
  await expect(page.getByText('No keys found')).toBeVisible();
});
