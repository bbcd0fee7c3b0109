import { expect, type Locator, type Page } from '@playwright/test';
import { askFor } from '../../server/test/access.ts';
import { historySettled } from '../harness/history.ts';
import { chooseInMenu, showMoreFields } from '../harness/menus.ts';
import { test } from '../harness/test.ts';

const admin = 'admin@campus.test';

const signInLongAgo = "UPDATE sessions SET confirmed_at = now() - interval '20 minutes'";

/** Not the notice of what was refused, which begins with the same words. */
function asked(page: Page) {
  return page.getByRole('dialog', { name: 'Confirm it is you', exact: true });
}

/** Opens the provider's window from the dialog. */
async function providerOf(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await asked(page).getByRole('link', { name: 'Continue with Google' }).click();
  return opening;
}

/** Escape closes whatever has the focus, and a dialog gets it a moment after it opens. */
async function cancelByEscape(page: Page) {
  const hasFocus = () => asked(page).evaluate((it) => it.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press('Escape');
  await expect(asked(page)).toBeHidden();
}

test('an admin who signed in long ago confirms in another window, and their changes are saved', async ({
  campus,
  visit,
}) => {
  test.slow();
  const app = await campus.another({ CONFIRM_SIGN_IN_MINUTES: '15' });
  const page = await visit(null, '/login', { baseURL: app.url });
  await page.goto(`/api/auth/google?login_hint=${admin}`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await campus.db.query(signInLongAgo);

  await page.goto('/dashboard/admin/security');
  await page.getByRole('tab', { name: 'Session Management' }).click();
  const timeout = page.getByRole('spinbutton', { name: 'Session timeout' });
  await timeout.fill('47');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await expect(asked(page)).toBeVisible();
  await asked(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(asked(page)).toBeHidden();
  await expect(timeout).toHaveValue('47');
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  await page.getByRole('button', { name: 'Save Settings' }).click();
  const provider = await providerOf(page);
  await provider.getByRole('button', { name: 'security@campus.test' }).click();
  await expect(provider.getByText('That was another account.')).toBeVisible();
  await expect(asked(page)).toBeVisible();
  await provider.getByRole('link', { name: 'Try Again' }).click();
  await provider.getByRole('button', { name: admin }).click();
  await expect(page.getByText('Security settings updated successfully')).toBeVisible();
  await expect(asked(page)).toBeHidden();
  await expect(timeout).toHaveValue('47');

  await campus.db.query(signInLongAgo);
  const person = await campus.person();
  await historySettled(page);
  await page.goto('/dashboard/admin/users');
  await page.getByRole('searchbox').fill(person.user.email);
  await page.getByRole('button', { name: `Edit ${person.user.name}` }).click();
  const form = page.getByRole('dialog', { name: 'Edit user' });
  await form.getByLabel('Name').fill('Renamed Meanwhile');
  await form.getByLabel('Role').selectOption('security');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await cancelByEscape(page);
  await expect(form.getByLabel('Name')).toHaveValue('Renamed Meanwhile');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await (await providerOf(page)).getByRole('button', { name: admin }).click();
  await expect(page.getByText('User updated successfully')).toBeVisible();
  await expect(page.getByText('Renamed Meanwhile')).toBeVisible();
});

test('each screen that can give someone a key asks for confirmation, keeps what was entered, and then continues', async ({
  campus,
  visit,
}) => {
  test.setTimeout(240_000);
  const app = await campus.another({ CONFIRM_SIGN_IN_MINUTES: '15' });
  const page = await visit(null, '/login', { baseURL: app.url });
  await page.goto(`/api/auth/google?login_hint=${admin}`);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  const key = await campus.key({ keyNumber: 'CONFIRM-1' });
  const asking = await campus.person('faculty', { name: 'Asha Confirms' });

  /** Presses the button twice: cancels first and checks that the input was kept, then confirms. */
  const confirmed = async (press: Locator, kept: () => Promise<void>, done: Locator) => {
    await campus.db.query(signInLongAgo);
    await press.click();
    await cancelByEscape(page);
    await kept();
    await press.click();
    await (await providerOf(page)).getByRole('button', { name: admin }).click();
    await expect(done).toBeVisible();
    await expect(asked(page)).toBeHidden();
    await historySettled(page);
  };
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });

  await page.goto('/dashboard/admin/keys');
  await page.getByPlaceholder('Search keys...').fill('CONFIRM-1');
  await page.getByRole('button', { name: 'Edit CONFIRM-1' }).click();
  const level = dialog('Edit key').getByLabel('Who can take it');
  await showMoreFields(dialog('Edit key'));
  await level.selectOption('Restricted: after approval');
  await confirmed(
    dialog('Edit key').getByRole('button', { name: 'Save changes' }),
    () => expect(level).toHaveValue('restricted'),
    page.getByText('Key CONFIRM-1 updated successfully'),
  );

  await chooseInMenu(page, 'Manage Keys', 'Import');
  const file = { name: 'keys.csv', mimeType: 'text/csv' };
  await campus.db.query(signInLongAgo);
  await dialog('Import keys')
    .getByLabel('CSV file')
    .setInputFiles({
      ...file,
      buffer: Buffer.from(
        'Key Number,Key Name,Location,Department,Block,Category\nCONFIRM-2,B,C,CSE,A,lab',
      ),
    });
  await (await providerOf(page)).getByRole('button', { name: admin }).click();
  await expect(dialog('Import keys').getByText('1 key to add')).toBeVisible();
  await dialog('Import keys').getByRole('button', { name: 'Apply' }).click();
  await expect(dialog('Import keys').getByText('1 key added, 0 keys changed')).toBeVisible();
  await dialog('Import keys').getByRole('button', { name: 'Done' }).click();

  await page.getByPlaceholder('Search keys...').fill('CONFIRM-');
  await chooseInMenu(page, 'Manage Keys', 'Select');
  await page.getByRole('checkbox', { name: /^Select CONFIRM-1/ }).check();
  await page.getByRole('button', { name: 'Edit selected' }).click();
  const department = dialog(/^Edit/).getByLabel('Department');
  await department.selectOption('CIVIL');
  await confirmed(
    dialog(/^Edit/).getByRole('button', { name: 'Save changes' }),
    () => expect(department).toHaveValue('CIVIL'),
    page.getByText('1 key updated successfully'),
  );

  await chooseInMenu(page, 'CONFIRM-2', 'Delete');
  await confirmed(
    dialog('Delete key').getByRole('button', { name: 'Delete' }),
    () => expect(dialog('Delete key')).toContainText('CONFIRM-2'),
    page.getByText('Key CONFIRM-2 deleted successfully'),
  );

  await askFor(asking, key._id);
  await page.goto('/dashboard/to-decide');
  const open = page.getByRole('list', { name: 'Open requests' }).getByRole('listitem');
  await open.getByRole('button', { name: /^Approve until…/ }).click();
  const deciding = dialog('Approve or deny');
  const note = deciding.getByLabel('Note (optional)');
  await note.fill('With gloves');
  await confirmed(
    deciding.getByRole('button', { name: 'Approve until then' }),
    () => expect(note).toHaveValue('With gloves'),
    page.getByRole('list', { name: 'Decided' }).getByText(`${asking.user.name} · CONFIRM-1`),
  );
});

test('a guard confirms on the phone before the PIN they typed is saved', async ({
  campus,
  visit,
}) => {
  const app = await campus.another({ CONFIRM_SIGN_IN_MINUTES: '15' });
  const guard = 'security@campus.test';
  const page = await visit(null, '/login', { baseURL: app.url, device: 'phone' });
  await page.goto(`/api/auth/google?login_hint=${guard}`);
  await page.waitForURL(/dashboard/);
  await page.goto('/dashboard/profile');
  await campus.db.query(signInLongAgo);
  await page.getByRole('button', { name: 'Set PIN' }).click();
  await page.getByLabel('New PIN').fill('482913');
  await page.getByRole('button', { name: 'Save PIN' }).click();
  await (await providerOf(page)).getByRole('button', { name: guard }).click();
  await expect(page.getByText('PIN saved')).toBeVisible();
});
