import { expect, type Page } from '@playwright/test';
import { giveKey, requestCode, returnCode } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { scanCode, typeWithGap } from '../camera/usb-scanner.ts';
import { historySettled } from '../harness/history.ts';
import { chooseInDesk, chooseInMenu, deskLine } from '../harness/menus.ts';
import { readQr } from '../harness/read-qr.ts';
import { testOnOwnCampus, type Visit } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const test = testOnOwnCampus();

/** Reads the shift code from the phone of this guard. */
async function showShiftCode(visit: Visit, guard: TestClient): Promise<string> {
  const phone = await visit(guard, '/dashboard/profile', { device: 'phone' });
  await phone.getByRole('button', { name: 'Shift code' }).click();
  const text = await readQr(phone.getByRole('img', { name: 'Your shift code' }));
  await phone.context().close();
  return text;
}

/** An admin makes a code on the Campus page, which is typed in a new browser. */
async function enrol(campus: TestApp, visit: Visit, desk: string): Promise<Page> {
  const office = await visit(await campus.person('admin'), '/dashboard/admin/campus/desks');
  await office.getByRole('button', { name: `Add a computer to ${desk}` }).click();
  await office.getByLabel('Name of the computer').fill('Window 1');
  await office.getByRole('button', { name: 'Create code' }).click();
  const code = await office.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent();
  const page = await visit(null, '/enrol');
  await page.getByLabel('Enrolment code').fill(code?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Enrol this computer' }).click();
  await expect(page).toHaveURL('/dashboard/security/scanner');
  return page;
}

test('guards change with one scan in the middle of a queue, and nothing is lost', async ({
  campus,
  visit,
}) => {
  await campus.desk('Main Desk');
  const page = await enrol(campus, visit, 'Main Desk');
  const [singh, thomas] = [
    await campus.person('security', { name: 'Ranjit Singh' }),
    await campus.person('security', { name: 'Mary Thomas' }),
  ];
  const asha = await campus.person('faculty', { name: 'Asha Queue' });
  const [first, second] = [await campus.key(), await campus.key()];
  await giveKey(campus.guard, asha, second._id);

  // The queue is there before the guard is: the code waits for them.
  await expect(page.getByText('No one is on duty at this computer', { exact: true })).toBeVisible();
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  const { qrText } = await requestCode(asha, first._id);
  await scanCode(page, qrText);
  await expect(page.getByRole('dialog', { name: 'No one is on duty' })).toContainText(
    'No one is on duty at this computer. Show your shift code.',
  );
  await expect(page.getByText('The scanned code is saved')).toBeAttached();
  await scanCode(page, await showShiftCode(visit, singh));
  const handedOver = page.getByRole('dialog', { name: 'Handed out' });
  await expect(handedOver).toContainText(first.keyNumber);
  await handedOver.getByRole('button', { name: 'Done' }).click();
  await expect(deskLine(page)).toContainText('Ranjit Singh');

  // A card that someone lays on the reader ends no shift, whatever has the focus.
  await deskLine(page).focus();
  await typeWithGap(page, '0012345678', 30);
  const card = page.getByRole('dialog', { name: 'ID card' });
  await expect(card).toContainText('This card is not in Keydesk.');
  await card.getByRole('button', { name: 'OK' }).click();
  await expect(card).toBeHidden();
  await expect(deskLine(page)).toContainText('Ranjit Singh');

  // What the next guard has to know is written down before they come.
  await chooseInDesk(page, 'Shift note');
  const written = page.getByRole('dialog', { name: 'Shift note' });
  await expect(written.getByRole('list', { name: 'The desk now' })).toContainText('out');
  await written.getByLabel('Note for the next shift').fill('The lock of the plant room sticks.');
  await written.getByRole('button', { name: 'Save note' }).click();
  await expect(written).toBeHidden();

  // The next guard comes while a return waits for its confirmation.
  await scanCode(page, (await returnCode(asha, second._id)).qrText);
  const confirm = page.getByRole('dialog', { name: 'Confirm Return' });
  await expect(confirm).toContainText(second.keyNumber);
  await scanCode(page, await showShiftCode(visit, thomas));
  await expect(page.getByText('Mary Thomas')).toBeAttached();
  await expect(confirm).toContainText(second.keyNumber);
  await confirm.getByRole('button', { name: 'Confirm Return' }).click();
  const returned = page.getByRole('dialog', { name: 'Returned', exact: true });
  await expect(returned).toContainText(second.keyNumber);
  await returned.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Note from Ranjit Singh' }).click();
  const before = page.getByRole('dialog', { name: 'From the previous shift' });
  await expect(before).toContainText('The lock of the plant room sticks.');
  await expect(before).toContainText(/Ranjit Singh left on .*: .*out.*Now: .*out/);
  await before.getByRole('button', { name: 'Mark as read' }).click();
  await expect(before).toBeHidden();

  const recent = page.getByRole('region', { name: 'Recent handovers' }).getByRole('listitem');
  await expect(recent.nth(0)).toContainText('by Mary Thomas');
  await historySettled(page);
  await page.reload();
  await expect(recent.nth(0)).toContainText(second.keyNumber);
  await expect(recent.nth(0)).toContainText('by Mary Thomas');
  await expect(recent.nth(1)).toContainText(first.keyNumber);
  await expect(recent.nth(1)).toContainText('by Ranjit Singh');

  await chooseInDesk(page, 'Shift log');
  const shift = page.getByRole('dialog', { name: 'Shift log' });
  await expect(shift.getByRole('listitem')).toHaveCount(1);
  await expect(shift.getByRole('listitem')).toContainText(second.keyNumber);
  await shift.getByText('Previous shift').click();
  await expect(shift.getByLabel('Guard')).toHaveValue(singh.user.id);
  await expect(shift.getByRole('listitem')).toContainText(first.keyNumber);
  const download = page.waitForEvent('download');
  await shift.getByRole('button', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toBe('handovers.csv');
  await shift.getByRole('button', { name: 'Close' }).click();

  // What a guard had open closes when their shift ends.
  await giveKey(campus.guard, asha, second._id);
  await page.getByRole('link', { name: /Unavailable/ }).click();
  await page.getByRole('button', { name: `Collect ${second.keyNumber}` }).click();
  const collect = page.getByRole('dialog', { name: 'Collect key' });
  await expect(collect).toContainText('Asha Queue');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dashboard/security/scanner');
  await chooseInDesk(otherTab, 'End shift');
  const ending = otherTab.getByRole('dialog', { name: 'End shift' });
  await ending.getByRole('button', { name: 'End shift' }).click();
  await expect(otherTab.getByText('Shift ended', { exact: true })).toBeVisible();
  await expect(
    page.getByText('No one is on duty at this computer', { exact: true }),
  ).toBeAttached();
  await expect(collect).toHaveCount(0);

  // A code that waits for longer than two minutes is not used, and the desk says so.
  await scanCode(page, (await requestCode(asha, (await campus.key())._id)).qrText);
  await page
    .getByRole('dialog', { name: 'No one is on duty' })
    .getByRole('button', { name: 'Close' })
    .click();
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 125_000;
  });
  await scanCode(page, await showShiftCode(visit, thomas));
  await expect(
    page.getByText(/^The code scanned at .* was not used within 2 minutes/),
  ).toBeVisible();
});

test('a locked desk keeps what is scanned until a PIN unlocks it, and a revoked one is closed', async ({
  campus,
  visit,
}) => {
  await campus.desk('Side Desk');
  const page = await enrol(campus, visit, 'Side Desk');
  const guard = await campus.person('security', { name: 'Lata Lock' });
  const phone = await visit(guard, '/dashboard/profile', { device: 'phone' });
  await phone.getByRole('button', { name: 'Set PIN' }).click();
  await phone.getByLabel('New PIN').fill('482913');
  await phone.getByRole('button', { name: 'Save PIN' }).click();
  await expect(phone.getByText('PIN saved')).toBeVisible();
  await scanCode(page, await showShiftCode(visit, guard));
  await chooseInDesk(page, 'Lock');
  await expect(page.getByRole('region', { name: 'Locked' })).toBeVisible();
  await expect(page.getByText('Lata Lock')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'At the desk now' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Volunteer Key Return' })).toHaveCount(0);

  // What a reader types goes past the PIN, and does not send it.
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Start shift with PIN' });
  const pin = dialog.getByLabel('PIN', { exact: true });
  await pin.fill('48');
  await typeWithGap(page, '0012345678', 30);
  const error = page.getByRole('dialog', { name: 'Desk locked' });
  await expect(error).toContainText(
    'This computer is locked. Unlock it with your shift code or PIN.',
  );
  await error.getByRole('button', { name: 'Close' }).click();
  await expect(pin).toHaveValue('48');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  const [holder, key] = [await campus.person(), await campus.key()];
  await scanCode(page, (await requestCode(holder, key._id)).qrText);
  await expect(error).toContainText(
    'This computer is locked. Unlock it with your shift code or PIN.',
  );
  await error.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('The last code is saved')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog.getByLabel('Your name')).toHaveValue(guard.user.id);
  await dialog.getByLabel('PIN', { exact: true }).fill('111111');
  await dialog.getByRole('button', { name: 'Start shift' }).click();
  await expect(dialog.getByText('Wrong PIN. 4 tries left.')).toBeVisible();
  await dialog.getByLabel('PIN', { exact: true }).fill('482913');
  await dialog.getByRole('button', { name: 'Start shift' }).click();
  const handedOver = page.getByRole('dialog', { name: 'Handed out' });
  await expect(handedOver).toContainText(key.keyNumber);
  await handedOver.getByRole('button', { name: 'Done' }).click();

  // A dialog that is open when the desk locks names no one either; a return waits for the unlock.
  await scanCode(page, (await returnCode(holder, key._id)).qrText);
  const confirm = page.getByRole('dialog', { name: 'Confirm Return' });
  await expect(confirm).toContainText(holder.user.name);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dashboard/security/scanner');
  await chooseInDesk(otherTab, 'Lock');
  await expect(page.getByRole('region', { name: 'Locked' })).toBeVisible();
  await expect(confirm).toBeHidden();
  await expect(page.getByText(holder.user.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await expect(dialog.getByLabel('Your name')).toHaveValue(guard.user.id);
  await dialog.getByLabel('PIN', { exact: true }).fill('482913');
  await dialog.getByRole('button', { name: 'Start shift' }).click();
  await expect(confirm).toContainText(holder.user.name);
  await confirm.getByRole('button', { name: 'Cancel' }).click();

  // A hand-out started before the lock does not open again.
  const lend = otherTab.getByRole('dialog', { name: 'Hand out without a code' });
  await otherTab.getByRole('button', { name: 'Hand out without a code' }).click();
  await expect(lend).toBeVisible();
  await chooseInDesk(page, 'Lock');
  await expect(otherTab.getByRole('region', { name: 'Locked' })).toBeVisible();
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  await dialog.getByLabel('PIN', { exact: true }).fill('482913');
  await dialog.getByRole('button', { name: 'Start shift' }).click();
  await expect(otherTab.getByRole('region', { name: 'At the desk now' })).toBeVisible();
  await expect(lend).toHaveCount(0);

  const office = await visit(await campus.person('admin'), '/dashboard/admin/campus/desks');
  const computers = office.getByRole('region', { name: 'Computers of Side Desk' });
  await expect(computers.getByRole('listitem')).toContainText('Lata Lock is on duty');

  // Someone else may have entered that PIN.
  await phone.goto('/dashboard/notifications');
  const told = phone
    .getByRole('article')
    .filter({ hasText: 'Shift unlocked in your name at Side' })
    .first();
  await told.getByRole('button', { name: 'Not me' }).click();
  await phone.getByRole('dialog').getByRole('button', { name: 'Not me' }).click();
  await expect(told).toContainText('You reported this. The admins were notified.');
  await expect(page.getByText('No one is on duty at this computer', { exact: true })).toBeVisible();

  await computers.getByRole('button', { name: 'Revoke Window 1 of Side Desk' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page).toHaveURL('/login');
});

test('retiring a desk names the computers and shifts that end there, and ends them', async ({
  campus,
  visit,
}) => {
  await campus.desk('Old Gate');
  const page = await enrol(campus, visit, 'Old Gate');
  const guard = await campus.person('security', { name: 'Gita Gate' });
  await scanCode(page, await showShiftCode(visit, guard));
  await expect(deskLine(page)).toContainText('Gita Gate');
  const office = await visit(await campus.person('admin'), '/dashboard/admin/campus/desks');
  await chooseInMenu(office, 'Old Gate', 'Retire');
  const asked = office.getByRole('dialog', { name: 'Retire Old Gate?' });
  await expect(asked).toContainText('Permanently revokes 1 computer.');
  await expect(asked).toContainText('On duty there: Gita Gate.');
  await asked.getByRole('button', { name: 'Retire' }).click();
  await expect(page).toHaveURL('/login');
  await expect(office.getByRole('region', { name: 'Computers of Old Gate' })).toContainText(
    'Revoked',
  );
});

test('the shared account reads once what an enrolled computer would record', async ({
  campus,
  visit,
}) => {
  await campus.desk('Back Desk');
  const desk = await campus.person('security', { name: 'Security Desk' });
  const page = await visit(desk, '/dashboard/security/scanner');
  const hint = page.getByText(
    'Handovers are recorded under Security Desk. Enrol this computer to record each guard.',
  );
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(hint).toBeHidden();
  await page.reload();
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await expect(hint).toBeHidden();
});
