import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { giveKey, returnCode } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { test } from '../harness/test.ts';

test('a guard undoes a return, and the professor says Not me on the phone at once', async ({
  campus,
  visit,
}) => {
  const asha = await campus.person('faculty', { name: 'Asha Proven' });
  const guard = await campus.person('security', { name: 'Ramesh Gurung' });
  const admin = await campus.person('admin');
  const key = await campus.key();
  await giveKey(campus.guard, asha, key._id);
  const phone = await visit(asha, '/dashboard/faculty/taken');
  await expect(phone.getByText(key.keyNumber).first()).toBeVisible();
  const desk = await visit(guard, '/dashboard/security/scanner');
  await desk.getByText('USB scanner ready. Scan a code.').waitFor();
  await scanCode(desk, (await returnCode(asha, key._id)).qrText);
  await desk.getByRole('dialog').getByRole('button', { name: 'Confirm Return' }).click();
  await desk.getByRole('button', { name: 'Done' }).click();

  const row = desk
    .getByRole('region', { name: 'Recent handovers' })
    .getByRole('listitem')
    .filter({ hasText: key.keyNumber });
  await row
    .getByRole('button', { name: `Undo: key ${key.keyNumber}` })
    .first()
    .click();
  await desk.getByRole('button', { name: /^Key is not here/ }).click();
  await expect(row.first()).toContainText('Return undone');
  await expect(row.first()).toContainText(/Undone .* by Ramesh Gurung: key is not here/);

  const said = `Your return of key ${key.keyNumber} at`;
  const toast = phone.getByText(said).first();
  await expect(toast).toContainText('was undone by Ramesh Gurung: the key is not here.');
  await phone.getByRole('button', { name: 'Not me' }).first().click();
  const question = phone.getByRole('dialog', { name: 'Did you return it?' });
  await question.getByRole('button', { name: 'Not me' }).click();
  await expect(phone.getByText('Thank you. The desk was notified.')).toBeVisible();

  const { disputes } = (await admin.get(api.keyDisputes, { params: { id: key._id } })).data;
  expect(disputes).toMatchObject([{ undoneReturn: { undoneBy: { name: 'Ramesh Gurung' } } }]);
  const office = await visit(admin, `/dashboard/admin/keys?key=${key._id}`);
  await expect(
    office.getByText(/Taken back by code .*, undone .* by Ramesh Gurung: key is not here/).first(),
  ).toBeVisible();
  await office.getByText('The key was returned', { exact: true }).click();
  await office.getByRole('button', { name: 'Settle' }).click();
  await expect(office.getByText('Dispute settled')).toBeVisible();
  await expect(office.getByText('Returned by holder')).toBeVisible();
});
