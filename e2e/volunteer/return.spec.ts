import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { holdCalls } from '../harness/network.ts';
import { readQr } from '../harness/read-qr.ts';
import { test } from '../harness/test.ts';
import { collectAll, type TestApp } from '../harness/test-app.ts';
import { returnButton, takenKeys, volunteerPath } from './volunteer.ts';

function takenHoursAgo({ db }: TestApp, keyId: string, hours: number) {
  return db.query(
    `UPDATE loans SET taken_at = now() - $2 * interval '1 hour'
     WHERE key_id = $1 AND returned_at IS NULL`,
    [keyId, hours],
  );
}

test('a volunteer finds the keys of others, chooses some and returns them with one code', async ({
  campus,
  camera,
  visit,
}) => {
  await collectAll(campus);
  const lila = await campus.person('faculty', { name: 'Lila Menon' });
  const ravi = await campus.person('faculty', { name: 'Ravi Iyer' });
  const [optics, drawing, seminar, gone] = [
    await campus.key({ keyName: 'Optics Lab' }),
    await campus.key({ keyName: 'Drawing Hall' }),
    await campus.key({ keyName: 'Seminar Room' }),
    await campus.key({ keyName: 'Staff Room' }),
  ];
  for (const { _id } of [optics, drawing, gone]) await giveKey(campus.guard, lila, _id);
  await giveKey(campus.guard, ravi, seminar._id);
  await takenHoursAgo(campus, drawing._id, 5.5);
  await takenHoursAgo(campus, seminar._id, 75);

  const page = await visit(await campus.person(), volunteerPath, { device: 'phone' });
  await expect(page.getByRole('heading', { name: 'Volunteer Key Return' })).toBeVisible();
  await expect(takenKeys(page)).toHaveCount(4);
  const row = (name: string) => takenKeys(page).filter({ hasText: name });
  await expect(row('Optics Lab')).toContainText('less than 1 hour');
  await expect(row('Optics Lab')).toContainText('Lila Menon');
  await expect(row('Drawing Hall')).toContainText('5 hours');
  await expect(row('Seminar Room')).toContainText('3 days');
  await expect(row('Seminar Room')).toContainText(seminar.keyNumber);
  await expect(returnButton(page)).toBeHidden();

  const search = page.getByPlaceholder('Search keys...');
  await search.fill('a cinema');
  await expect(page.getByText('No keys found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible();
  await search.fill('ravi');
  await expect(takenKeys(page)).toHaveCount(1);
  await row('Seminar Room').getByRole('checkbox').check();
  await expect(returnButton(page)).toHaveText('Return 1 Key');
  await search.fill('');
  await expect(takenKeys(page)).toHaveCount(4);
  await expect(row('Seminar Room').getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: 'Select All' }).click();
  await expect(returnButton(page)).toHaveText('Return 4 Keys');
  await page.getByRole('button', { name: 'Deselect All' }).click();
  await expect(returnButton(page)).toBeHidden();
  await page.getByRole('button', { name: 'Select All' }).click();
  await campus.guard.get(api.collectKey, { params: { id: gone._id } });
  await expect(row('Staff Room')).toHaveCount(0);
  await expect(returnButton(page)).toHaveText('Return 3 Keys');

  await returnButton(page).click();
  const modal = page.getByRole('dialog', { name: 'Return 3 Keys' });
  await expect(modal).toContainText('Show this QR code to security to return the keys');
  await expect(modal.getByRole('timer')).toHaveText(/^Expires in (05:00|04:5\d)$/);
  camera.show(await readQr(modal.getByRole('img')));
  const desk = await camera.visit(await campus.person('security'), '/dashboard/security/scanner');
  await desk.getByRole('button', { name: 'Start Scanning' }).click();
  const returned = desk.getByRole('dialog', { name: '3 keys returned' });
  const numbers = [optics, drawing, seminar].map(({ keyNumber }) => keyNumber);
  const deskNamesThem = () =>
    expect(returned).toContainText(new RegExp(['3 keys', ...numbers].join('.*')));
  const phoneIsDone = async () => {
    await expect(modal).toContainText('Keys returned');
    await modal.getByRole('button', { name: 'Done' }).click();
  };
  // Both close by themselves soon, so neither waits for the other.
  await Promise.all([deskNamesThem(), phoneIsDone()]);
  await expect(page.getByText('No keys out')).toBeVisible();
});

test('what is selected and then filtered out is still counted and named, also after a reload', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Odile Outside' });
  const [one, other] = [await campus.key(), await campus.key()];
  for (const { _id } of [one, other]) await giveKey(campus.guard, holder, _id);
  const page = await visit(await campus.person(), volunteerPath, { device: 'phone' });
  const search = page.getByPlaceholder('Search keys...');
  await search.fill(one.keyNumber);
  await page.getByRole('checkbox', { name: one.keyNumber }).check();
  await search.fill(other.keyNumber);
  const outside = page.getByText(`1 selected key is not in this search: ${one.keyNumber}`);
  await expect(outside).toBeVisible();
  await page.getByRole('checkbox', { name: other.keyNumber }).check();
  await expect(returnButton(page)).toHaveText('Return 2 Keys');
  await expect(page).toHaveURL(/q=/);
  await page.reload();
  await expect(outside).toBeVisible();
  await expect(returnButton(page)).toHaveText('Return 2 Keys');
  await returnButton(page).click();
  const modal = page.getByRole('dialog', { name: 'Return 2 Keys' });
  await expect(modal.getByRole('timer')).toBeVisible();
  await page.goBack();
  await expect(modal).toBeHidden();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(search).toHaveValue('');
  await expect(outside).toBeHidden();
  await expect(page.getByRole('checkbox', { name: one.keyNumber })).toBeChecked();
});

test('a batch code is good for five minutes, and Regenerate gives another', async ({
  campus,
  visit,
}) => {
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person('security'), '/dashboard/about');
  await page.clock.install();
  await page.goto(volunteerPath);
  await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
  await takenKeys(page).getByRole('checkbox', { name: key.keyNumber }).check();
  await returnButton(page).click();
  const modal = page.getByRole('dialog', { name: 'Return 1 Key' });
  await expect(modal.getByRole('timer')).toHaveText(/^Expires in (05:00|04:5\d)$/);
  const first = await readQr(modal.getByRole('img'));
  // An answer would put right the clock that is moved here.
  const letGo = await holdCalls(page, '/api/**');
  await page.clock.fastForward(270_000);
  await expect(modal.getByRole('timer')).toHaveText(/^Expires in 00:[0-3]\d$/);
  await page.clock.fastForward(30_000);
  await expect(modal.getByText('QR expired')).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Close' })).toBeVisible();
  await modal.getByRole('button', { name: 'Regenerate' }).click();
  letGo();
  await expect(modal.getByRole('timer')).toHaveText(/^Expires in (05:00|04:5\d)$/);
  const second = await readQr(modal.getByRole('img'));
  expect(second).not.toBe(first);
  const late = await campus.guard.call(api.batchReturn, { body: { qrData: first } });
  expect(late.body.message).toBe('QR code is no longer valid, please regenerate');
  await campus.guard.get(api.batchReturn, { body: { qrData: second } });
  await expect(modal.getByRole('button', { name: 'Done' })).toBeVisible();
});

test('a list of taken keys that cannot be had says why, and comes on Try Again', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), '/dashboard/about');
  const call = '/api/keys/all-taken';
  await page.route(call, (route) => route.abort('connectionfailed'));
  await page.goto(volunteerPath);
  const failure = page.getByRole('alert');
  await expect(failure).toContainText('Error loading taken keys');
  await expect(failure).toContainText(
    'Unable to connect to the server. Please check your internet connection.',
  );
  await page.unrouteAll();
  // As if the server were of a version that does not know the call.
  await page.route(call, (route) =>
    route.continue({ url: `${campus.url}/api/keys-of-another-version/all-taken` }),
  );
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(failure).toContainText('API function not available');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(failure).toBeHidden();
  await expect(
    page.getByPlaceholder('Search keys...').or(page.getByText('No keys out')),
  ).toBeVisible();
});
