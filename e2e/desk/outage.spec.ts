import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { beginDuty, enrolComputer } from '../../server/test/desk-computer.ts';
import { giveKey } from '../../server/test/handovers.ts';
import { fullChromium } from '../harness/chromium.ts';
import { chooseInDesk, deskLine } from '../harness/menus.ts';
import { test } from '../harness/test.ts';
import { savedSets } from '../offline/saved-sets.ts';

test.use({
  serviceWorkers: 'allow',
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: fullChromium }),
    { scope: 'worker' },
  ],
});

const notConnected =
  /^(You are offline|The server cannot be reached)\. Showing data from \d\d:\d\d\./;

/** When the computer has read the sheet to its end. */
async function sheetRead(page: Page): Promise<void> {
  const answer = await page.waitForResponse('**/api/desk/outage-sheet/pdf');
  expect(answer.status()).toBe(200);
  await answer.finished();
}

/** Waits until the browser shows the file; without the server, a notice offers it. */
async function expectSheetOpens(page: Page, from: 'menu' | 'notice'): Promise<void> {
  const opening = page.waitForEvent('popup');
  if (from === 'menu') await chooseInDesk(page, 'Outage sheet');
  else await page.getByRole('button', { name: 'Outage sheet' }).click();
  const sheet = await opening;
  await expect.poll(() => sheet.frames().length).toBeGreaterThan(1);
  expect(sheet.url()).toMatch(/^blob:/);
  await sheet.close();
}

test('a desk whose server is stopped has its lists and the outage sheet, also after a reload', async ({
  campus,
  visit,
}) => {
  test.slow();
  const before = await campus.another();
  const [holder, key] = [await campus.person(), await campus.key({ keyName: 'Numbat Lab' })];
  await giveKey(campus.guard, holder, key._id);
  const computer = await enrolComputer(campus);
  await beginDuty(computer, campus.guard);
  const desk = await visit(null, `${before.url}/login`);
  // After a reconnect each desk waits for a random time before it reads the sheet.
  await desk.addInitScript(() => {
    const { random } = Math;
    Math.random = () => random() / 50;
  });
  await desk
    .context()
    .addCookies([{ name: 'keydesk_desk', value: computer.secret, url: before.url }]);
  const unavailable = `${before.url}/dashboard/security/unavailable?q=${key.keyNumber}`;
  await Promise.all([sheetRead(desk), desk.goto(unavailable)]);
  const onDuty = deskLine(desk).filter({ hasText: campus.guard.user.name });
  const out = desk.getByRole('button', { name: `Collect ${key.keyNumber}` });
  for (const shown of [onDuty, out]) await expect(shown).toBeVisible();
  await expectSheetOpens(desk, 'menu');
  await desk.waitForFunction(() => navigator.serviceWorker.controller);
  await desk.context().setOffline(true);
  await expect(desk.getByRole('status').getByText('Outage sheet')).toBeVisible();
  await expect.poll(() => savedSets(desk)).toEqual(['known-lists', 'outage-sheet']);

  await before.stop();
  await desk.context().setOffline(false);
  await desk.reload();
  await expect(desk.getByText(notConnected)).toBeVisible();
  await expect(onDuty).toBeVisible();
  await expect(out).toBeDisabled();
  await expectSheetOpens(desk, 'notice');

  await Promise.all([sheetRead(desk), campus.another({ PORT: new URL(before.url).port })]);
  await expect(desk.getByText(notConnected)).toBeHidden();
  await expect(out).toBeEnabled();

  await chooseInDesk(desk, 'End shift');
  const ending = desk.getByRole('dialog', { name: 'End shift' });
  await Promise.all([sheetRead(desk), ending.getByRole('button', { name: 'End shift' }).click()]);
  await expect(desk.getByRole('region', { name: 'No one is on duty' })).toBeVisible();
  await expect(out).toBeVisible();
  await desk.context().setOffline(true);
  await expect(desk.getByText(notConnected)).toBeVisible();
  await expect(out).toBeVisible();
  await expectSheetOpens(desk, 'notice');
});

test('a page that loses the server before it has read a sheet offers the one from before', async ({
  campus,
  visit,
}) => {
  const computer = await enrolComputer(campus);
  await beginDuty(computer, campus.guard);
  const desk = await visit(null, '/login');
  await desk
    .context()
    .addCookies([{ name: 'keydesk_desk', value: computer.secret, url: campus.url }]);
  await Promise.all([sheetRead(desk), desk.goto('/dashboard/security/scanner')]);
  await expect.poll(() => savedSets(desk)).toContain('outage-sheet');
  // The server goes while it prints.
  await desk.route('**/api/desk/outage-sheet/pdf', () => undefined);
  const asked = desk.waitForRequest('**/api/desk/outage-sheet/pdf');
  await desk.reload();
  await asked;
  await expect(deskLine(desk)).toContainText(campus.guard.user.name);
  await desk.context().setOffline(true);
  await expect(desk.getByText(notConnected)).toBeVisible();
  await expectSheetOpens(desk, 'notice');
});

test('a locked desk without a network opens no sheet, and a revoked one keeps none', async ({
  campus,
  visit,
}) => {
  const computer = await enrolComputer(campus);
  await beginDuty(computer, campus.guard);
  const desk = await visit(null, '/login');
  await desk
    .context()
    .addCookies([{ name: 'keydesk_desk', value: computer.secret, url: campus.url }]);
  await Promise.all([sheetRead(desk), desk.goto('/dashboard/security/scanner')]);
  await Promise.all([sheetRead(desk), chooseInDesk(desk, 'Lock')]);
  await expect(desk.getByRole('region', { name: 'Locked' })).toBeVisible();
  await desk.context().setOffline(true);
  await expect(desk.getByText(notConnected)).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Outage sheet' })).toHaveCount(0);
  await expect.poll(() => savedSets(desk)).toContain('outage-sheet');

  const admin = await campus.person('admin');
  await admin.get(api.revokeComputer, { params: { id: computer.id } });
  await desk.context().setOffline(false);
  await expect(desk).toHaveURL(/\/login$/);
  await expect.poll(() => savedSets(desk)).toEqual([]);
});
