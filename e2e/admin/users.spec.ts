import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { historySettled } from '../harness/history.ts';
import { chooseInMenu, openMore } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import { queryRow } from './query-row.ts';

const people = '/dashboard/admin/users';

function rows(page: Page) {
  return page.getByRole('table', { name: 'Users' }).getByRole('row');
}

function search(page: Page, term: string) {
  return page.getByPlaceholder('Search users...').fill(term);
}

async function edit(page: Page, name: string) {
  await search(page, name);
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  return page.getByRole('dialog', { name: 'Edit user' });
}

test('people are listed ten to a page, searched and filtered by role', async ({
  campus,
  visit,
}) => {
  await campus.person('security', { name: 'Tara Gatewood' });
  const page = await visit(await campus.person('admin'), people);
  await expect(rows(page)).toHaveCount(11);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await expect(page.getByText(/^11–20 of \d+$/)).toBeVisible();
  await page.getByLabel('Role').selectOption('security');
  const { guards } = await queryRow<{ guards: number }>(
    campus,
    "SELECT count(*)::int AS guards FROM users WHERE role = 'security' AND deleted_at IS NULL",
  );
  await expect(page.getByText(`1–${Math.min(10, guards)} of ${guards}`)).toBeVisible();
  await search(page, 'gatewood');
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).last()).toContainText('Security');

  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole('list', { name: 'Users' }).getByRole('listitem');
  await expect(cards).toContainText(['Tara Gatewood · Security']);
  await search(page, 'nobody of this name');
  await expect(page.getByText('No users found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all users' }).click();
  await expect(cards).toHaveCount(10);
});

test('a person is edited once the form is valid, and invalid input changes nothing', async ({
  campus,
  visit,
}) => {
  const person = await campus.person('faculty', { name: 'Omar Before' });
  const other = await campus.person();
  await campus.person('pending', { name: 'Petra Waiting' });
  const page = await visit(await campus.person('admin'), people);
  const dialog = await edit(page, 'Omar Before');
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByLabel('Email').fill('omar@');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Enter the name of Omar Before.')).toBeVisible();
  await expect(dialog.getByText('Enter a valid email address')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('Enter the email of Omar Before.')).toBeVisible();
  await dialog.getByLabel('Name').fill('Omar After');
  await dialog.getByLabel('Email').fill(other.user.email);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('An account with this email already exists.')).toBeVisible();
  expect((await person.get(api.checkAuth)).user).toMatchObject({
    name: 'Omar Before',
    email: person.user.email,
  });

  await dialog.getByLabel('Email').fill('omar.after@campus.test');
  await dialog.getByLabel('Role').selectOption('security');
  await dialog.getByLabel('Department').selectOption('MECH');
  await dialog.getByLabel('Phone').fill('+91 80 1234');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await search(page, 'Omar');
  await expect(rows(page).last()).toContainText('omar.after@campus.test');
  await expect(rows(page).last()).toContainText('Security');
  expect((await person.get(api.checkAuth)).user).toMatchObject({
    role: 'security',
    department: 'MECH',
    phone: '+91 80 1234',
  });

  const waiting = await edit(page, 'Petra Waiting');
  await waiting.getByLabel('Name').fill('Petra Patient');
  await waiting.getByRole('button', { name: 'Save changes' }).click();
  await expect(waiting).toBeHidden();
  await search(page, 'Petra Patient');
  await expect(rows(page).last()).toContainText('Pending');
});

test('a person with keys cannot be deleted until the keys are returned', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Nisha Leaving' });
  const key = await campus.key({ keyName: 'Kiln Room' });
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person('admin'), people);
  const remove = () => chooseInMenu(page, 'Nisha Leaving', 'Delete');
  const answer = async (accepted: boolean) => {
    page.once('dialog', (asked) => {
      expect(asked.message()).toBe(
        'Delete Nisha Leaving? They cannot sign in until you restore them.',
      );
      return accepted ? asked.accept() : asked.dismiss();
    });
    await remove();
  };

  const dialog = await edit(page, 'Nisha Leaving');
  await expect(dialog).toContainText('1 key out');
  await expect(dialog).toContainText(`${key.keyNumber} Kiln Room`);
  await expect(dialog).toContainText('1 session');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Refused without a confirmation, which would keep the click from returning.
  const questions: string[] = [];
  page.on('dialog', (asked) => questions.push(asked.message()));
  await remove();
  await expect(
    page.getByText(
      `This person still has keys: ${key.keyNumber}. You can delete them once these are returned.`,
    ),
  ).toBeVisible();
  expect(questions).toEqual([]);
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await historySettled(page);
  await page.reload();
  await search(page, 'Nisha Leaving');
  await expect(rows(page).last()).toContainText('Nisha Leaving');
  await answer(false);
  await expect(rows(page).last()).toContainText('Nisha Leaving');
  await holder.get(api.checkAuth);
  await answer(true);
  await expect(page.getByText('User deleted successfully')).toBeVisible();
  await expect(rows(page).last()).toContainText('Deleted');
  await page.getByLabel('State').selectOption('active');
  await expect(page.getByText('No users found')).toBeVisible();
  expect((await holder.call(api.checkAuth)).status).toBe(401);
});

test('admins cannot delete themselves, and the last admin stays one', async ({ campus, visit }) => {
  const admin = await campus.person('admin', { name: 'Only Admin' });
  const { others } = await queryRow<{ others: string[] }>(
    campus,
    "SELECT array_agg(id) AS others FROM users WHERE role = 'admin' AND id <> $1",
    [admin.user.id],
  );
  const giveOthers = (role: string) =>
    campus.db.query('UPDATE users SET role = $1 WHERE id = ANY ($2)', [role, others]);
  await giveOthers('security');
  const page = await visit(admin, people);
  const dialog = await edit(page, 'Only Admin');
  await dialog.getByLabel('Role').selectOption('faculty');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(
    page.getByText('There must be an admin. Make someone else an admin first.'),
  ).toBeVisible();
  await giveOthers('admin');
  expect((await admin.get(api.checkAuth)).user.role).toBe('admin');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await openMore(page, 'Only Admin');
  await expect(page.getByRole('menuitem', { name: 'You cannot delete yourself' })).toBeDisabled();
});

test('someone is signed out everywhere, and their open page closes at once', async ({
  campus,
  visit,
}) => {
  const person = await campus.person('faculty', { name: 'Vera Abroad' });
  const theirs = await visit(person, '/dashboard/profile', { device: 'phone' });
  await expect(theirs.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  const page = await visit(await campus.person('admin'), people);
  const dialog = await edit(page, 'Vera Abroad');
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByText('Signed out everywhere', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('0 sessions');
  await expect(theirs).toHaveURL('/login');
  const { rows: events } = await campus.db.query(
    "SELECT actor_id IS NOT NULL AS by_admin FROM audit_events WHERE action = 'sign-out-everywhere' AND subject_id = $1",
    [person.user.id],
  );
  expect(events).toEqual([{ by_admin: true }]);
});

test('the page says when people cannot be fetched, updated or deleted', async ({
  campus,
  visit,
}) => {
  await campus.person('faculty', { name: 'Uma Unreached' });
  const page = await visit(await campus.person('admin'), '/dashboard/profile');
  await page.route('/api/dashboard/users?*', (route) => route.abort('connectionfailed'));
  await page.goto(people);
  await expect(page.getByText('Failed to fetch users').first()).toBeVisible();
  await page.unroute('/api/dashboard/users?*');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await page.route(/\/api\/dashboard\/users\/\w{24}$/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  );
  const dialog = await edit(page, 'Uma Unreached');
  await dialog.getByLabel('Name').fill('Uma Reached');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Failed to update user')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  page.once('dialog', (asked) => asked.accept());
  await chooseInMenu(page, 'Uma Unreached', 'Delete');
  await expect(page.getByText('Failed to delete user')).toBeVisible();
});
