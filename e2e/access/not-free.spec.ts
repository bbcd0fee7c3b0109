import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { addRuleAbout, endRule, giveGrant } from '../../server/test/access-rules.ts';
import { ageLoans, giveKey, loansOf, plantRequestCodes } from '../../server/test/handovers.ts';
import { faultsOf } from '../accessibility/axe.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { showMoreFields } from '../harness/menus.ts';
import { test } from '../harness/test.ts';

test('an admin restricts a key to named people, and everyone else sees why they cannot take it', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin', { name: 'Ranjani Keeper' });
  await campus.person('faculty', { name: 'Menon Vaultowner' });
  const asha = await campus.person('faculty', { name: 'Asha Vault' });
  const key = await campus.key({ keyName: 'Vault of Coins' });

  const keys = await visit(admin, '/dashboard/admin/keys');
  await keys.getByPlaceholder('Search keys...').fill('vault of coins');
  await keys.getByRole('button', { name: `Edit ${key.keyNumber}` }).click();
  const form = keys.getByRole('dialog', { name: `Edit key ${key.keyNumber}` });
  await showMoreFields(form);
  await form
    .getByRole('combobox', { name: 'Who can take it' })
    .selectOption('Restricted: after approval');
  await form.getByRole('combobox', { name: 'Owner (optional)' }).click();
  await keys
    .getByRole('combobox', { name: /search/i })
    .last()
    .fill('vaultowner');
  await keys.getByRole('option', { name: /Menon Vaultowner/ }).click();
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form).toBeHidden();

  const phone = await visit(asha, '/dashboard/faculty/keylist', { device: 'phone' });
  await phone.getByPlaceholder('Search keys...').fill(key.keyNumber);
  await expect(phone.getByText('Needs approval')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Generate QR' })).toHaveCount(0);
  await phone.getByRole('button', { name: `Why you cannot take ${key.keyNumber}` }).click();
  const details = phone.getByRole('dialog', { name: key.keyNumber });
  await expect(details.getByRole('region', { name: 'Who can take this' })).toContainText(
    'Needs approval. Menon Vaultowner decides who takes this key.',
  );
  expect(await faultsOf(phone)).toEqual([]);

  await giveGrant(campus.db, { keyId: key._id, userId: asha.user.id, givenBy: admin.user.id });
  await phone.goto('/dashboard/faculty/keylist');
  await phone.getByPlaceholder('Search keys...').fill(key.keyNumber);
  await expect(phone.getByRole('button', { name: 'Generate QR' })).toBeVisible();

  await keys.goto(`/dashboard/admin/keys/${key._id}`);
  const access = keys.getByRole('region', { name: 'Who can take this' });
  await expect(access).toContainText('People with access: Asha Vault.');
  await expect(access).toContainText('Menon Vaultowner decides about everyone else.');
  await access.getByRole('button', { name: 'Test a person' }).click();
  await access.getByRole('searchbox').fill('asha vault');
  await access.getByRole('button', { name: 'Asha Vault' }).click();
  await expect(access).toContainText('Allowed. Asha Vault has access to this key.');
  await access.getByLabel('At', { exact: true }).fill('2026-01-05T09:00');
  await expect(access).toContainText('Needs approval. Menon Vaultowner decides');
  expect(await faultsOf(keys)).toEqual([]);
});

test('the desk is told not to hand out a key, and can override that with a reason', async ({
  campus,
  visit,
}) => {
  const asha = await campus.person('faculty', { name: 'Asha Overriden' });
  const key = await campus.key({ keyName: 'Overriden Cellar' });
  const [code = ''] = await plantRequestCodes(campus.db, [asha], key._id);
  const rule = await addRuleAbout(campus.db, { keyId: key._id, by: asha.user.id });
  const desk = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await desk.getByRole('button', { name: 'Start Scanning' }).waitFor();
  await scanCode(desk, code);
  const refused = desk.getByRole('dialog', { name: 'Not allowed' });
  await expect(refused).toContainText('Asha Overriden');
  await expect(refused).toContainText(`Not allowed. No one can take key ${key.keyNumber}`);
  expect(await faultsOf(desk)).toEqual([]);
  await refused.getByRole('textbox', { name: 'Reason' }).fill('now');
  await refused.getByRole('button', { name: 'Hand out anyway' }).click();
  await expect(refused).toContainText('Enter a reason of at least five letters');
  await refused.getByRole('textbox', { name: 'Reason' }).fill('Water in the cellar');
  await refused.getByRole('button', { name: 'Hand out anyway' }).click();
  const done = desk.getByRole('dialog', { name: 'Handed out' });
  await expect(done).toContainText('By override: Water in the cellar');
  expect(await loansOf(campus.db, key._id)).toHaveLength(1);
  await endRule(campus.db, rule);
});

test('handing out by name refuses the same keys, and never overrides a high-security key', async ({
  campus,
  visit,
}) => {
  await campus.person('faculty', { name: 'Asha Lentagainst' });
  const [key, high] = [
    await campus.key({ keyName: 'Lentagainst Store', level: 'restricted' }),
    await campus.key({ keyName: 'Lentagainst Safe', level: 'high' }),
  ];
  const desk = await visit(
    await campus.person('security'),
    '/dashboard/security/available?q=Lentagainst',
  );
  const dialog = desk.getByRole('dialog', { name: 'Hand out without a code' });
  const lendTo = async (keyNumber: string) => {
    await desk.getByRole('button', { name: `Hand out ${keyNumber}` }).click();
    await dialog.getByRole('searchbox').fill('lentagainst');
    await dialog.getByRole('button', { name: 'Asha Lentagainst' }).click();
  };
  await lendTo(high.keyNumber);
  await expect(dialog).toContainText(
    `Not allowed. ${high.keyNumber} is a high-security key, for people with access by name only.`,
  );
  // There is no button that would do nothing, but another key can be chosen for the same person.
  await expect(dialog.getByRole('button', { name: /^Hand out/ })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Choose another key' })).toBeFocused();
  await desk.keyboard.press('Enter');
  await expect(dialog.getByRole('searchbox', { name: 'Key number or name' })).toBeFocused();
  await expect(dialog).toContainText('Asha Lentagainst');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await lendTo(key.keyNumber);
  await expect(dialog).toContainText('Needs approval. An admin decides who takes this key.');
  await expect(dialog.getByRole('button', { name: 'Hand out', exact: true })).toHaveCount(0);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The owner is on leave');
  expect(await faultsOf(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Hand out anyway' }).click();
  await expect(desk.getByRole('dialog', { name: 'Handed out' })).toContainText(
    'By override: The owner is on leave',
  );
  expect(await loansOf(campus.db, key._id)).toHaveLength(1);
  expect(await loansOf(campus.db, high._id)).toHaveLength(0);
});

test('someone with an overdue key is asked to return it first', async ({ campus, visit }) => {
  const admin = await campus.person('admin');
  const asha = await campus.person('faculty', { name: 'Asha Latecomer' });
  const [late, wanted] = [
    await campus.key({ keyName: 'Latecomer Lab' }),
    await campus.key({ keyName: 'Latecomer Hall' }),
  ];
  await giveKey(campus.guard, asha, late._id);
  await ageLoans(campus.db, late._id, 3);
  const settings = await visit(admin, '/dashboard/admin/security');
  await settings.getByRole('tab', { name: 'Desk' }).click();
  await settings.getByRole('checkbox', { name: 'No new keys while one is overdue' }).check();
  await settings.getByRole('button', { name: 'Save Settings' }).click();
  await expect(settings.getByText('Security settings updated successfully')).toBeVisible();

  const phone = await visit(asha, '/dashboard/faculty/keylist', { device: 'phone' });
  await phone.getByPlaceholder('Search keys...').fill(wanted.keyNumber);
  await phone.getByRole('button', { name: `Show return code of ${late.keyNumber}` }).click();
  await expect(
    phone.getByRole('dialog', { name: `Return Key ${late.keyNumber}` }).getByRole('img'),
  ).toBeVisible();

  const counter = await visit(
    await campus.person('security'),
    `/dashboard/security/available?q=${wanted.keyNumber}`,
  );
  await counter.getByRole('button', { name: `Hand out ${wanted.keyNumber}` }).click();
  const lend = counter.getByRole('dialog', { name: 'Hand out without a code' });
  await lend.getByRole('searchbox').fill('latecomer');
  await lend.getByRole('button', { name: 'Asha Latecomer' }).click();
  await expect(lend.getByRole('region', { name: 'Person' })).toContainText(`${late.keyNumber} is `);
  await expect(lend).toContainText(
    `Asha Latecomer must first return an overdue key: ${late.keyNumber}.`,
  );
  await expect(lend.getByRole('textbox', { name: 'Reason' })).toBeFocused();
  await expect(lend.getByRole('button', { name: 'Hand out anyway' })).toBeVisible();
  await expect(lend.getByRole('button', { name: 'Hand out', exact: true })).toHaveCount(0);
  const body = { desk: { noKeysWhileOverdue: false } };
  await admin.get(api.putSecuritySettings, { body });
});

test('when a code cannot be issued, the reason and the next step are shown', async ({
  campus,
  visit,
}) => {
  const asha = await campus.person('faculty', { name: 'Asha Refusedcode' });
  const key = await campus.key({ keyName: 'Refusedcode Attic' });
  const phone = await visit(asha, '/dashboard/faculty/keylist', { device: 'phone' });
  await phone.getByPlaceholder('Search keys...').fill(key.keyNumber);
  // The rule is added after the tap, because a phone that knows about it offers no code.
  const rules: Awaited<ReturnType<typeof addRuleAbout>>[] = [];
  await phone.route('**/api/qr/codes', async (route) => {
    rules.push(await addRuleAbout(campus.db, { keyId: key._id, by: asha.user.id }));
    await route.continue();
  });
  await phone.getByRole('button', { name: 'Generate QR' }).click();
  const sheet = phone.getByRole('dialog', { name: `Request Key ${key.keyNumber}` });
  await expect(sheet).toContainText(`No one can take key ${key.keyNumber} (rule by`);
  await expect(sheet).toContainText('ask the desk');
  expect(await faultsOf(phone)).toEqual([]);
  for (const rule of rules) await endRule(campus.db, rule);
});
