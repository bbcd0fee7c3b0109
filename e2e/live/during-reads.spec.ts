import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { holdAnswer } from '../harness/network.ts';
import { blank, test } from '../harness/test.ts';

const notificationsRead = '/api/notifications*';

function bell(page: Page) {
  return page.getByRole('button', { name: /^Notifications/ });
}

/** The page's live connection, once the server has let it in. */
async function admitted(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket');
  await socket.waitForEvent('framesent', ({ payload }) => String(payload).includes('join-'));
}

test('a notification that arrives while they are read anew stays, and is counted once', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key();
  const page = await visit(holder, blank);
  const live = admitted(page);
  await page.goto('/dashboard/notifications');
  await live;
  await expect(page.getByText('No notifications')).toBeVisible();
  const answer = await holdAnswer(page, notificationsRead);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await answer.composed;
  await giveKey(campus.guard, holder, key._id);
  const readOnceMore = page.waitForResponse(notificationsRead);
  answer.letGo();
  await readOnceMore;
  await expect(bell(page)).toHaveText('1');
  await expect(page.getByRole('list', { name: 'Notifications' }).getByRole('listitem')).toHaveCount(
    1,
  );
});

test('a handover while the history of its key is first read is part of it', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Hemant Holder' });
  const key = await campus.key();
  const desk = await visit(campus.guard, '/dashboard/security/available');
  await desk.getByPlaceholder('Search keys...').fill(key.keyNumber);
  const answer = await holdAnswer(desk, `/api/keys/${key._id}/history*`);
  await desk.getByRole('link', { name: key.keyNumber }).click();
  const dialog = desk.getByRole('dialog', { name: key.keyNumber });
  await answer.composed;
  await giveKey(campus.guard, holder, key._id);
  await expect(dialog).toContainText('With');
  answer.letGo();
  await expect(dialog.getByRole('listitem')).toContainText('Out now');
});
