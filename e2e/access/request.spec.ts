import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { askFor, decide, forgetAccess, restrict } from '../../server/test/access.ts';
import { loansOf } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { readQr } from '../harness/read-qr.ts';
import { test } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

/** A key that people can only take once its owner approves. */
async function ownedKey(campus: TestApp, owner: TestClient, keyName: string) {
  const key = await campus.key({ keyName });
  await restrict(campus.db, key._id, owner);
  return key;
}

test.afterEach(({ campus }) => forgetAccess(campus.db));

test('a request is approved on another phone in one tap, and the code opens on its own', async ({
  campus,
  visit,
}) => {
  const owner = await campus.person('faculty', { name: 'Dr Menon Owner' });
  const asha = await campus.person('faculty', { name: 'Asha Request' });
  const key = await ownedKey(campus, owner, 'Laser Hall');

  const theirs = await visit(owner, '/dashboard/faculty/taken', { device: 'phone' });
  const phone = await visit(asha, `/dashboard/faculty/keylist?key=${key._id}`, { device: 'phone' });
  const details = phone.getByRole('dialog', { name: key.keyNumber });
  await expect(
    details.getByText('Dr Menon Owner decides who takes this key.').first(),
  ).toBeVisible();
  await details.getByRole('button', { name: 'Request access' }).click();
  const dialog = phone.getByRole('dialog', { name: `Request access to ${key.keyNumber}` });
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Enter what for');
  await dialog.getByLabel('What for').fill('Thesis measurements');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(
    dialog.getByText('Sent to Dr Menon Owner. Your code opens here once approved.'),
  ).toBeVisible();

  await theirs.getByRole('button', { name: 'Show' }).click();
  await expect(theirs).toHaveURL(/\/dashboard\/to-decide$/);
  const request = theirs.getByRole('list', { name: 'Open requests' }).getByRole('listitem');
  await expect(request).toContainText('Asha Request requests');
  await expect(request).toContainText('Thesis measurements');
  await request.getByRole('button', { name: /^Approve:/ }).click();

  const sheet = phone.getByRole('dialog', { name: `Request Key ${key.keyNumber}` });
  await expect(sheet.getByRole('timer')).toBeVisible();
  await expect(theirs.getByText('No open requests')).toBeVisible();
  await expect(theirs.getByRole('list', { name: 'Decided' })).toContainText(
    'Dr Menon Owner decided',
  );

  const code = await readQr(sheet.getByRole('img'));
  const desk = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await desk.getByText('USB scanner ready. Scan a code.').waitFor();
  await scanCode(desk, code);
  await expect(desk.getByRole('dialog', { name: 'Handed out' })).toBeVisible();
  await expect(sheet).toContainText(`${key.keyNumber} is now with you`);
  expect(await loansOf(campus.db, key._id)).toMatchObject([{ holderId: asha.user.id }]);
});

test('someone waiting in My access sees the decision, and opens the code in one tap', async ({
  campus,
  visit,
}) => {
  const owner = await campus.person('faculty', { name: 'Dr Waited For' });
  const asha = await campus.person('faculty', { name: 'Asha Waiting' });
  const [key, other] = [
    await ownedKey(campus, owner, 'Optics Bench'),
    await ownedKey(campus, owner, 'Clean Room'),
  ];
  const { id } = await askFor(asha, key._id, 'Alignment');
  const denied = await askFor(asha, other._id, 'A look');
  const page = await visit(asha, '/dashboard/my-access', { device: 'phone' });
  const requests = page.getByRole('list', { name: 'Requests' }).getByRole('listitem');
  const own = requests.filter({ hasText: 'Alignment' });
  await expect(own).toContainText('Waiting');
  await expect(own).toContainText('With Dr Waited For');
  await decide(owner, denied.id, { decision: 'deny', note: 'Not during exams' });
  await expect(requests.filter({ hasText: 'A look' })).toContainText('Denied');
  await expect(requests.filter({ hasText: 'A look' })).toContainText('Not during exams');
  await decide(owner, id, { decision: 'approve' });
  await expect(own).toContainText('Approved');
  await page.getByRole('button', { name: `Show code: ${key.keyNumber}` }).click();
  const sheet = page.getByRole('dialog', { name: `Request Key ${key.keyNumber}` });
  await expect(sheet.getByRole('timer')).toBeVisible();
});

test('someone who no longer needs a key withdraws, and the owner has nothing left to decide', async ({
  campus,
  visit,
}) => {
  const owner = await campus.person();
  const asha = await campus.person('faculty', { name: 'Asha Withdraws' });
  const key = await ownedKey(campus, owner, 'Roof');
  await askFor(asha, key._id);
  const theirs = await visit(owner, '/dashboard/to-decide');
  const link = theirs.getByRole('link', { name: 'Requests' });
  await expect(link).toContainText('1');
  const page = await visit(asha, `/dashboard/faculty/keylist?key=${key._id}`);
  await page.getByRole('button', { name: `Withdraw: ${key.keyNumber}` }).click();
  await expect(page.getByRole('button', { name: 'Request access' })).toBeVisible();
  await expect(theirs.getByText('No open requests')).toBeVisible();
  await expect(link).not.toContainText('1');
});

test('an owner gives access, renews it and ends it', async ({ campus, visit }) => {
  const owner = await campus.person('faculty', { name: 'Dr Keeper' });
  const asha = await campus.person('faculty', { name: 'Ashwini Granted' });
  const key = await ownedKey(campus, owner, 'Spectrometer');
  const page = await visit(owner, '/dashboard/to-decide');
  await page.getByRole('button', { name: 'Give access' }).click();
  const give = page.getByRole('dialog', { name: 'Give access' });
  await give.getByRole('button', { name: 'Give access' }).click();
  await expect(give.getByRole('alert')).toHaveText('Choose a person and a key');
  await give.getByRole('combobox', { name: 'Person', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search person' }).fill('Ashwini');
  await page.getByRole('option', { name: 'Ashwini Granted' }).click();
  await give.getByRole('combobox', { name: 'Key', exact: true }).click();
  await page.getByRole('option', { name: key.keyNumber }).click();
  await give.getByLabel('Reason (optional)').fill('Runs the instrument');
  await give.getByRole('button', { name: 'Give access' }).click();
  const row = page.getByRole('list', { name: 'People with access' }).getByRole('listitem');
  await expect(row).toContainText('no end date · Runs the instrument');
  await expect(row).toContainText('Never used');

  await row.getByRole('button', { name: /^Renew/ }).click();
  const renew = page.getByRole('dialog', { name: 'Renew access' });
  await renew.getByRole('button', { name: 'Renew' }).click();
  await expect(row).toContainText('until');
  await expect(row).toHaveCount(1);
  expect((await asha.get(api.listGrants)).data.grants).toHaveLength(1);

  await row.getByRole('button', { name: /^End/ }).click();
  await page
    .getByRole('dialog', { name: 'End access' })
    .getByRole('button', { name: 'End access' })
    .click();
  await expect(page.getByText('No one has access by name.')).toBeVisible();
  expect((await asha.get(api.listGrants)).data.grants).toEqual([]);
});
