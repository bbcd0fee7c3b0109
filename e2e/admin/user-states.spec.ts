import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { chooseInMenu } from '../harness/menus.ts';
import { holdAnswer } from '../harness/network.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const people = '/dashboard/admin/users';

function rows(page: Page) {
  return page.getByRole('table', { name: 'Users' }).getByRole('row');
}

function search(page: Page, term: string) {
  return page.getByPlaceholder('Search users...').fill(term);
}

function show(page: Page, state: string) {
  return page.getByLabel('State').selectOption(state);
}

function agreeTo(page: Page, verb: string, name: string) {
  const asked = page.getByRole('dialog', { name: `${verb} ${name}` });
  return asked.getByRole('button', { name: verb }).click();
}

test('someone is suspended with a key out, signed out at once, and restored', async ({
  campus,
  visit,
}) => {
  const person = await campus.person('faculty', { name: 'Sunil Suspect' });
  await giveKey(campus.guard, person, (await campus.key())._id);
  const theirs = await visit(person, '/dashboard/faculty/taken', { device: 'phone' });
  await expect(theirs.getByRole('heading').first()).toBeVisible();
  const page = await visit(await campus.person('admin'), people);
  await search(page, 'Sunil Suspect');
  await chooseInMenu(page, 'Sunil Suspect', 'Suspend');
  await agreeTo(page, 'Suspend', 'Sunil Suspect');
  await expect(page.getByText('User suspended')).toBeVisible();
  await expect(theirs).toHaveURL('/login');
  await expect(rows(page).last()).toContainText('Suspended');

  await show(page, 'active');
  await expect(page.getByText('No users found')).toBeVisible();
  await show(page, 'suspended');
  await expect(rows(page).last()).toContainText('Sunil Suspect');
  await expect(rows(page).last()).toContainText('Suspended');
  await theirs.goto(`/api/auth/google?login_hint=${encodeURIComponent(person.user.email)}`);
  await expect(theirs.getByText('This account is closed. Ask an admin.')).toBeVisible();

  await page.getByRole('button', { name: 'Restore Sunil Suspect' }).click();
  await expect(page.getByText('User restored')).toBeVisible();
  await theirs.goto(`/api/auth/google?login_hint=${encodeURIComponent(person.user.email)}`);
  await expect(theirs).toHaveURL('/dashboard/faculty/taken');
});

test('people who wait are accepted or declined, and their own page updates', async ({
  campus,
  visit,
}) => {
  const waits = (name: string) =>
    campus.person('pending', {
      name,
      email: `${name.split(' ')[0]}.waits-e2e@campus.test`,
      department: 'CSE',
      waitingSince: new Date(),
    });
  const welcome = await waits('Wanda Welcome');
  await campus.db.query("UPDATE users SET faculty_id = 'WAIT-E2E' WHERE id = $1", [
    welcome.user.id,
  ]);
  await waits('Una Unknown');
  const waiting = await countWaiting(campus);
  const theirs = await visit(welcome, '/', { device: 'phone' });
  await expect(theirs.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
  expect((await welcome.call(api.listKeys)).status).toBe(403);

  const page = await visit(await campus.person('admin'), people);
  await expect(page.getByText(`${waiting} people are waiting to be accepted.`)).toBeVisible();
  await page.getByRole('button', { name: 'Show who is waiting' }).click();
  await search(page, 'waits-e2e');
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Accept Wanda Welcome' }).click();
  await expect(page.getByText('User accepted')).toBeVisible();
  await expect(theirs).toHaveURL('/dashboard/faculty/taken', { timeout: 15_000 });

  page.once('dialog', (asked) => {
    expect(asked.message()).toMatch(/^Decline Una Unknown\?/);
    return asked.accept();
  });
  await chooseInMenu(page, 'Una Unknown', 'Decline');
  await expect(rows(page).filter({ hasText: 'Una Unknown' })).toContainText('Deleted');
  await show(page, 'waiting');
  await expect(page.getByText('No users found')).toBeVisible();
  expect(await countWaiting(campus)).toBe(waiting - 2);
});

test('Manage Users shows how many people wait, wherever the admin is', async ({
  campus,
  visit,
}) => {
  const approving = await campus.another({ REGISTRATION: 'approve' });
  const before = await countWaiting(campus);
  const label = (waiting: number) => `Manage Users${waiting > 0 ? waiting : ''}`;
  const page = await visit(await campus.person('admin'), '/dashboard/profile');
  const link = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Manage Users' });
  await expect(link).toHaveText(label(before));
  const person = await campus.person('pending', { name: 'Bela Badge' });
  const body = { department: 'CSE', facultyId: 'BADGE-E2E' };
  await person.at(approving).get(api.completeRegistration, { body });
  await expect(link).toHaveText(label(before + 1));
  await link.click();
  await show(page, 'waiting');
  await page.getByRole('button', { name: 'Accept Bela Badge' }).click();
  await expect(link).toHaveText(label(before));
});

/** Other tests leave people waiting on the same campus. */
async function countWaiting(campus: TestApp): Promise<number> {
  const { rows } = await campus.db.query<{ waiting: number }>(
    'SELECT count(*)::int AS waiting FROM users WHERE waiting_since IS NOT NULL AND deleted_at IS NULL',
  );
  return rows[0]?.waiting ?? 0;
}

test('a leaver is erased, and their history names a former member', async ({ campus, visit }) => {
  const person = await campus.person('faculty', { name: 'Lena Leaver' });
  const key = await campus.key({ keyName: 'Leaver Lab' });
  await giveKey(campus.guard, person, key._id);
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  const admin = await campus.person('admin');
  await admin.get(api.deleteUser, { params: { id: person.user.id } });
  const page = await visit(admin, people);
  await show(page, 'removed');
  await search(page, 'Lena');
  await expect(rows(page)).toHaveCount(2);
  // An answer read before the erasure that arrives after it must not restore the name.
  const held = await holdAnswer(page, '/api/dashboard/users?*search=Lena+Leaver*');
  await search(page, 'Lena Leaver');
  await held.composed;
  await chooseInMenu(page, 'Lena Leaver', 'Erase');
  await agreeTo(page, 'Erase', 'Lena Leaver');
  await expect(page.getByText('User erased')).toBeVisible();
  held.letGo();
  await expect(page.getByText('No users found')).toBeVisible();
  await page.goto(`/dashboard/security/available?key=${key._id}`);
  await expect(page.getByRole('dialog')).toContainText('Former member');
  await expect(page.getByRole('dialog')).not.toContainText('Lena');
});

test('departments that people stated themselves are confirmed, one by one and several at once', async ({
  campus,
  visit,
}) => {
  const states = (name: string) =>
    campus.person('faculty', {
      name,
      department: 'CSE',
      departmentConfirmed: false,
      email: `${name.split(' ')[0]}.vowing-e2e@campus.test`,
    });
  const people = [
    await states('Sita Vowing'),
    await states('Tom Vowing'),
    await states('Uli Vowing'),
  ];
  const confirmed = async () =>
    Promise.all(people.map(async (one) => (await one.get(api.checkAuth)).user.departmentConfirmed));
  const admin = await campus.person('admin', { name: 'Admin Vowing' });
  const page = await visit(admin, '/dashboard/admin/users');
  await expect(page.getByText(/ an unconfirmed department\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Show departments to confirm' }).click();
  await expect(page.getByText(/ an unconfirmed department\.$/)).toBeHidden();
  await search(page, 'vowing-e2e');
  await show(page, 'unconfirmed');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).last()).toContainText('Unconfirmed');
  await page
    .getByRole('button', {
      name: 'Confirm department Computer Science Engineering of Sita Vowing',
    })
    .click();
  await expect(page.getByText('Department confirmed', { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  expect(await confirmed()).toEqual([true, false, false]);

  await chooseInMenu(page, 'Manage Users', 'Select');
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Selected people' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Edit selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 2 people' });
  await expect(dialog).toContainText('Tom Vowing, Uli Vowing');
  await dialog.getByLabel('Department').selectOption('Confirm what they stated');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('2 people updated successfully')).toBeVisible();
  await expect(bar).toBeHidden();
  await expect(page.getByText('No users found')).toBeVisible();
  expect(await confirmed()).toEqual([true, true, true]);

  await search(page, 'Vowing');
  await show(page, 'active');
  await chooseInMenu(page, 'Manage Users', 'Select');
  await page.getByRole('checkbox', { name: 'Select Tom Vowing' }).check();
  await page.getByRole('checkbox', { name: 'Select Admin Vowing' }).check();
  await bar.getByRole('button', { name: 'Edit selected' }).click();
  const both = page.getByRole('dialog', { name: 'Edit 2 people' });
  await both.getByLabel('State').selectOption('Suspended');
  await both.getByRole('button', { name: 'Save changes' }).click();
  await expect(both.getByText('You cannot suspend your own account.')).toBeVisible();
  await both.getByLabel('State').selectOption('Leave unchanged');
  await both.getByLabel('Department').selectOption('MECH');
  await both.getByRole('button', { name: 'Save changes' }).click();
  await expect(both).toBeHidden();
  expect((await people[1]?.get(api.checkAuth))?.user.department).toBe('MECH');
});
