import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { loansOf } from '../../server/test/handovers.ts';
import { confirmedVisitor, newPhone } from '../../server/test/visitors.ts';
import { test } from '../harness/test.ts';

test('a visitor gets a key with one press of the sponsor on another phone', async ({
  campus,
  visit,
}) => {
  const guard = await campus.person('security', { name: 'Gurpreet Welcoming' });
  const sponsor = await campus.person('faculty', { name: 'Savitri Sponsoring' });
  const key = await campus.key({ keyName: 'Chiller Plant' });
  const desk = await visit(guard, '/dashboard/security/available?q=Chiller');
  const phone = await visit(sponsor, '/dashboard/notifications', { device: 'phone' });
  await expect(phone.getByRole('heading', { name: 'Notifications' })).toBeVisible();

  await desk.getByRole('button', { name: `Hand out ${key.keyNumber}` }).click();
  const lending = desk.getByRole('dialog', { name: 'Hand out without a code' });
  await lending.getByRole('button', { name: 'Add visitor', exact: true }).click();
  const form = desk.getByRole('dialog', { name: 'Add visitor', exact: true });
  const number = newPhone();
  await form.getByRole('textbox', { name: 'Phone' }).fill(number);
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ravi');
  await form.getByRole('textbox', { name: 'Company (optional)' }).fill('Voltas');
  await form.getByRole('combobox', { name: 'Sponsor' }).click();
  await desk.getByRole('combobox', { name: 'Search sponsor' }).fill('Savitri Spons');
  await desk.getByRole('option', { name: /Savitri Sponsoring/ }).click();
  await form.getByRole('button', { name: 'Ask the sponsor' }).click();
  await expect(form).toBeHidden();
  await expect(lending).toContainText('Ravi of Voltas (visitor)');
  await expect(lending).toContainText('No answer from Savitri Sponsoring yet');
  await expect(lending).not.toContainText('Allowed.');
  await expect(lending.getByRole('button', { name: 'Hand out', exact: true })).toHaveCount(0);
  await expect(lending.getByRole('button', { name: 'Hand out without an answer' })).toBeEnabled();

  const list = phone.getByRole('list', { name: 'Notifications' });
  await expect(list).toContainText('and names you as sponsor');
  await expect(list.getByRole('button', { name: 'Confirm' })).toBeVisible();
  const asking = phone.getByRole('dialog', { name: /names you as sponsor/ });
  await expect(asking.getByRole('button')).toHaveText(['Confirm', 'Not me']);
  await asking.getByRole('button', { name: 'Confirm' }).click();
  await expect(list).toContainText('The desk can see that.');
  await expect(lending).toContainText('Savitri Sponsoring vouches for Ravi of Voltas.');

  await lending.getByRole('button', { name: 'Hand out', exact: true }).click();
  const done = desk.getByRole('dialog', { name: 'Handed out' });
  await expect(done).toContainText('Ravi of Voltas (visitor)');
  await done.getByRole('button', { name: 'Done' }).click();
  expect(await loansOf(campus.db, key._id)).toMatchObject([{ handedBy: guard.user.id }]);

  const told = `Visitor Ravi of Voltas has key ${key.keyNumber} on your behalf.`;
  await expect(list).toContainText(told);
  await expect(list.getByRole('button', { name: 'Not me' })).toBeVisible();
  const telling = phone.getByRole('dialog', { name: told });
  await telling.getByRole('button', { name: 'Not me' }).click();
  const asked = phone.getByRole('dialog', { name: 'This was not you?' });
  await expect(asked).toContainText('If you did not agree to this, report it');
  await asked.getByRole('button', { name: 'Not me' }).click();
  await expect(
    desk.getByText(/Savitri Sponsoring does not vouch for Ravi of Voltas/).first(),
  ).toBeVisible();

  const other = await campus.key({ keyName: 'Chiller Roof' });
  await desk.getByRole('button', { name: `Hand out ${other.keyNumber}` }).click();
  await lending.getByRole('searchbox', { name: 'Name, Faculty ID or email' }).fill(number.slice(3));
  await lending.getByRole('button', { name: /Ravi of Voltas/ }).click();
  await lending.getByRole('button', { name: 'Renew visit' }).click();
  const again = desk.getByRole('dialog', { name: 'Renew visit' });
  await expect(again.getByRole('textbox', { name: 'Phone' })).toHaveValue(number);
  await expect(again.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ravi');
});

test('a sponsor who changes their mind has the key recalled, which the desk sees at once', async ({
  campus,
  visit,
}) => {
  const sponsor = await campus.person('faculty', { name: 'Wavering Sponsor' });
  const id = await confirmedVisitor(campus, campus.guard, sponsor);
  const key = await campus.key({ keyName: 'Pump House' });
  const body = { keyId: key._id, holderId: id, identifiedBy: 'desk' };
  await campus.guard.get(api.lendKey, { body });
  const desk = await visit(campus.guard, '/dashboard/security/overdue');
  await expect(desk.getByRole('radio', { name: /^Overdue/ })).toBeChecked();
  const phone = await visit(sponsor, '/dashboard/notifications', { device: 'phone' });
  const list = phone.getByRole('list', { name: 'Notifications' });
  await list.getByRole('button', { name: 'Change' }).click();
  const question = list.getByRole('listitem').filter({ hasText: 'names you as sponsor' });
  await question.getByRole('button', { name: 'Not me' }).click();

  const told = 'A visitor is refused: Wavering Sponsor does not vouch for Ravi of Voltas.';
  await expect(desk.getByText(told).first()).toBeVisible();
  const row = desk.getByRole('listitem').filter({ hasText: key.keyNumber });
  await expect(row).toContainText('Ravi of Voltas (visitor)');

  const admin = await visit(await campus.person('admin'), `/dashboard/admin/users/${id}`);
  await expect(admin.getByText('Wavering Sponsor does not vouch for them')).toBeVisible();
  await admin.getByRole('button', { name: 'Let them have keys again' }).click();
  await expect(admin.getByText('Wavering Sponsor does not vouch for them')).toBeHidden();
});

test('the desk asks about a known number, and one press makes it another person', async ({
  campus,
  visit,
}) => {
  const number = newPhone();
  const sponsor = await campus.person('faculty', { name: 'Nirmala Numbers' });
  await confirmedVisitor(campus, campus.guard, sponsor, { phone: number });
  const key = await campus.key({ keyName: 'Roof Terrace' });
  const desk = await visit(campus.guard, '/dashboard/security/available?q=Roof');
  await desk.getByRole('button', { name: `Hand out ${key.keyNumber}` }).click();
  const lending = desk.getByRole('dialog', { name: 'Hand out without a code' });
  await lending.getByRole('button', { name: 'Add visitor', exact: true }).click();
  const form = desk.getByRole('dialog', { name: 'Add visitor', exact: true });
  await form.getByRole('textbox', { name: 'Phone' }).fill(number.slice(3));
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Suresh');
  await form.getByRole('combobox', { name: 'Sponsor' }).click();
  await desk.getByRole('combobox', { name: 'Search sponsor' }).fill('Nirmala Num');
  await desk.getByRole('option', { name: /Nirmala Numbers/ }).click();
  await form.getByRole('button', { name: 'Ask the sponsor' }).click();
  await expect(form).toContainText('Ravi of Voltas has this number. The same person?');
  await form.getByRole('button', { name: 'Another person' }).click();
  await expect(form).toBeHidden();
  await expect(lending).toContainText('Suresh (visitor)');
});
