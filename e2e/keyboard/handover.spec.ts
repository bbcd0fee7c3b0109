import { expect, type Page } from '@playwright/test';
import { scanCode } from '../camera/usb-scanner.ts';
import { readQr } from '../harness/read-qr.ts';
import { test, type Visit } from '../harness/test.ts';
import { pressEnterOn, tabTo } from './keyboard.ts';

/** Signs in as `email`, typed at the account chooser. */
async function signIn(visit: Visit, email: string): Promise<Page> {
  const page = await visit(null, '/login');
  await pressEnterOn(page, page.getByRole('link', { name: 'Continue with Google' }));
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await page.getByRole('main').waitFor();
  return page;
}

test('a key is found, taken and brought back by those who use the keyboard alone', async ({
  campus,
  visit,
}) => {
  test.slow();
  const key = await campus.key({ keyName: 'Dunnart Lab' });
  const [holder, guard] = [await campus.person(), await campus.person('security')];
  const page = await signIn(visit, holder.user.email);
  await pressEnterOn(page, page.getByRole('link', { name: 'All Keys' }));
  await tabTo(page, page.getByPlaceholder('Search keys...'));
  await page.keyboard.type('dunnart');
  await expect(page.getByRole('button', { name: 'Generate QR' })).toHaveCount(1);
  await pressEnterOn(page, page.getByRole('button', { name: 'Generate QR' }));
  const request = page.getByRole('dialog', { name: `Request Key ${key.keyNumber}` });
  const requestCode = await readQr(request.getByRole('img'));

  const desk = await signIn(visit, guard.user.email);
  await expect(desk).toHaveURL('/dashboard/security/scanner');
  await expect(desk.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  await scanCode(desk, requestCode);
  const handedOver = desk.getByRole('dialog', { name: 'Handed out' });
  await expect(handedOver).toContainText(key.keyNumber);
  await expect(handedOver.getByRole('button', { name: 'Done' })).toBeFocused();
  // A key that comes too soon was meant for what was there before.
  await expect(async () => {
    await desk.keyboard.press('Enter');
    await expect(handedOver).toBeHidden({ timeout: 500 });
  }).toPass();

  await pressEnterOn(page, request.getByRole('button', { name: 'Done' }));
  await expect(request).toBeHidden();
  await pressEnterOn(page, page.getByRole('link', { name: 'My Keys' }));
  const showReturn = page.getByRole('button', { name: 'Show Return QR' });
  await pressEnterOn(page, showReturn);
  const back = page.getByRole('dialog', { name: `Return Key ${key.keyNumber}` });
  await expect(back.getByRole('timer')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(back).toBeHidden();
  await expect(showReturn).toBeFocused();
  await page.keyboard.press('Enter');
  const returnCode = await readQr(back.getByRole('img'));

  await scanCode(desk, returnCode);
  const confirm = desk.getByRole('dialog', { name: 'Confirm Return' });
  await expect(confirm).toContainText(holder.user.name);
  await expect(confirm.getByRole('button', { name: 'Confirm Return' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('dialog', { name: 'Returned', exact: true })).toContainText(
    key.keyNumber,
  );
  await pressEnterOn(page, back.getByRole('button', { name: 'Done' }));
  await expect(page.getByText('No keys taken')).toBeVisible();
});
