import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { blank, test } from '../harness/test.ts';

/** Two looks of the server, with room to spare on a busy machine. */
const patiently = { timeout: 30_000 };

test('a change that was committed but told to nobody shows, on a tab that was left meanwhile too', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const [changed, other] = [await campus.key({ keyName: 'Kultarr Lab' }), await campus.key()];
  const page = await visit(holder, blank);
  const opened = page.waitForEvent('websocket');
  await page.goto('/dashboard/faculty/keylist');
  await page.getByPlaceholder('Search keys...').fill('kultarr');
  const found = page.getByRole('list', { name: 'Search Results' }).getByRole('listitem');
  await expect(found).toContainText('Kultarr Lab');

  const heard = (await opened).waitForEvent('framereceived', {
    predicate: ({ payload }) => String(payload).includes('key-list-changed'),
    ...patiently,
  });
  await page.getByRole('link', { name: 'My Keys' }).click();
  await expect(page.getByText('No keys taken')).toBeVisible();
  await campus.db.query(
    "UPDATE keys SET key_name = 'Kultarr Hall', version = version + 1 WHERE id = $1",
    [changed._id],
  );
  await heard;
  await giveKey(campus.guard, holder, other._id);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([other.keyNumber]);
  await page.getByRole('link', { name: 'All Keys' }).click();
  await page.getByPlaceholder('Search keys...').fill('kultarr');
  await expect(found).toContainText('Kultarr Hall');
});
