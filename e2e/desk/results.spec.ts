import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import {
  ageLoans,
  batchCode,
  giveKey,
  requestCode,
  returnCode,
} from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { test, type Visit } from '../harness/test.ts';
import { collectAll, type TestApp } from '../harness/test-app.ts';

const scanner = '/dashboard/security/scanner';

async function openDesk(campus: TestApp, visit: Visit): Promise<Page> {
  const page = await visit(await campus.person('security'), scanner);
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  return page;
}

/**
 * The calls that the page makes for its scans from now on, in order: all that write, and reads of one
 * key or person. Lists and settings any page may read at any time.
 */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isOfScan = request.method() !== 'GET' || /[0-9a-f]{24}/.test(pathname);
    if (pathname.startsWith('/api/') && isOfScan) calls.push(pathname);
  });
  return calls;
}

test('a return takes two calls, a request one, and each result says what to do', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key({ keyName: 'Dugong Workshop', location: 'West wing' });
  const page = await openDesk(campus, visit);
  const calls = callsOf(page);
  await scanCode(page, (await requestCode(holder, key._id)).qrText);
  const handedOver = page.getByRole('dialog', { name: 'Handed out' });
  for (const text of [
    key.keyNumber,
    'Dugong Workshop',
    'West wing',
    `Hand it to ${holder.user.name}.`,
  ])
    await expect(handedOver).toContainText(text);
  await handedOver.getByRole('button', { name: 'Done' }).click();

  await scanCode(page, (await returnCode(holder, key._id)).qrText);
  const confirm = page.getByRole('dialog', { name: 'Confirm Return' });
  await expect(confirm).toContainText(holder.user.email);
  await confirm.getByRole('button', { name: 'Confirm Return' }).click();
  const returned = page.getByRole('dialog', { name: 'Returned', exact: true });
  const text = `Key ${key.keyNumber} (Dugong Workshop) returned successfully`;
  await expect(returned).toContainText('Hang it on its hook.');
  // No toast says the same beside the dialog.
  await expect(page.getByText(text)).toHaveCount(1);
  expect(calls).toEqual([
    '/api/keys/qr-scan/request',
    '/api/qr/resolve',
    '/api/keys/qr-scan/return',
  ]);
});

for (const [device, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['tablet', { width: 820, height: 1180 }],
  ['desktop', { width: 1440, height: 900 }],
] as const)
  test(`on a ${device} a result shows first and largest which key, its hook, and what to do`, async ({
    campus,
    visit,
  }) => {
    const holder = await campus.person('faculty', { name: 'Petra Pangolin' });
    const key = await campus.key({ keyName: 'Pangolin Den', location: 'West wing', hook: 'P-17' });
    const page = await visit(await campus.person('security'), scanner, { viewport });
    await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
    const expectOrder = async (title: string, step: string) => {
      const dialog = page.getByRole('dialog', { name: title, exact: true });
      const status = dialog.getByRole('status');
      const lines = [key.keyNumber, 'P-17', step, 'Pangolin Den'].map((text) =>
        status.getByText(text, { exact: true }),
      );
      const looks = [];
      for (const line of lines)
        looks.push({
          size: await line.evaluate((element) =>
            Number.parseFloat(getComputedStyle(element).fontSize),
          ),
          top: (await line.boundingBox())?.y ?? 0,
        });
      const [number, hook, next, name] = looks.map(({ size }) => size);
      expect(number).toBeGreaterThan(hook ?? 0);
      expect(hook).toBe(next);
      expect(next).toBeGreaterThan(name ?? 0);
      const tops = looks.map(({ top }) => top);
      expect(tops).toEqual(tops.toSorted((one, other) => one - other));
      for (const line of lines.slice(0, 3)) await expect(line).toBeInViewport({ ratio: 1 });
      await dialog.getByRole('button', { name: 'Done' }).click();
    };
    await scanCode(page, (await requestCode(holder, key._id)).qrText);
    await expectOrder('Handed out', 'Hand it to Petra Pangolin.');
    await scanCode(page, (await returnCode(holder, key._id)).qrText);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm Return' }).click();
    await expectOrder('Returned', 'Hang it on its hook.');
  });

test('of a key that is out the desk reads which it is, who has it and since when', async ({
  campus,
  visit,
}) => {
  const [first, second] = [await campus.person(), await campus.person()];
  const key = await campus.key({ keyName: 'Dugong Library' });
  const late = await requestCode(second, key._id);
  await giveKey(campus.guard, first, key._id);
  const page = await openDesk(campus, visit);
  await scanCode(page, late.qrText);
  const error = page.getByRole('dialog', { name: 'Key is out' });
  await expect(error.getByRole('alert')).toHaveText('Key is not available');
  for (const text of [key.keyNumber, 'Dugong Library', first.user.name])
    await expect(error).toContainText(text);
  await expect(error).toContainText(/since \d?\d:\d\d/);
});

test('while no one scans, the desk sees what is out, overdue, and was handed over last', async ({
  campus,
  visit,
}) => {
  await collectAll(campus);
  const holder = await campus.person('faculty', { name: 'Tara Tardy' });
  const [overdue, next] = [await campus.key(), await campus.key()];
  await giveKey(campus.guard, holder, overdue._id);
  await ageLoans(campus.db, overdue._id, 3);
  await campus.guard.get(api.toggleFrequentKey, { params: { id: overdue._id } });

  const page = await openDesk(campus, visit);
  const now = page.getByRole('region', { name: 'At the desk now' });
  await expect(now.getByRole('link', { name: /^1 ?Out$/ })).toBeVisible();
  await expect(now.getByRole('link', { name: /^1 ?Overdue$/ })).toBeVisible();
  await now.getByRole('link', { name: /^1 ?Overdue$/ }).click();
  const late = page.getByRole('list', { name: 'Overdue' });
  await late.getByRole('link', { name: overdue.keyNumber }).click();
  const details = page.getByRole('dialog', { name: `${overdue.keyNumber} Overdue` });
  await details
    .getByRole('button', { name: `Remind Tara Tardy of key ${overdue.keyNumber}` })
    .click();
  await expect(details.getByRole('button', { name: 'Reminded' })).toBeVisible();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toBeHidden();
  await page.getByRole('link', { name: 'Scanner' }).click();

  await giveKey(campus.guard, holder, next._id);
  await expect(now.getByRole('link', { name: /^2 ?Out$/ })).toBeVisible();
  const recent = page.getByRole('region', { name: 'Recent handovers' }).getByRole('listitem');
  await expect(recent.first()).toContainText(next.keyNumber);
  await expect(recent.first()).toContainText('Tara Tardy');

  const third = await campus.key();
  await requestCode(holder, third._id);
  await expect(now.getByText(/^\d+ ?Waiting$/)).toBeVisible();
  const waiting = now
    .getByRole('list', { name: 'Waiting' })
    .getByRole('listitem')
    .filter({ hasText: third.keyNumber });
  await expect(waiting).toContainText('Tara Tardy');
  await page.reload();
  await expect(waiting).toContainText('Tara Tardy');
  await giveKey(campus.guard, holder, third._id);
  await expect(waiting).toBeHidden();
  await expect(recent.first()).toContainText(third.keyNumber);
  await page.reload();
  await expect(recent.first()).toContainText(third.keyNumber);
  await recent.first().getByRole('link', { name: third.keyNumber }).click();
  await expect(page.getByRole('dialog', { name: third.keyNumber })).toBeVisible();
  await page.goBack();
  await now.getByRole('link', { name: /Overdue$/ }).click();
  await expect(page).toHaveURL('/dashboard/security/unavailable?show=overdue');
  await expect(late).toContainText(overdue.keyNumber);
  await page.goBack();
  await expect(page).toHaveURL(scanner);
  await now.getByRole('link', { name: /Out$/ }).click();
  await expect(page).toHaveURL('/dashboard/security/unavailable');
});

test('a batch is counted before its result closes, and a refused one says what to do', async ({
  campus,
  visit,
}) => {
  const [holder, volunteer] = [await campus.person(), await campus.person()];
  const [first, second] = [await campus.key(), await campus.key()];
  for (const { _id } of [first, second]) await giveKey(campus.guard, holder, _id);
  const page = await openDesk(campus, visit);
  const both = await batchCode(volunteer, [first._id, second._id]);
  const { qrText } = await returnCode(holder, first._id);
  await campus.guard.get(api.scanReturn, { body: { qrData: qrText } });
  await scanCode(page, both.qrText);
  await expect(page.getByRole('dialog', { name: 'Already returned' })).toContainText(
    `No key was taken back. Ask for a new code without ${first.keyNumber}.`,
  );
  await scanCode(page, 'a ticket for the planetarium');
  await expect(page.getByRole('dialog', { name: 'Not a Keydesk code' })).toContainText(
    'Ask the person to open Keydesk and show the code there.',
  );
  await scanCode(page, (await batchCode(volunteer, [second._id])).qrText);
  const returned = page.getByRole('dialog', { name: 'Returned', exact: true });
  await expect(returned).toContainText(second.keyNumber);
  await expect(returned).not.toContainText('1 key');
  await returned.getByRole('button', { name: 'Done' }).click();

  await scanCode(page, (await requestCode(holder, first._id)).qrText);
  await expect(page.getByRole('dialog', { name: 'Handed out' })).toContainText(
    /Due (today|tomorrow) /,
  );
});

test('on a tablet the tabs stay at the thumb, beside the sidebar', async ({ campus, visit }) => {
  const page = await visit(await campus.person('security'), scanner, {
    viewport: { width: 1180, height: 820 },
  });
  const tabs = page.getByRole('navigation', { name: 'Desk' });
  const box = async () => (await tabs.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar).toBeVisible();
  await expect(tabs).toBeVisible();
  const { x, y, height } = await box();
  expect(y + height).toBe(820);
  const beside = await sidebar.boundingBox();
  expect(x).toBeGreaterThanOrEqual((beside?.x ?? 0) + (beside?.width ?? 0));
  await page.setViewportSize({ width: 1181, height: 820 });
  await expect.poll(async () => (await box()).y).toBeLessThan(200);
});
