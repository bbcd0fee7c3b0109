import { expect, type Page } from '@playwright/test';
import { holdCalls } from '../harness/network.ts';
import { test } from '../harness/test.ts';
import { storeNotifications } from './stored-notifications.ts';

const hour = 60;
const day = 24 * hour;

function bell(page: Page) {
  return page.getByRole('button', { name: /^Notifications/ });
}

function drawer(page: Page) {
  return page.getByRole('dialog', { name: 'Notifications' });
}

function items(page: Page) {
  return drawer(page).getByRole('listitem');
}

test('the drawer lists the five latest notifications, and leads to all of them', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  await storeNotifications(campus, person, [
    { title: 'Key return reminder', template: 'overdue', minutesAgo: 0 },
    { title: 'Unreturned keys alert', template: 'unreturned', minutesAgo: 1.5 },
    { title: 'Key returned', template: 'key-returned', minutesAgo: 40 },
    { title: 'Security alert', template: 'codes-refused', minutesAgo: 1.5 * hour },
    { title: 'Key taken', template: 'key-taken', minutesAgo: 5.5 * hour },
    ...[1, 2, 3].map((days) => ({ title: `Word of day ${days}`, minutesAgo: (days + 0.1) * day })),
  ]);
  const page = await visit(person, '/dashboard/profile');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 8 unread');
  await expect(bell(page)).toHaveText('8');
  await bell(page).click();
  await expect(items(page)).toHaveCount(5);
  await expect(items(page).locator('time')).toHaveText([
    'just now',
    '1 minute ago',
    '40 minutes ago',
    '1 hour ago',
    '5 hours ago',
  ]);
  const kinds = items(page).locator('[data-kind]');
  expect(await kinds.evaluateAll((icons) => icons.map((icon) => icon.dataset.kind))).toEqual([
    ...['reminder', 'unreturned', 'returned', 'alert', 'general'],
  ]);
  const drawings = await kinds.evaluateAll((icons) => icons.map((icon) => icon.innerHTML));
  expect(new Set(drawings).size).toBe(5);

  const reminder = items(page).filter({ hasText: 'Key return reminder' });
  await expect(reminder.getByText('Unread', { exact: true })).toBeAttached();
  await reminder.getByRole('button').click();
  await expect(page).toHaveURL('/dashboard/faculty/taken');
  await expect(drawer(page)).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 7 unread');
  await bell(page).click();
  await expect(reminder).toBeVisible();
  await expect(reminder.getByText('Unread', { exact: true })).toBeHidden();
  await expect
    .poll(async () => {
      const { rows } = await campus.db.query(
        'SELECT title FROM notifications WHERE user_id = $1 AND read_at IS NOT NULL',
        [person.user.id],
      );
      return rows;
    })
    .toEqual([{ title: 'Key return reminder' }]);

  await drawer(page).getByRole('link', { name: 'See More (3 more)' }).click();
  await expect(page).toHaveURL('/dashboard/notifications');
  await expect(drawer(page)).toBeHidden();
  const all = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
  await expect(all).toHaveCount(8);
  await expect(all.nth(5)).toContainText('1 day ago');
  await expect(all.nth(7)).toContainText('3 days ago');
});

test('the drawer says that it loads, that there is nothing, and what went wrong', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const page = await visit(null, '/login', { device: 'phone' });
  const letGo = await holdCalls(page, '/api/notifications*');
  await page.goto(`/api/auth/google?login_hint=${encodeURIComponent(person.user.email)}`);
  await page.goto('/dashboard/profile');
  await bell(page).click();
  await expect(drawer(page).getByText('Loading notifications...')).toBeVisible();
  letGo();
  await expect(drawer(page).getByText('No notifications')).toBeVisible();
  await expect(drawer(page).getByText("You're all caught up!")).toBeVisible();
  await expect(drawer(page).getByRole('link')).toHaveCount(0);

  await page.unrouteAll();
  await page.route('/api/notifications*', (route) => route.abort('connectionfailed'));
  await page.reload();
  await bell(page).click();
  await expect(
    drawer(page).getByText(
      'Unable to connect to the server. Please check your internet connection.',
    ),
  ).toBeVisible();
});
