import { expect, type Page } from '@playwright/test';
import { giveKey, requestCode, returnCode } from '../../server/test/handovers.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import { historySettled } from '../harness/history.ts';
import { test } from '../harness/test.ts';

const about = '/dashboard/about';
const keylist = '/dashboard/faculty/keylist';
const scanner = '/dashboard/security/scanner';

/** Opens the second page from the first, so that there is something to go back to. */
async function from(page: Page, path: string): Promise<void> {
  await page.getByRole('heading', { name: 'About Us' }).waitFor();
  await page.goto(path);
}

function menu(page: Page) {
  return page.getByRole('dialog', { name: 'Keydesk' });
}

test('Back closes a code and leaves the search below it; closed by its button, it leaves no entry', async ({
  campus,
  visit,
}) => {
  await campus.key({ keyName: 'Kowari Lab' });
  const page = await visit(await campus.person(), about, { device: 'phone' });
  await from(page, keylist);
  const search = page.getByPlaceholder('Search keys...');
  const modal = page.getByRole('dialog', { name: 'Request Key' });
  await search.fill('kowari lab');
  await page.getByRole('button', { name: 'Generate QR' }).click();
  await expect(modal.getByRole('timer')).toBeVisible();
  await page.goBack();
  await expect(modal).toBeHidden();
  await expect(search).toHaveValue('kowari lab');

  await page.getByRole('button', { name: 'Generate QR' }).click();
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toBeHidden();
  await expect(search).toHaveValue('kowari lab');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
});

test('Back closes the details of a key, then its department', async ({ campus, visit }) => {
  const key = await campus.key({ keyName: 'Phascogale Room', department: 'RESEARCH' });
  const page = await visit(await campus.person(), keylist, { device: 'phone' });
  await page.getByRole('button', { name: 'RESEARCH' }).click();
  const department = page.getByRole('region', { name: 'RESEARCH keys' });
  await department.getByRole('link', { name: key.keyNumber }).click();
  await expect(page.getByRole('dialog', { name: key.keyNumber })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(department).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Departments' })).toBeVisible();
});

test('Back closes the menu of a phone, and Forward does not open it', async ({ campus, visit }) => {
  const page = await visit(await campus.person(), about, { device: 'phone' });
  const open = page.getByRole('button', { name: 'Open menu' });
  await open.click();
  await expect(menu(page)).toBeVisible();
  await page.goBack();
  await expect(menu(page)).toBeHidden();
  await expect(page).toHaveURL(about);
  await page.goForward();
  await expect(menu(page)).toBeHidden();
  await expect(open).toBeVisible();

  await open.click();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await open.click();
  await menu(page).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
  await expect(menu(page)).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  await expect(menu(page)).toBeHidden();
});

test('an open menu is gone after a reload, and so is its entry', async ({ campus, visit }) => {
  const page = await visit(await campus.person(), '/dashboard/profile', { device: 'phone' });
  await page.getByRole('heading', { name: 'Profile Settings' }).waitFor();
  await page.goto(about);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  await historySettled(page);
  await expect(menu(page)).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
});

test('Back closes the result of a scan, then the scanner', async ({ campus, camera }) => {
  const page = await camera.visit(await campus.person('security'), scanner);
  const overlay = page.getByRole('dialog', { name: 'Scan QR code' });
  const error = page.getByRole('dialog', { name: 'Not a Keydesk code' });
  camera.show('a ticket for the planetarium');
  await page.getByRole('button', { name: 'Start Scanning' }).click();
  await expect(error).toBeVisible();
  camera.show(null);
  await page.goBack();
  await expect(error).toBeHidden();
  await expect(overlay.getByRole('status')).toHaveText('Scanning');

  const [holder, key] = [await campus.person(), await campus.key()];
  const done = page.getByRole('dialog', { name: 'Handed out' });
  camera.show((await requestCode(holder, key._id)).qrText);
  await expect(done).toBeVisible();
  camera.show(null);
  await page.getByRole('button', { name: 'Scan next' }).click();
  await expect(done).toBeHidden();
  await expect.poll(() => page.evaluate(() => window.history.state.overlays)).toBe(1);
  await page.goBack();
  await expect(overlay).toBeHidden();
  await expect(page).toHaveURL(scanner);
});

test('Back cancels the return that the desk is asked to confirm', async ({ campus, visit }) => {
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(await campus.person('security'), scanner);
  await page.getByText('USB scanner ready. Scan a code.').waitFor();
  await scanCode(page, (await returnCode(holder, key._id)).qrText);
  const dialog = page.getByRole('dialog', { name: 'Confirm Return' });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(scanner);
  const { rows } = await campus.db.query(
    'SELECT 1 FROM loans WHERE key_id = $1 AND returned_at IS NULL',
    [key._id],
  );
  expect(rows).toHaveLength(1);
});

test('Back closes a form of the admin, not the page below', async ({ campus, visit }) => {
  const page = await visit(await campus.person('admin'), about);
  await from(page, '/dashboard/admin/keys');
  await page.getByRole('button', { name: 'Add key' }).click();
  const form = page.getByRole('dialog', { name: 'Add key' });
  await expect(form).toBeVisible();
  await page.goBack();
  await expect(form).toBeHidden();
  await expect(page).toHaveURL('/dashboard/admin/keys');
  await page.getByRole('button', { name: 'User menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(page).toHaveURL('/dashboard/admin/keys');
});

test('Back asks before it leaves unsaved settings, and works again afterwards', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('admin'), '/dashboard/admin');
  await page.getByRole('link', { name: 'Security Settings' }).click();
  await page.getByRole('tab', { name: 'Session Management' }).click();
  const timeout = page.getByRole('spinbutton', { name: 'Session timeout' });
  await timeout.fill('31');
  page.once('dialog', (asked) => asked.dismiss());
  await page.goBack();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/admin/security');
  await expect(timeout).toHaveValue('31');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
});
