import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { addKeyRule, endRules } from '../../server/test/due-rules.ts';
import { giveKey, loansOf, requestCode } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { test } from '../harness/test.ts';

// Other tests begin without rules.
test.afterEach(({ campus }) => endRules(campus.db));

const extensible = { extensions: 1, extendMinutes: 90, graceMinutes: 10 };

test('a holder keeps a key for longer at one press, and reads why not once it is late', async ({
  campus,
  visit,
}) => {
  const [holder, admin] = [await campus.person(), await campus.person('admin')];
  const keys = [await campus.key(), await campus.key()];
  for (const key of keys) {
    await addKeyRule(admin, key._id, extensible);
    await giveKey(campus.guard, holder, key._id);
  }
  const [kept, late] = keys.map(({ _id, keyNumber }) => ({ id: _id, keyNumber }));
  await campus.db.query(
    `UPDATE loans SET due_at = due_at - interval '71 minutes',
                      grace_until = grace_until - interval '71 minutes' WHERE key_id = $1`,
    [late?.id],
  );
  const phone = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
  const row = (keyNumber = '') => phone.getByRole('article').filter({ hasText: keyNumber });
  const reason = /^This key was due at .*\. Return it to the desk or call them\.$/;
  await expect(row(late?.keyNumber).getByText(reason)).toBeVisible();
  await expect(row(late?.keyNumber).getByRole('button', { name: /^Keep until/ })).toBeHidden();
  await row(kept?.keyNumber)
    .getByRole('button', { name: /^Keep until .*\d\d:\d\d/ })
    .click();
  await expect(phone.getByText(`You can keep key ${kept?.keyNumber} until`)).toBeVisible();
  await expect(row(kept?.keyNumber)).toContainText(
    'You have already extended this key. Ask the desk.',
  );
  const [loan] = await loansOf(campus.db, kept?.id ?? '');
  expect(loan).toMatchObject({ extended: 1 });
});

test('the desk gives more time in the moment of the hand-out', async ({ campus, visit }) => {
  const [holder, admin] = [await campus.person(), await campus.person('admin')];
  const key = await campus.key();
  await addKeyRule(admin, key._id, extensible);
  const desk = await visit(campus.guard, '/dashboard/security/scanner');
  await desk.getByText('USB scanner ready. Scan a code.').waitFor();
  await scanCode(desk, (await requestCode(holder, key._id)).qrText);
  const done = desk.getByRole('dialog', { name: 'Handed out' });
  await done.hover();
  const choices = done.getByRole('list', { name: 'Due time' });
  await choices.getByRole('button', { name: /^Until / }).click();
  await expect(choices.getByRole('button')).toHaveCount(0);
  const [loan] = await loansOf(campus.db, key._id);
  expect(loan?.dueAt?.getTime()).toBe((loan?.takenAt.getTime() ?? 0) + 150 * 60_000);
});

test('the desk sees what is late at once, gives it more time, reminds and collects', async ({
  campus,
  visit,
}) => {
  const [holder, admin] = [
    await campus.person('faculty', { name: 'Latika Overdue' }),
    await campus.person('admin'),
  ];
  const key = await campus.key();
  await addKeyRule(admin, key._id, { amount: 50 });
  const desk = await visit(await campus.person('security'), '/dashboard/security/overdue');
  await expect(desk.getByRole('radio', { name: /^Overdue/ })).toBeChecked();
  const { loanId } = await giveKey(campus.guard, holder, key._id);
  const row = desk.getByRole('listitem').filter({ hasText: key.keyNumber });
  const soon = desk.getByRole('list', { name: 'Due within the hour' });
  await expect(soon.getByRole('listitem').filter({ hasText: key.keyNumber })).toBeVisible();
  await campus.db.query(
    `UPDATE loans SET due_at = due_at - interval '150 minutes',
                      grace_until = grace_until - interval '150 minutes' WHERE id = $1`,
    [loanId],
  );
  await desk.reload();
  await expect(row).toContainText(/Overdue · due (today|yesterday) \d\d:\d\d/);
  await row.getByRole('button', { name: /^Remind/ }).click();
  await expect(desk.getByText(`${holder.user.name} was reminded of key`)).toBeVisible();
  await desk.getByRole('button', { name: `More for ${key.keyNumber}` }).click();
  const menu = desk.getByRole('menu');
  await expect(menu).toContainText(holder.user.email);
  await expect(menu).toContainText('Reminded just now');
  await expect(menu.getByRole('menuitem', { name: /^Remind/ })).toBeDisabled();
  await menu.getByRole('menuitem', { name: 'Extend' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Extend' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Exam until the evening');
  await dialog.getByRole('button', { name: 'Extend', exact: true }).click();
  await expect(dialog).toBeHidden();
  const late = desk.getByRole('list', { name: 'Overdue' });
  await expect(late.getByText(key.keyNumber)).toBeHidden();
  const { data } = await campus.guard.get(api.getKey, { params: { id: key._id } });
  expect(Date.parse(data.key.dueAt ?? '')).toBeGreaterThan(Date.now());
});
