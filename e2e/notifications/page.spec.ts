import { expect, type Page } from '@playwright/test';
import { holdCalls } from '../harness/network.ts';
import { test } from '../harness/test.ts';
import { storeNotifications } from './stored-notifications.ts';

const path = '/dashboard/notifications';

function bell(page: Page) {
  return page.getByRole('button', { name: /^Notifications/ });
}

function rows(page: Page) {
  return page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
}

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

test('all of many notifications can be read, and marked one by one or together', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const many = Array.from({ length: 102 }, (_, at) => ({ title: `Word ${at}`, minutesAgo: at }));
  await storeNotifications(campus, person, many);
  const page = await visit(person, path);
  await expect(bell(page)).toHaveText('99+');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 99+ unread');
  await expect(rows(page)).toHaveCount(50);
  await button(page, 'Load More').click();
  await expect(rows(page)).toHaveCount(100);
  await button(page, 'Load More').click();
  await expect(rows(page)).toHaveCount(102);
  await expect(button(page, 'Load More')).toBeHidden();

  const marks = [101, 100, 99].map((at) => rows(page).nth(at));
  for (const row of marks) await row.getByRole('button', { name: 'Mark as read' }).click();
  await expect(bell(page)).toHaveText('99');
  await marks[0]?.getByRole('button', { name: 'Mark as unread' }).click();
  await expect(bell(page)).toHaveText('99+');
  await page.reload();
  await expect(bell(page)).toHaveText('99+');

  await button(page, 'Mark all read').click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(button(page, 'Mark all read')).toBeDisabled();
  await expect(rows(page).getByText('Unread', { exact: true })).toHaveCount(0);
  await expect
    .poll(async () => {
      const { rows: unread } = await campus.db.query(
        'SELECT 1 FROM notifications WHERE user_id = $1 AND read_at IS NULL',
        [person.user.id],
      );
      return unread.length;
    })
    .toBe(0);
});

test('the page says that it loads, that there is nothing and what went wrong, and reads anew', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const page = await visit(person, '/dashboard/about');
  await page.clock.install();
  const letGo = await holdCalls(page, '/api/notifications*');
  await page.goto(path);
  await expect(page.getByText('Loading notifications...')).toBeVisible();
  letGo();
  await expect(page.getByText('No notifications')).toBeVisible();
  await expect(page.getByText("You're all caught up!")).toBeVisible();

  await storeNotifications(campus, person, [{ title: 'Word by Refresh' }]);
  await button(page, 'Refresh').click();
  await expect(rows(page)).toHaveCount(1);
  // Half a minute later a page has read them by itself, long before a live connection that has
  // just begun could seem lost.
  await page.reload();
  await expect(rows(page)).toHaveCount(1);
  await storeNotifications(campus, person, [{ title: 'Word by itself' }]);
  await page.clock.fastForward(30_000);
  await expect(rows(page)).toHaveCount(2);
  await expect(bell(page)).toHaveText('2');

  await page.unrouteAll();
  await page.route('/api/notifications*', (route) => route.abort('connectionfailed'));
  const failure = 'Error: Unable to connect to the server. Please check your internet connection.';
  await button(page, 'Refresh').click();
  await expect(page.getByText(failure)).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('alert')).toContainText(failure);
  await page.unrouteAll();
  await button(page, 'Try Again').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText(failure)).toBeHidden();
});
