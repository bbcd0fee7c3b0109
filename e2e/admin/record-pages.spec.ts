import { api } from '@keydesk/shared/api';
import { expect, type Locator, type Page } from '@playwright/test';
import { askFor, forgetAccess } from '../../server/test/access.ts';
import { addAccessRule, endAccessRules } from '../../server/test/access-admin.ts';
import { ageLoans, giveKey } from '../../server/test/handovers.ts';
import { chooseInMenu, openMore } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import { collectAll } from '../harness/test-app.ts';

const keys = '/dashboard/admin/keys';
const users = '/dashboard/admin/users';

function heading(page: Page) {
  return page.getByRole('heading', { level: 1 });
}

function link(page: Page, name: string) {
  return page.getByRole('main').getByRole('link', { name, exact: true });
}

test('a key number in the table opens the page of the key, and its holder that of the person', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Isolde Orchid' });
  const key = await campus.key({ keyNumber: 'ORCHID-1', keyName: 'Orchid House' });
  await giveKey(campus.guard, holder, key._id);
  await campus.guard.get(api.collectKey, {
    params: { id: key._id },
    body: { reason: 'Left in the door' },
  });
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person('admin'), keys);
  await page.getByPlaceholder('Search keys...').fill('orchid');
  await link(page, 'ORCHID-1').click();
  await expect(page).toHaveURL(`${keys}/${key._id}`);
  await expect(heading(page)).toContainText('ORCHID-1');
  await expect(heading(page)).toContainText('Unavailable');
  await expect(page.getByText(/^Since .+\sdue /)).toBeVisible();
  await page.getByRole('button', { name: 'Remind Isolde Orchid of key ORCHID-1' }).click();
  await expect(page.getByText('Isolde Orchid was reminded of key ORCHID-1')).toBeVisible();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveCount(2);
  await expect(history.last()).toContainText('Reason: Left in the door');
  await openMore(page, 'ORCHID-1');
  await expect(page.getByRole('menuitem', { name: 'Print key tag' })).toBeVisible();

  await page.reload();
  await expect(heading(page)).toContainText('ORCHID-1');
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await expect(heading(page)).toContainText('Available');
  await chooseInMenu(page, 'ORCHID-1', 'Mark as frequently used');
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByText('Frequently used').locator('+ dd')).toHaveText('Yes');

  await history.first().getByRole('link', { name: 'Isolde Orchid' }).click();
  await expect(page).toHaveURL(`${users}/${holder.user.id}`);
  await page.goBack();
  await page.goBack();
  await expect(page.getByPlaceholder('Search keys...')).toHaveValue('orchid');
  await expect(link(page, 'ORCHID-1')).toBeVisible();
});

test('the page of a person has their keys, history, sessions and rights, and what can be done', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Pemba Lagoon' });
  const key = await campus.key({ keyNumber: 'LAGOON-1', keyName: 'Lagoon Hut' });
  await giveKey(campus.guard, holder, key._id);
  await ageLoans(campus.db, key._id, 3);
  const admin = await campus.person('admin');
  const page = await visit(admin, users);
  await page.getByPlaceholder('Search users...').fill('Pemba Lagoon');
  await link(page, 'Pemba Lagoon').click();
  await expect(page).toHaveURL(`${users}/${holder.user.id}`);
  await expect(heading(page)).toContainText('Pemba Lagoon');
  await expect(heading(page)).toContainText('Faculty');
  const out = page.getByRole('region', { name: '1 key out' });
  await expect(out).toContainText('Lagoon Hut');
  await out.getByRole('button', { name: 'Remind Pemba Lagoon of key LAGOON-1' }).click();
  await expect(page.getByText('Pemba Lagoon was reminded of key LAGOON-1')).toBeVisible();
  await expect(page.getByRole('region', { name: '1 session' })).toContainText('Last active');
  const rights = page.getByRole('region', { name: 'Permissions' });
  await expect(rights).toContainText('Can have keys');
  await expect(rights).toContainText('Cannot manage people, keys and settings');

  const questions: string[] = [];
  page.on('dialog', (asked) => {
    questions.push(asked.message());
    void asked.accept();
  });
  await chooseInMenu(page, 'Pemba Lagoon', 'Delete');
  await expect(page.getByText('This person still has keys: LAGOON-1.')).toBeVisible();
  expect(questions).toEqual([]);

  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await expect(page.getByRole('region', { name: '0 keys out' })).toBeVisible();
  const history = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history).toContainText(['Collected by the desk']);
  await chooseInMenu(page, 'Pemba Lagoon', 'Delete');
  await expect(heading(page)).toContainText('Deleted');
  expect(questions).toHaveLength(1);
  await expect(rights).toContainText('None, until an admin accepts them.');
  await page.getByRole('button', { name: 'Restore Pemba Lagoon' }).click();
  await expect(heading(page)).not.toContainText('Deleted');
  await chooseInMenu(page, 'Pemba Lagoon', 'Suspend');
  await page
    .getByRole('dialog', { name: 'Suspend Pemba Lagoon' })
    .getByRole('button', { name: 'Suspend' })
    .click();
  await expect(heading(page)).toContainText('Suspended');
  await page.getByRole('button', { name: 'Restore Pemba Lagoon' }).click();
  await expect(heading(page)).not.toContainText('Suspended');
  await history.getByRole('link', { name: 'LAGOON-1' }).click();
  await expect(page).toHaveURL(`${keys}/${key._id}`);
  await page.goBack();
  await page.goBack();
  await expect(page.getByPlaceholder('Search users...')).toHaveValue('Pemba Lagoon');
  await expect(link(page, 'Pemba Lagoon')).toBeVisible();
});

test('pages of unknown people and keys say so, and only admins can open them', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  const page = await visit(admin, `${keys}/${'f'.repeat(24)}`);
  await expect(heading(page)).toHaveText('Key not found');
  await page.getByRole('link', { name: 'Show all keys' }).click();
  await expect(page).toHaveURL(keys);
  for (const id of ['f'.repeat(24), 'nobody']) {
    await page.goto(`${users}/${id}`);
    await expect(heading(page)).toHaveText('Person not found');
  }
  const theirs = await visit(await campus.person(), `${users}/${admin.user.id}`);
  await expect(theirs).toHaveURL('/dashboard/faculty/taken');
});

test('a key that was removed is found with its history and why', async ({ campus, visit }) => {
  const key = await campus.key({ keyName: 'Old Boathouse' });
  await giveKey(campus.guard, await campus.person('faculty', { name: 'Tova Teal' }), key._id);
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  const admin = await campus.person('admin');
  const query = { reason: 're-keyed' as const };
  await admin.get(api.deleteKey, { params: { id: key._id }, query });
  const page = await visit(admin, keys);
  await chooseInMenu(page, 'Manage Keys', 'Deleted keys');
  await expect(heading(page)).toHaveText('Deleted keys');
  const row = page.getByRole('listitem').filter({ hasText: 'Old Boathouse' });
  await expect(row).toContainText('lock changed');
  await row.getByRole('link', { name: key.keyNumber }).click();
  await expect(heading(page)).toContainText(key.keyNumber);
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Tova Teal');
});

test('a key page names the level and the owner, where they are set', async ({ campus, visit }) => {
  const owner = await campus.person('faculty', { name: 'Odile Ocelot' });
  const [kept, plain] = [
    await campus.key({ keyName: 'Ocelot Vault', level: 'high', ownerId: owner.user.id }),
    await campus.key({ keyName: 'Ocelot Shed' }),
  ];
  const page = await visit(await campus.person('admin'), `${keys}/${kept._id}`);
  const details = page.getByRole('region', { name: 'Details' });
  const fact = (name: string) => details.getByText(name, { exact: true }).locator('+ dd');
  await expect(fact('Level')).toHaveText('High-security: named people only');
  await fact('Owner').getByRole('link', { name: 'Odile Ocelot' }).click();
  await expect(page).toHaveURL(`${users}/${owner.user.id}`);
  await page.goto(`${keys}/${plain._id}`);
  await expect(details).toContainText('Frequently used');
  for (const name of ['Level', 'Owner']) await expect(fact(name)).toHaveCount(0);

  const desk = await visit(
    await campus.person('security'),
    `/dashboard/security/available?key=${kept._id}`,
  );
  const dialog = desk.getByRole('dialog');
  await expect(dialog.getByText('Owner', { exact: true }).locator('+ dd')).toHaveText(
    'Odile Ocelot',
  );
  const phone = await visit(owner, `/dashboard/faculty/keylist?key=${kept._id}`);
  await expect(phone.getByRole('dialog')).toContainText('Ocelot Vault');
  await expect(phone.getByText('Owner', { exact: true })).toHaveCount(0);
});

test('keys and people named in requests, grants and rules open the same pages', async ({
  campus,
  visit,
}) => {
  const person = await campus.person('faculty', { name: 'Ines Impala' });
  const admin = await campus.person('admin');
  const key = await campus.key({ keyNumber: 'ADDAX-1', level: 'restricted' });
  const { _id: keyId } = key;
  const rule = { target: 'key', targetId: keyId, subject: 'person', subjectId: person.user.id };
  await addAccessRule(admin, { ...rule, effect: 'approve' });
  const page = await visit(admin, '/dashboard/admin/access');
  const openAll = async (row: () => Locator) => {
    await row().getByRole('link', { name: 'ADDAX-1', exact: true }).click();
    await expect(page).toHaveURL(`${keys}/${keyId}`);
    await page.goBack();
    await row().getByRole('link', { name: 'Ines Impala', exact: true }).click();
    await expect(page).toHaveURL(`${users}/${person.user.id}`);
    await page.goBack();
  };
  await openAll(() =>
    page.getByRole('list', { name: 'Rules' }).getByRole('listitem').filter({ hasText: 'ADDAX-1' }),
  );
  await askFor(person, keyId);
  await page.goto('/dashboard/to-decide');
  await openAll(() =>
    page
      .getByRole('list', { name: 'Open requests' })
      .getByRole('listitem')
      .filter({ hasText: 'ADDAX-1' }),
  );
  await page.getByRole('button', { name: 'Approve: Ines Impala, ADDAX-1' }).click();
  await openAll(() =>
    page
      .getByRole('list', { name: 'People with access' })
      .getByRole('listitem')
      .filter({ hasText: 'ADDAX-1' }),
  );
  await endAccessRules(campus.db);
  await forgetAccess(campus.db);
});

test('in the reports the keys out longest and pictures of people open their pages', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const holder = await campus.person('faculty', { name: 'Karla Kudu' });
  const key = await campus.key({ keyNumber: 'KUDU-1' });
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person('admin'), '/dashboard/admin/reports');
  const row = page
    .getByRole('region', { name: 'Out longest', exact: true })
    .getByRole('listitem')
    .filter({ hasText: 'KUDU-1' });
  await row.getByRole('link', { name: 'KUDU-1' }).click();
  await expect(page).toHaveURL(`${keys}/${key._id}`);
  const picture = page
    .getByRole('region', { name: 'With' })
    .locator(`a[aria-hidden][href="${users}/${holder.user.id}"]`);
  await picture.click();
  await expect(heading(page)).toContainText('Karla Kudu');
  await page.goBack();
  await page.goBack();
  await row.getByRole('link', { name: 'Karla Kudu' }).click();
  await expect(heading(page)).toContainText('Karla Kudu');
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
});
