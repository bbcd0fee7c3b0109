import { expect } from '@playwright/test';
import { giveKey, returnCode } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { test } from '../harness/test.ts';

test('two people who wait for a key are told when it is back, and so is the desk', async ({
  campus,
  visit,
}) => {
  const [holder, asha, ravi] = [
    await campus.person(),
    await campus.person(),
    await campus.person(),
  ];
  const key = await campus.key({ keyName: 'Planetarium' });
  await giveKey(campus.guard, holder, key._id);
  const address = `/dashboard/faculty/keylist?q=${key.keyNumber}`;
  const phone = await visit(asha, address, { device: 'phone' });
  const ask = `Notify me when ${key.keyNumber} is back`;
  await phone.getByRole('button', { name: ask }).click();
  const stop = phone.getByRole('button', { name: `Stop waiting for ${key.keyNumber}` });
  await expect(stop).toHaveAttribute('aria-pressed', 'true');

  const other = await visit(ravi, `${address}&key=${key._id}`, { device: 'phone' });
  const details = other.getByRole('dialog', { name: key.keyNumber });
  await details.getByRole('button', { name: 'Notify me when it is back' }).click();
  await expect(details.getByText('First come, first served.')).toBeVisible();

  const desk = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await desk.getByText('USB scanner ready. Scan a code.').waitFor();
  await scanCode(desk, (await returnCode(holder, key._id)).qrText);
  await desk.getByRole('dialog', { name: 'Confirm Return' }).waitFor();
  await desk.keyboard.press('Enter');
  await expect(desk.getByRole('dialog', { name: 'Returned' })).toContainText(
    `2 people are waiting: ${asha.user.name}, ${ravi.user.name}`,
  );
  for (const page of [phone, other])
    await expect(
      page
        .getByText(`Key ${key.keyNumber} (Planetarium) is back. First come, first served.`)
        .first(),
    ).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Generate QR' })).toBeVisible();
  await expect(stop).toBeHidden();
});

test('whoever changes their mind waits no more', async ({ campus, visit }) => {
  const [holder, asha] = [await campus.person(), await campus.person()];
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(asha, `/dashboard/faculty/keylist?q=${key.keyNumber}`);
  await page.getByRole('button', { name: `Notify me when ${key.keyNumber} is back` }).click();
  await expect(
    page.getByText(`You will get a notification when ${key.keyNumber} is back.`),
  ).toBeVisible();
  await page.getByRole('button', { name: `Stop waiting for ${key.keyNumber}` }).click();
  await expect(page.getByText(`You are no longer waiting for ${key.keyNumber}.`)).toBeVisible();
  await expect(
    page.getByRole('button', { name: `Notify me when ${key.keyNumber} is back` }),
  ).toHaveAttribute('aria-pressed', 'false');
});
