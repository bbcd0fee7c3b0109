import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';

test('a handover at one process shows on a page that another serves', async ({
  campus,
  secondProcess,
  visit,
}) => {
  const [holder, watcher] = [await campus.person(), await campus.person('security')];
  const key = await campus.key();
  const page = await visit(watcher.at(secondProcess), '/dashboard/security/available');
  await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
  const row = page.getByRole('list', { name: 'Search Results' }).getByRole('listitem');
  await expect(row).toContainText('Available');
  const loads: string[] = [];
  page.on('load', ({ url }) => loads.push(url()));

  await giveKey(campus.guard, holder, key._id);
  await expect(row).toContainText('Unavailable');
  await expect(row).toContainText(holder.user.name);
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await expect(row).not.toContainText('Unavailable');
  await expect(row).toContainText('Available');
  expect(loads).toEqual([]);
});
