import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey, loansOf } from '../../server/test/handovers.ts';
import { lent } from '../../server/test/lending.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { historySettled } from '../harness/history.ts';
import { test } from '../harness/test.ts';

function lendDialog(page: Page) {
  return page.getByRole('dialog', { name: 'Hand out without a code' });
}

test('a professor with a flat phone has the key in seconds, and Not me reaches the desk at once', async ({
  campus,
  visit,
}) => {
  const guard = await campus.person('security', { name: 'Gurpreet Handing' });
  const professor = await campus.person('faculty', {
    name: 'Padmini Flatphone',
    facultyId: 'FLAT-77',
  });
  const key = await campus.key({ keyName: 'Seismology Cellar' });
  const desk = await visit(guard, '/dashboard/security/available?q=Seismology');
  const phone = await visit(professor, '/dashboard/faculty/taken', { device: 'phone' });
  await expect(phone.getByRole('button', { name: /^Notifications/ })).toBeVisible();

  await desk.getByRole('button', { name: `Hand out ${key.keyNumber}` }).click();
  const pressed = Date.now();
  await expect(lendDialog(desk)).toContainText(key.keyNumber);
  const search = lendDialog(desk).getByRole('searchbox', { name: 'Name, Faculty ID or email' });
  await expect(search).toBeFocused();
  await search.fill('flat-77');
  await lendDialog(desk).getByRole('button', { name: 'Padmini Flatphone' }).click();
  const handOver = lendDialog(desk).getByRole('button', { name: 'Hand out' });
  await expect(handOver).toBeFocused();
  await desk.keyboard.press('Enter');
  const done = desk.getByRole('dialog', { name: 'Handed out' });
  await expect(done).toContainText('Padmini Flatphone');
  expect(Date.now() - pressed).toBeLessThan(20_000);
  await done.getByRole('button', { name: 'Done' }).click();
  const [loan] = await loansOf(campus.db, key._id);
  expect(loan).toMatchObject({
    holderId: professor.user.id,
    handedBy: guard.user.id,
    identifiedBy: 'desk',
  });

  const told = `Key ${key.keyNumber} was handed to you by Gurpreet Handing.`;
  await expect(phone.getByText(told)).toBeVisible();
  await phone.getByRole('button', { name: 'Not me' }).click();
  const asked = phone.getByRole('dialog');
  await expect(asked).toContainText(told);
  expect((await guard.get(api.keyDisputes, { params: { id: key._id } })).data.disputes).toEqual([]);
  await asked.getByRole('button', { name: 'Not me' }).click();
  await expect(phone.getByText('Thank you. The desk was notified.')).toBeVisible();
  await expect(phone.getByText('No keys taken')).toBeVisible();
  await expect(
    desk.getByText('Padmini Flatphone says they did not receive key').first(),
  ).toBeVisible();
  await expect(desk.getByText('Disputed', { exact: true })).toBeVisible();
  await desk.getByRole('button', { name: 'Show' }).click();
  const details = desk.getByRole('dialog', { name: key.keyNumber });
  await expect(details).toContainText('says they did not receive it');
  await expect(details).toContainText('An admin settles this.');
  await expect(details).toContainText('Found by name, handed out by Gurpreet Handing');

  await phone.goto('/dashboard/notifications');
  await expect(phone.getByText('You reported this.')).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await desk.getByRole('link', { name: 'Scanner' }).click();
  const open = desk.getByRole('list', { name: 'Disputed keys' });
  await expect(open).toContainText('Recorded as with Padmini Flatphone');
  await expect(open).toContainText(key.keyNumber);
});

test('an admin records a disputed key with the person who really has it', async ({
  campus,
  visit,
}) => {
  const [wrong, right] = [
    await campus.person('faculty', { name: 'Wilma Wrongly' }),
    await campus.person('faculty', { name: 'Rajan Rightly' }),
  ];
  const key = await campus.key({ keyName: 'Herbarium' });
  const loanId = await lent(campus.guard, wrong, key._id);
  const admin = await visit(await campus.person('admin'), '/dashboard/notifications');
  const phone = await visit(wrong, '/dashboard/notifications', { device: 'phone' });
  await phone.getByRole('button', { name: 'Not me' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Not me' }).click();
  await expect(phone.getByText('You reported this.')).toBeVisible();

  await admin.getByRole('link', { name: 'Handover disputed' }).first().click();
  const details = admin.getByRole('dialog', { name: key.keyNumber });
  const dispute = details.getByRole('region', { name: 'Disputed' });
  await dispute.getByRole('radio', { name: 'Someone else has the key' }).check();
  await expect(dispute.getByRole('button', { name: 'Settle' })).toBeDisabled();
  await dispute.getByRole('searchbox').fill('rajan right');
  await dispute.getByRole('button', { name: 'Rajan Rightly' }).click();
  await dispute.getByRole('textbox', { name: 'Note' }).fill('He showed it to me');
  await dispute.getByRole('button', { name: 'Settle' }).click();
  await expect(admin.getByText('Dispute settled')).toBeVisible();
  await admin.goto(`/dashboard/admin/keys/${key._id}`);
  const settled = admin.getByRole('region', { name: 'Disputed' });
  await expect(settled).toContainText('Wilma Wrongly said they did not receive it.');
  await expect(settled).toContainText('someone else had the key, Rajan Rightly.');
  await expect(settled).toContainText('Note: He showed it to me');
  await expect(admin.getByRole('region', { name: 'With' })).toContainText('Rajan Rightly');
  await expect(phone.getByText('is no longer recorded as with you')).toBeVisible();
  const loans = await loansOf(campus.db, key._id);
  expect(loans.find(({ id }) => id === loanId)?.returnedAt).not.toBeNull();
  expect(loans.find(({ returnedAt }) => returnedAt === null)).toMatchObject({
    holderId: right.user.id,
  });
});

test('an unknown ID card is added in two presses, and identifies its person from then on', async ({
  campus,
  visit,
}) => {
  const professor = await campus.person('faculty', { name: 'Kalyani Cardholder' });
  const [first, second] = [
    await campus.key({ keyName: 'Glassworks' }),
    await campus.key({ keyName: 'Dye Works' }),
  ];
  const desk = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await desk.getByRole('button', { name: 'Hand out without a code' }).click();
  const search = lendDialog(desk).getByRole('searchbox', { name: 'Name, Faculty ID or email' });
  await expect(search).toBeFocused();
  await scanCode(desk, '0450998877');
  await expect(lendDialog(desk)).toContainText('This card is not in Keydesk.');
  await expect(search).toHaveValue('');
  await search.fill('kalyani');
  await lendDialog(desk).getByRole('button', { name: 'Kalyani Cardholder' }).click();
  await lendDialog(desk).getByRole('button', { name: 'Add card to Kalyani Cardholder' }).click();
  await expect(lendDialog(desk).getByText('This card is not in Keydesk.')).toBeHidden();
  const keySearch = lendDialog(desk).getByRole('searchbox', { name: 'Key number or name' });
  await expect(keySearch).toBeFocused();
  await keySearch.fill('glassworks');
  await lendDialog(desk).getByRole('button', { name: first.keyNumber }).click();
  await lendDialog(desk).getByRole('button', { name: 'Hand out' }).click();
  const done = desk.getByRole('dialog', { name: 'Handed out' });
  await expect(done).toContainText(first.keyNumber);
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(done).toBeHidden();

  // Someone else gets the key while the dialog is open: only another one can be chosen.
  await desk.getByRole('button', { name: 'Hand out without a code' }).click();
  await expect(search).toBeFocused();
  await scanCode(desk, '0450998877');
  await expect(keySearch).toBeFocused();
  const gone = await campus.key({ keyName: 'Gone Works' });
  await keySearch.fill('gone works');
  await lendDialog(desk).getByRole('button', { name: gone.keyNumber }).click();
  await giveKey(campus.guard, await campus.person(), gone._id);
  await expect(lendDialog(desk)).toContainText(/With .* since/);
  await expect(lendDialog(desk).getByRole('button', { name: 'Hand out' })).toHaveCount(0);
  await expect(lendDialog(desk).getByRole('button', { name: 'Choose another key' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(keySearch).toBeFocused();
  await lendDialog(desk).getByRole('button', { name: 'Cancel' }).click();
  await expect(lendDialog(desk)).toBeHidden();

  await historySettled(desk);
  await desk.goto(`/dashboard/security/available?q=${second.keyNumber}`);
  await desk.getByRole('button', { name: `Hand out ${second.keyNumber}` }).click();
  await expect(search).toBeFocused();
  await scanCode(desk, '0450998877');
  await expect(lendDialog(desk)).toContainText('Kalyani Cardholder');
  await lendDialog(desk).getByRole('button', { name: 'Hand out' }).click();
  await expect(done).toContainText(second.keyNumber);
  for (const key of [first, second])
    expect(await loansOf(campus.db, key._id)).toMatchObject([
      { holderId: professor.user.id, identifiedBy: 'card' },
    ]);
});

test('what an admin sets about handing out without a code applies at the desk', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  const key = await campus.key({ keyName: 'Orrery' });
  const page = await visit(admin, '/dashboard/admin/security');
  await page.getByRole('tab', { name: 'Desk' }).click();
  await page
    .getByRole('combobox', { name: 'Hand out without a code' })
    .selectOption('By ID card only');
  await page.getByRole('spinbutton', { name: 'Minutes until the desk locks' }).fill('121');
  await expect(
    page.getByText('Minutes until the desk locks must be between 1 and 120'),
  ).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Minutes until the desk locks' }).fill('15');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Security settings updated successfully')).toBeVisible();

  const desk = await visit(
    await campus.person('security'),
    `/dashboard/security/available?q=${key.keyNumber}`,
  );
  await desk.getByRole('button', { name: `Hand out ${key.keyNumber}` }).click();
  await expect(lendDialog(desk)).toContainText('Scan their ID card with the USB reader.');
  await expect(lendDialog(desk).getByRole('searchbox')).toHaveCount(0);

  await page.getByRole('combobox', { name: 'Hand out without a code' }).selectOption('Off');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await desk.reload();
  await expect(desk.getByText(key.keyNumber).first()).toBeVisible();
  await expect(desk.getByRole('button', { name: `Hand out ${key.keyNumber}` })).toHaveCount(0);
  await admin.get(api.putSecuritySettings, { body: { desk: { lendByName: 'on' } } });
});
