import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';
import { storeNotifications } from './stored-notifications.ts';

const path = '/dashboard/notifications';

function rows(page: Page) {
  return page.getByRole('list', { name: 'Notifications' }).getByRole('listitem');
}

test('a notification about a key opens its details, from the page and from the drawer', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key({ keyName: 'Caracal Lab' });
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(holder, path, { device: 'phone' });
  const details = page.getByRole('dialog', { name: key.keyNumber });
  await rows(page).getByRole('link', { name: 'Key taken' }).tap();
  await expect(details).toContainText('With you');
  await details.getByRole('button', { name: 'Close' }).tap();
  await expect(details).toBeHidden();
  await expect(page).toHaveURL(path);
  await expect(rows(page).getByText('Unread', { exact: true })).toHaveCount(0);

  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await page.getByRole('button', { name: /^Notifications/ }).tap();
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  await drawer.getByRole('button', { name: 'Key returned' }).tap();
  await expect(drawer).toBeHidden();
  await expect(details).toContainText('Available');
});

test('a reminder leads a holder to My Keys, and the desk to the overdue keys', async ({
  campus,
  visit,
}) => {
  const [holder, guard] = [await campus.person(), await campus.person('security')];
  await storeNotifications(campus, holder, [{ title: 'Key return reminder', template: 'overdue' }]);
  await storeNotifications(campus, guard, [
    { title: 'Unreturned keys alert', template: 'unreturned' },
  ]);
  const phone = await visit(holder, path, { device: 'phone' });
  await rows(phone).getByRole('link', { name: 'Key return reminder' }).tap();
  await expect(phone).toHaveURL('/dashboard/faculty/taken');
  const desk = await visit(guard, path);
  await rows(desk).getByRole('link', { name: 'Unreturned keys alert' }).click();
  await expect(desk).toHaveURL('/dashboard/security/unavailable?show=overdue');
});

test('a notification about nothing that can be opened shows its whole text', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const message = `Caracals ${'chase the birds all day long and '.repeat(4)}sleep.`;
  // Faculty have no list of what is overdue, also as the head of a department.
  const title = 'Overdue keys in your department';
  const template = 'department-overdue';
  await storeNotifications(campus, person, [{ title, template, message }]);
  const page = await visit(person, path, { device: 'phone' });
  const text = rows(page).getByText(message);
  const heightOf = async () => (await text.boundingBox())?.height ?? 0;
  await expect(text).toBeVisible();
  const brief = await heightOf();
  await rows(page).getByRole('button', { name: title }).tap();
  expect(await heightOf()).toBeGreaterThan(2 * brief);
});

test('twelve notifications fit on the screen of a phone, with one format of times', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const titles = ['Key return reminder', 'Unreturned keys alert', 'Key returned', 'Key taken'];
  const entries = Array.from({ length: 14 }, (_, at) => ({
    title: titles[at % titles.length] ?? '',
    message: 'Key CSE-LAB-104 (Advanced Programming Laboratory) was returned for you by Asha Rao.',
    minutesAgo: at * 59,
  }));
  await storeNotifications(campus, person, entries);
  const page = await visit(person, path, { device: 'phone' });
  await expect(rows(page)).toHaveCount(14);
  await expect(rows(page).nth(11)).toBeInViewport({ ratio: 1 });
  await expect(rows(page).locator('time')).toHaveText([
    'just now',
    ...Array.from({ length: 13 }, () => /^\d+ (minute|hour)s? ago$/),
  ]);
});
