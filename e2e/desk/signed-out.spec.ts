import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { requestCode } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { holdLiveConnection } from '../harness/network.ts';
import { blank, test, type Visit } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

const scanner = '/dashboard/security/scanner';

/** A desk's page that has been used, and its person. */
async function openDesk(campus: TestApp, visit: Visit) {
  const guard = await campus.person('security');
  const page = await visit(guard, scanner);
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  return { guard, page };
}

/** Lets the session end as if no one had used it for hours. */
async function letIdle({ db }: TestApp, { secrets }: TestClient): Promise<void> {
  const { sessionId } = secrets;
  // The use by the page just opened is stored a moment later, and would bring the session back.
  await expect
    .poll(async () => {
      const { rows } = await db.query<{ used: boolean }>(
        'SELECT last_active_at > created_at AS used FROM sessions WHERE id = $1',
        [sessionId],
      );
      return rows[0]?.used;
    })
    .toBe(true);
  await db.query("UPDATE sessions SET last_active_at = now() - interval '3 hours' WHERE id = $1", [
    sessionId,
  ]);
}

function signIn(page: Page, { user }: TestClient) {
  return page.goto(`/api/auth/google?login_hint=${encodeURIComponent(user.email)}`);
}

const keptText = /^The code scanned at .* is saved for 2 minutes/;

test('a desk that was idle says why, hears a scan, and uses it after signing in', async ({
  campus,
  visit,
}) => {
  const { guard, page } = await openDesk(campus, visit);
  await letIdle(campus, guard);
  await expect(page).toHaveURL('/login');
  await expect(
    page.getByText(/^You were signed out (at|on) .* after \d+ minutes without activity\.$/),
  ).toBeVisible();

  const [holder, key] = [await campus.person(), await campus.key()];
  const { qrText } = await requestCode(holder, key._id);
  // The page may not listen yet.
  await expect(async () => {
    await scanCode(page, qrText);
    await expect(page.getByText(keptText)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.reload();
  await expect(page.getByText(keptText)).toBeVisible();

  await signIn(page, guard);
  const handedOver = page.getByRole('dialog', { name: 'Handed out' });
  await expect(handedOver).toContainText(key.keyNumber);
  await expect(handedOver).toContainText(`Hand it to ${holder.user.name}.`);
});

test.describe('a scan at the desk whose session has just been ended', () => {
  /** The desk learns of the end by its scan. */
  const scanWithoutSession = async (campus: TestApp, visit: Visit, text: string) => {
    const { guard, page } = await openDesk(campus, visit);
    await holdLiveConnection(page);
    await page.reload();
    await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
    // A read still under way would learn of the end before the scan does.
    await page.waitForLoadState('networkidle');
    await campus.db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [
      guard.secrets.sessionId,
    ]);
    await scanCode(page, text);
    await expect(page).toHaveURL('/login');
    await expect(
      page.getByText(/^You were signed out at .* by an admin or from another device\.$/),
    ).toBeVisible();
    await expect(page.getByText(keptText)).toBeVisible();
    return { guard, page };
  };

  const status = async (campus: TestApp, id: string) =>
    (await campus.guard.get(api.getKey, { params: { id } })).data.key.status;

  test('is used once the same person has signed in', async ({ campus, visit }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    const { qrText } = await requestCode(holder, key._id);
    const { guard, page } = await scanWithoutSession(campus, visit, qrText);
    await signIn(page, guard);
    await expect(page.getByRole('dialog', { name: 'Handed out' })).toContainText(key.keyNumber);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'QR Scanner' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('is dropped when someone else signs in', async ({ campus, visit }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    const { qrText } = await requestCode(holder, key._id);
    const { page } = await scanWithoutSession(campus, visit, qrText);
    await signIn(page, await campus.person('security'));
    await expect(page.getByRole('heading', { name: 'QR Scanner' })).toBeVisible();
    await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
    expect(await status(campus, key._id)).toBe('available');
  });

  test('is not used after two minutes, and the desk says so', async ({ campus, visit }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    const { qrText } = await requestCode(holder, key._id);
    const { guard, page } = await scanWithoutSession(campus, visit, qrText);
    await page.evaluate(() => {
      const kept = JSON.parse(sessionStorage['kept-scan']);
      sessionStorage['kept-scan'] = JSON.stringify({
        ...kept,
        scannedAt: kept.scannedAt - 125_000,
      });
    });
    await signIn(page, guard);
    await expect(
      page.getByText(/^The code scanned at .* was not used within 2 minutes/),
    ).toBeVisible();
    expect(await status(campus, key._id)).toBe('available');
  });
});

test('a desk is warned a minute before its session ends, and stays with one press', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('security'), blank);
  await page.clock.install();
  let secondsLeft = 300;
  await page.route('/api/auth/check-auth', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const endsAt = new Date(Date.now() + secondsLeft * 1_000).toISOString();
    await route.fulfill({ response, json: { ...body, session: { endsAt, reason: 'idle' } } });
  });
  await page.goto(scanner);
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  const warning = page.getByRole('alertdialog', { name: 'Signing out soon' });
  await expect(warning).toBeHidden();
  // What watches over the end of the session is loaded after the desk is shown.
  await page.waitForLoadState('networkidle');
  secondsLeft = 50;
  await page.clock.fastForward(245_000);
  await expect(warning).toContainText(/You will be signed out in [1-5]\d s\./);
  await expect(warning.getByRole('button', { name: 'Stay signed in' })).toBeFocused();
  const staying = page.waitForResponse('/api/auth/stay-signed-in');
  await warning.getByRole('button', { name: 'Stay signed in' }).click();
  expect((await staying).status()).toBe(200);
  await expect(warning).toBeHidden();
  await expect(page).toHaveURL(scanner);
});
