import { api } from '@keydesk/shared/api';
import { expect, type Locator, type Page } from '@playwright/test';
import { batchCode, giveKey, requestCode, returnCode } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { readQr } from '../harness/read-qr.ts';
import { test, type Visit } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const scanner = '/dashboard/security/scanner';

async function openDesk(guard: TestClient, visit: Visit): Promise<Page> {
  const page = await visit(guard, scanner);
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  return page;
}

/** The loan that a key is in. */
async function loanOf(campus: TestApp, id: string): Promise<string> {
  const { key } = (await campus.guard.get(api.getKey, { params: { id } })).data;
  return key.loanId ?? '';
}

/** Undoes a handover on another screen of the guard who recorded it. */
async function undo(campus: TestApp, loanId: string, handover: 'hand-out' | 'return') {
  const body = { reason: handover === 'return' ? 'not-there' : 'mistake', handover };
  await campus.guard.get(api.undoHandover, { params: { id: loanId }, body });
}

/** The open result; messages have the same role. */
function resultOn(page: Page): Locator {
  return page
    .getByRole('dialog')
    .filter({ has: page.getByRole('button', { name: 'Done', exact: true }) });
}

async function expectColour(text: Locator, token: string): Promise<void> {
  const colours = await text.evaluate((element, name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    element.append(probe);
    const both = [getComputedStyle(element).color, getComputedStyle(probe).color];
    probe.remove();
    return both;
  }, token);
  expect(colours[0]).toBe(colours[1]);
}

test('the tick of a phone turns into a warning when the return is undone', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  const loanId = await loanOf(campus, key._id);
  const page = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
  await page.getByRole('button', { name: 'Show Return QR' }).click();
  const sheet = page.getByRole('dialog', { name: `Return Key ${key.keyNumber}` });
  const qrData = await readQr(sheet.getByRole('img'));
  await campus.guard.get(api.scanReturn, { body: { qrData } });
  await expect(sheet).toContainText(`${key.keyNumber} is back at the desk`);
  await undo(campus, loanId, 'return');
  const warning = sheet.getByRole('alert');
  await expect(warning).toContainText('Return undone');
  await expect(warning).toContainText(`${key.keyNumber} is still with you`);
  await expect(sheet).not.toContainText('Key returned');
  await campus.guard.get(api.collectKey, { params: { id: key._id }, body: {} });
  await expect(sheet).toContainText('Key returned');
});

test('the tick of a phone turns into a warning when the hand-out is undone while it is offline', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key();
  const page = await visit(holder, '/dashboard/faculty/keylist', { device: 'phone' });
  await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
  await page.getByRole('button', { name: 'Generate QR' }).click();
  const sheet = page.getByRole('dialog', { name: `Request Key ${key.keyNumber}` });
  const qrData = await readQr(sheet.getByRole('img'));
  await campus.guard.get(api.scanRequest, { body: { qrData } });
  await expect(sheet).toContainText(`${key.keyNumber} is now with you`);
  await page.context().setOffline(true);
  await undo(campus, await loanOf(campus, key._id), 'hand-out');
  await page.context().setOffline(false);
  const warning = sheet.getByRole('alert');
  await expect(warning).toContainText('Hand-out undone');
  await expect(warning).toContainText(`${key.keyNumber} was not handed to you`);
});

test('a desk that shows a hand-out hears that its holder says Not me', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Petra Pangolin' });
  const key = await campus.key({ keyName: 'Pangolin Den', hook: 'P-17' });
  const page = await visit(
    await campus.person('security'),
    '/dashboard/security/available?q=Pangolin',
  );
  await page.getByRole('button', { name: `Hand out ${key.keyNumber}` }).click();
  const lend = page.getByRole('dialog', { name: 'Hand out without a code' });
  await lend.getByRole('searchbox', { name: 'Name, Faculty ID or email' }).fill(holder.user.name);
  await lend.getByRole('button', { name: 'Petra Pangolin' }).click();
  await lend.getByRole('button', { name: 'Hand out' }).click();
  const result = resultOn(page);
  await expect(result).toContainText('Hand it to Petra Pangolin.');
  await holder.get(api.disputeLoan, { params: { id: await loanOf(campus, key._id) } });
  await expect(result).toContainText(`Petra Pangolin says they do not have ${key.keyNumber}`);
  await expectColour(result.getByRole('heading').locator('span').first(), '--out');
  for (const gone of ['Hand it', 'Handed out', 'P-17'])
    await expect(result).not.toContainText(gone);
});

test('a desk that shows a return hears that another one undid it, and that it was handed out since', async ({
  campus,
  visit,
}) => {
  const [asha, ravi] = [
    await campus.person('faculty', { name: 'Asha Axolotl' }),
    await campus.person('faculty', { name: 'Ravi Raccoon' }),
  ];
  const key = await campus.key({ hook: 'A-9' });
  await giveKey(campus.guard, asha, key._id);
  const loanId = await loanOf(campus, key._id);
  const guard = await campus.person('security');
  const page = await openDesk(guard, visit);
  await scanCode(page, (await returnCode(asha, key._id)).qrText);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm Return' }).click();
  const result = resultOn(page);
  await expect(result).toContainText('Hang it on its hook.');
  await guard.get(api.undoHandover, {
    params: { id: loanId },
    body: { reason: 'not-there', handover: 'return' },
  });
  await expect(result).toContainText('Return undone');
  await expect(result).toContainText(`${key.keyNumber} is still with Asha Axolotl`);
  await expect(result).not.toContainText('A-9');
  await campus.guard.get(api.collectKey, { params: { id: key._id }, body: {} });
  await expect(result).toContainText('Hang it on its hook.');
  const { qrText } = await requestCode(ravi, key._id);
  await campus.guard.get(api.scanRequest, { body: { qrData: qrText } });
  await expect(result).toContainText('Already handed out');
  await expect(result).toContainText(`${key.keyNumber} is now with Ravi Raccoon`);
});

test('a batch counts what is left of it, and of nothing names no hook', async ({
  campus,
  visit,
}) => {
  const asha = await campus.person('faculty', { name: 'Asha Axolotl' });
  const keys = [];
  for (const hook of ['B-1', 'B-2', 'B-3']) keys.push(await campus.key({ hook }));
  for (const { _id } of keys) await giveKey(campus.guard, asha, _id);
  const guard = await campus.person('security');
  const page = await openDesk(guard, visit);
  const { qrText } = await batchCode(
    asha,
    keys.map(({ _id }) => _id),
  );
  await scanCode(page, qrText);
  const result = resultOn(page);
  await expect(result).toContainText('3 keys');
  const undoFirst = async () => {
    await result.getByRole('button', { name: /^Undo/ }).first().click();
    await page.getByRole('button', { name: /^Key is not here/ }).click();
  };
  for (const [left, text] of [
    ['2 keys returned', 'Check that both keys are here, then hang them on their hooks.'],
    ['Returned', 'Check that it is this key, then hang it on its hook.'],
  ] as const) {
    await undoFirst();
    await expect(result).toContainText(text);
    await expect(result.getByText(left, { exact: true })).toBeVisible();
  }
  await undoFirst();
  await expect(result).toContainText('Return undone');
  await expect(result).toContainText('There is no key to hang up.');
  await expectColour(result.getByRole('heading').locator('span').first(), '--out');
  for (const gone of ['B-1', 'B-2', 'B-3', '0 keys']) await expect(result).not.toContainText(gone);
  await expect(result.getByText('is still with Asha Axolotl')).toHaveCount(3);
  await result.getByRole('button', { name: 'Done' }).click();

  await scanCode(page, qrText);
  const refused = page.getByRole('dialog', { name: 'Code already used' });
  await expect(refused).toContainText('was undone');
  await expect(refused).not.toContainText('Returned by');
  await expect(refused.getByText('With Asha Axolotl')).toHaveCount(3);
});

test('the notice of a return says that it was undone, and what comes while all are marked stays unread', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  const loanId = await loanOf(campus, key._id);
  await campus.guard.get(api.collectKey, { params: { id: key._id }, body: {} });
  const page = await visit(holder, '/dashboard/notifications', { device: 'phone' });
  const list = page.getByRole('list', { name: 'Notifications' });
  await expect(list.getByText('was collected by')).toBeVisible();
  await undo(campus, loanId, 'return');
  const collected = list.getByRole('listitem').filter({ hasText: 'was collected by' });
  await expect(collected).toContainText(`Undone: ${key.keyNumber}`);

  const later = await campus.key();
  await page.route('/api/notifications/mark-all-read', async (route) => {
    await giveKey(campus.guard, holder, later._id);
    await route.continue();
  });
  await page.getByRole('button', { name: 'Mark all read' }).click();
  const unread = list
    .getByRole('listitem')
    .filter({ has: page.getByText('Unread', { exact: true }) });
  await expect(unread).toHaveCount(1);
  await expect(unread).toContainText(later.keyNumber);
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
});
