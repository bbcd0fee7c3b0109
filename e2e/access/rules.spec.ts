import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { endAccessRules } from '../../server/test/access-admin.ts';
import { zoneWhereItIsEleven } from '../../server/test/zone-at-eleven.ts';
import { openAlways } from '../due/opening.ts';
import { showMoreFields } from '../harness/menus.ts';
import { test } from '../harness/test.ts';

test.afterEach(async ({ campus }) => {
  await endAccessRules(campus.db);
  await openAlways(campus);
});

test('an admin adds a rule for a group, sees what it would have changed, and it takes effect', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin', { name: 'Rohan Regelmann' });
  const student = await campus.person('faculty', { name: 'Sita Student' });
  const key = await campus.key({ keyName: 'Welding Shop' });
  const page = await visit(admin, '/dashboard/admin/access');
  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('button', { name: 'Add group' }).click();
  const group = page.getByRole('dialog', { name: 'Add group' });
  await group.getByLabel('Name').fill('Welding students');
  await group.getByRole('button', { name: 'Add group' }).click();
  await page.getByRole('button', { name: 'Add member to Welding students' }).click();
  const member = page.getByRole('dialog', { name: 'Add member' });
  await member.getByRole('combobox', { name: 'Person', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search person' }).fill('Sita Student');
  await page.getByRole('option', { name: /Sita Student/ }).click();
  await member.getByLabel('Last day').fill('2098-12-31');
  await member.getByRole('button', { name: 'Add member' }).click();
  const members = page.getByRole('list', { name: 'Members of Welding students' });
  await expect(members).toContainText(/Sita Student\s*Until .*2099/);

  const timezone = zoneWhereItIsEleven();
  await admin.get(api.putOpening, { body: { hours: [], timezone } });
  const from = '10:00';
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const form = page.getByRole('dialog', { name: 'Add access rule' });
  const counted = await campus.db.query<{ all: number; evening: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (
              WHERE (taken_at AT TIME ZONE $2)::time >= $1)::int AS evening
       FROM loans WHERE taken_at >= now() - interval '30 days'`,
    [from, timezone],
  );
  const [past] = counted.rows;
  await form.getByRole('button', { name: 'Add rule' }).click();
  await expect(form.getByText('Choose who the rule is for')).toBeVisible();
  await form.getByLabel('For', { exact: true }).selectOption('Everyone');
  await form.getByLabel('What it says').selectOption('Cannot take');
  await form.getByLabel('Keys', { exact: true }).selectOption('All keys');
  await showMoreFields(form);
  await form.getByLabel('From (optional)').fill(from);
  await expect(form.getByRole('status')).toContainText(
    `In the last 30 days this would have refused ${past?.evening} of ${past?.all} hand-outs and required approval for 0.`,
  );
  await form.getByLabel('For', { exact: true }).selectOption('Members of a group');
  await form.getByRole('combobox', { name: 'Group', exact: true }).click();
  await page.getByRole('option', { name: 'Welding students' }).click();
  await form.getByLabel('Keys', { exact: true }).selectOption('One key');
  await form.getByRole('combobox', { name: 'Key', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search key' }).fill(key.keyNumber);
  await page.getByRole('option', { name: new RegExp(key.keyNumber) }).click();
  const sentence = `Welding students cannot take key ${key.keyNumber} after ${from}.`;
  await expect(form.getByRole('status')).toContainText(sentence);
  await expect(form.getByRole('status')).toContainText(
    `this would have refused 0 of ${past?.all} hand-outs`,
  );
  await form.getByRole('button', { name: 'Add rule' }).click();
  await expect(form).toBeHidden();
  const rules = page.getByRole('list', { name: 'Rules' });
  await expect(rules).toContainText(sentence);

  const phone = await visit(student, '/dashboard/faculty/keylist', { device: 'phone' });
  await phone.getByPlaceholder('Search keys...').fill(key.keyNumber);
  await phone.getByRole('button', { name: `Why you cannot take ${key.keyNumber}` }).click();
  const reason = `Welding students cannot take key ${key.keyNumber} after ${from} (rule by Rohan Regelmann).`;
  await expect(phone.getByRole('dialog', { name: key.keyNumber })).toContainText(reason);
  const body = { type: 'key-request', keyId: key._id } as const;
  const refused = await student.call(api.issueCode, { body });
  expect(refused).toMatchObject({ status: 403, body: { message: reason } });

  await page.getByRole('button', { name: `End: ${sentence}` }).click();
  const ending = page.getByRole('dialog', { name: 'End rule' });
  await expect(ending).toContainText(sentence);
  await expect(ending).toContainText('Recalled keys stay recalled.');
  await ending.getByRole('button', { name: 'End rule' }).click();
  await expect(rules).not.toContainText(sentence);
  expect(await student.call(api.issueCode, { body })).toMatchObject({ status: 200 });
});

test('a list kept on paper is imported as access by name', async ({ campus, visit }) => {
  const admin = await campus.person('admin');
  const holder = await campus.person('faculty', { email: 'paper.list@campus.test' });
  const key = await campus.key();
  const page = await visit(admin, '/dashboard/admin/access');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import access' });
  const choose = (text: string) =>
    dialog.getByLabel('CSV file').setInputFiles({
      ...{ name: 'list.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(`Key Number,Email,From,Until\n${text}`),
    });
  await choose(`${key.keyNumber},nobody.here@campus.test,,`);
  await expect(dialog).toContainText('No one with the email nobody.here@campus.test can take keys');
  await dialog.getByRole('button', { name: 'Choose another file' }).click();
  await choose(`${key.keyNumber},${holder.user.email},,2098-12-31`);
  await expect(dialog).toContainText('1 grant to add');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog).toContainText('1 grant added');
  const { rows } = await campus.db.query(
    'SELECT valid_until FROM grants WHERE key_id = $1 AND user_id = $2',
    [key._id, holder.user.id],
  );
  expect(rows).toEqual([{ valid_until: new Date('2098-12-31T18:30:00Z') }]);
});
