import { api } from '@keydesk/shared/api';
import { type DeskSettings, defaultDeskSettings } from '@keydesk/shared/campus/settings';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { expect, type Page } from '@playwright/test';
import { loansOf, requestCode, returnCode } from '../../server/test/handovers.ts';
import { faultsOf } from '../accessibility/axe.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { showMoreFields } from '../harness/menus.ts';
import { readQr } from '../harness/read-qr.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

async function checkTags(campus: TestApp, tagCheck: DeskSettings['tagCheck']) {
  const admin = await campus.person('admin');
  const { data } = await admin.get(api.getSecuritySettings);
  const desk = { ...defaultDeskSettings, ...data.desk, tagCheck };
  await admin.get(api.putSecuritySettings, { body: { ...data, desk } });
  return admin;
}

test.afterEach(async ({ campus }) => {
  await checkTags(campus, 'off');
});

function askedFor(page: Page, keyNumber: string) {
  return page.getByRole('dialog', { name: `Scan the tag of ${keyNumber}` });
}

test('a chosen key leaves the desk only with its own tag, by camera and by USB scanner', async ({
  campus,
  camera,
  visit,
}) => {
  test.slow();
  const admin = await checkTags(campus, 'keys');
  const [key, other] = [
    await campus.key({ keyName: 'Potoroo Store' }),
    await campus.key({ keyName: 'Potoroo Yard' }),
  ];

  const keys = await visit(admin, '/dashboard/admin/keys');
  await keys.getByPlaceholder('Search keys...').fill('potoroo');
  await keys.getByRole('button', { name: `Edit ${key.keyNumber}` }).click();
  const form = keys.getByRole('dialog', { name: `Edit key ${key.keyNumber}` });
  await showMoreFields(form);
  await form.getByRole('checkbox', { name: 'Scan its tag at hand-out' }).check();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();

  const asha = await campus.person('faculty', { name: 'Asha Quoll' });
  const phone = await visit(asha, '/dashboard/faculty/keylist', { device: 'phone' });
  await phone.getByPlaceholder('Search keys...').fill(key.keyNumber);
  await phone.getByRole('button', { name: 'Generate QR' }).click();
  const modal = phone.getByRole('dialog', { name: `Request Key ${key.keyNumber}` });
  const code = await readQr(modal.getByRole('img'));

  const desk = await camera.visit(await campus.person('security'), '/dashboard/security/scanner');
  camera.show(code);
  await desk.getByRole('button', { name: 'Start Scanning' }).click();
  const asked = askedFor(desk, key.keyNumber);
  await expect(asked).toContainText('Asha Quoll requested this key.');
  expect(await faultsOf(desk)).toEqual([]);
  await expect(modal).toContainText('The desk has your code and is checking the key’s tag');

  camera.show(formatKeyTag(other._id));
  await expect(asked.getByRole('alert')).toHaveText(
    `This is ${other.keyNumber}. Asha Quoll asked for ${key.keyNumber}.`,
  );
  expect(await loansOf(campus.db, key._id)).toEqual([]);
  expect(await loansOf(campus.db, other._id)).toEqual([]);

  camera.show(formatKeyTag(key._id));
  const handedOver = desk.getByRole('dialog', { name: 'Handed out' });
  await expect(handedOver).toContainText('Hand it to Asha Quoll.');
  await expect(modal).toContainText('Key taken');
  expect(await loansOf(campus.db, key._id)).toMatchObject([
    { holderId: asha.user.id, tagCheckedOut: true },
  ]);
  camera.show(null);
  await handedOver.getByRole('button', { name: 'Scan next' }).click();
  await desk.getByRole('button', { name: 'Go Back' }).click();

  // Coming back, the tag that finds the key is recorded too.
  await scanCode(desk, formatKeyTag(key._id));
  const collect = desk.getByRole('dialog', { name: 'Collect key' });
  await collect.getByRole('button', { name: 'Collect' }).click();
  await expect(collect).toBeHidden();
  await expect
    .poll(async () => (await loansOf(campus.db, key._id)).map(({ tagCheckedIn }) => tagCheckedIn))
    .toEqual([true]);

  // Cancelled, nothing leaves; the code is still good, and by USB scanner it is the same.
  const again = (await requestCode(asha, key._id)).qrText;
  await scanCode(desk, again);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(asked).toBeHidden();
  expect(await loansOf(campus.db, key._id)).toHaveLength(1);
  await scanCode(desk, again);
  await expect(asked).toBeVisible();
  const next = (await requestCode(await campus.person(), other._id)).qrText;
  await scanCode(desk, next);
  await expect(asked).toContainText('Another code was scanned.');
  await scanCode(desk, formatKeyTag(key._id));
  await expect(handedOver).toContainText(key.keyNumber);
  await handedOver.getByRole('button', { name: 'Done' }).click();

  // While a return is confirmed the camera reads on: another key's tag is named, its own confirms.
  camera.show((await returnCode(asha, key._id)).qrText);
  await desk.getByRole('button', { name: 'Start Scanning' }).click();
  const confirm = desk.getByRole('dialog', { name: 'Confirm Return' });
  await expect(confirm).toContainText(key.keyNumber);
  camera.show(formatKeyTag(other._id));
  await expect(confirm.getByRole('alert')).toHaveText(
    `This is ${other.keyNumber}. Asha Quoll has ${key.keyNumber}.`,
  );
  expect(await faultsOf(desk)).toEqual([]);
  expect((await loansOf(campus.db, key._id)).map(({ tagCheckedIn }) => tagCheckedIn)).toEqual([
    true,
    false,
  ]);
  camera.show(formatKeyTag(key._id));
  const returned = desk.getByRole('dialog', { name: 'Returned', exact: true });
  await expect(returned).toContainText(key.keyNumber);
  expect((await loansOf(campus.db, key._id)).map(({ tagCheckedIn }) => tagCheckedIn)).toEqual([
    true,
    true,
  ]);
});
