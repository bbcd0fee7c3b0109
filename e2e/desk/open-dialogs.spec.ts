import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { expect } from '@playwright/test';
import { giveKey, loansOf, requestCode } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { historySettled } from '../harness/history.ts';
import { test } from '../harness/test.ts';

test('a key that is taken elsewhere is not called available where its tag is shown', async ({
  campus,
  visit,
}) => {
  const [holder, key] = [await campus.person(), await campus.key()];
  const page = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await page.getByText('USB scanner ready. Scan a code.').waitFor();
  await scanCode(page, formatKeyTag(key._id));
  const tag = page.getByRole('dialog', { name: 'Key tag' });
  await expect(tag).toContainText('This key is available at the desk.');
  await giveKey(campus.guard, holder, key._id);
  await expect(tag).toContainText(`With ${holder.user.name} since`);
  await expect(tag).not.toContainText('available');
});

test('a loan that ends while it is extended is not extended, and the dialog says so', async ({
  campus,
  visit,
}) => {
  const [holder, next] = [await campus.person(), await campus.person()];
  const key = await campus.key({ keyName: 'Extending' });
  await giveKey(campus.guard, holder, key._id);
  const [{ id: loanId } = { id: '' }] = await loansOf(campus.db, key._id);
  await campus.db.query("UPDATE loans SET due_at = now() + interval '20 minutes' WHERE id = $1", [
    loanId,
  ]);
  const page = await visit(await campus.person('security'), '/dashboard/security/overdue');
  await page.getByRole('button', { name: `Extend ${key.keyNumber}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Extend' });
  await expect(dialog).toContainText(holder.user.name);
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await expect(dialog).toContainText('This key is already back.');
  await giveKey(campus.guard, next, key._id);
  await expect(dialog).toContainText(`${next.user.name} has this key now.`);
  await expect(dialog.getByRole('button', { name: 'Extend' })).toBeDisabled();
});

test('with animations too, what is pressed next has the focus after a dialog gave way', async ({
  campus,
  visit,
}) => {
  const [person, key, wanted] = [
    await campus.person('faculty', { name: 'Nandita Nextfocus' }),
    await campus.key({ keyName: 'Focus Works' }),
    await campus.key(),
  ];
  const page = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Hand out without a code' }).click();
  const lend = page.getByRole('dialog', { name: 'Hand out without a code' });
  await lend.getByRole('searchbox', { name: 'Name, Faculty ID or email' }).fill('nextfocus');
  await lend.getByRole('button', { name: 'Nandita Nextfocus' }).click();
  await lend.getByRole('searchbox', { name: 'Key number or name' }).fill('focus works');
  await lend.getByRole('button', { name: key.keyNumber }).click();
  const handOver = lend.getByRole('button', { name: 'Hand out' });
  await expect(handOver).toBeFocused();

  // A code closes it, and it opens again at the button that is pressed next.
  await scanCode(page, (await requestCode(person, wanted._id)).qrText);
  const handedOver = page.getByRole('dialog', { name: 'Handed out' });
  await expect(handedOver).toContainText(wanted.keyNumber);
  await expect(lend).toHaveCount(0);
  await expect(handedOver.getByRole('button', { name: 'Done' })).toBeFocused();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(handedOver).toHaveCount(0);
  await expect(handOver).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(handedOver).toContainText(key.keyNumber);
  await expect(lend).toHaveCount(0);
  await expect(handedOver.getByRole('button', { name: 'Done' })).toBeFocused();
  await handedOver.getByRole('button', { name: 'Done' }).click();
  await historySettled(page);
});
