import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { test } from '../harness/test.ts';

test('two admins save different security settings, and the second is asked about the same one', async ({
  campus,
  visit,
}) => {
  const [meera, jonas] = await Promise.all([
    campus.person('admin', { name: 'Meera Nair' }),
    campus.person('admin', { name: 'Jonas Weber' }),
  ]);
  const before = (await meera.get(api.getSecuritySettings)).data;
  const path = '/dashboard/admin/security';
  const [hers, his] = await Promise.all([visit(meera, path), visit(jonas, path)]);
  const duration = { name: 'Maximum session duration' };
  const save = { name: 'Save Settings' };
  await his.getByRole('spinbutton', duration).fill('30');
  await his.getByRole('tab', { name: 'Audit Logging' }).click();
  await his.getByRole('spinbutton', { name: 'Retention' }).fill('60');

  await hers.getByRole('tab', { name: 'Desk' }).click();
  await hers.getByRole('checkbox', { name: 'No new keys while one is overdue' }).check();
  await hers.getByRole('button', save).click();
  await expect(hers.getByText('Security settings updated successfully')).toBeVisible();
  await his.getByRole('button', save).click();
  await expect(his.getByText('Security settings updated successfully')).toBeVisible();
  const stored = async () => (await meera.get(api.getSecuritySettings)).data;
  expect(await stored()).toMatchObject({
    desk: { noKeysWhileOverdue: true },
    sessionSettings: { maxSessionDuration: 30 },
    auditLogging: { retentionDays: 60 },
  });

  await hers.getByRole('tab', { name: 'Session Management' }).click();
  await hers.getByRole('spinbutton', duration).fill('40');
  await hers.getByRole('tab', { name: 'Desk' }).click();
  await hers.getByRole('button', save).click();
  await expect(hers.getByText(/^Jonas Weber changed this at \d\d:\d\d\.$/)).toBeVisible();
  await expect(hers.getByRole('spinbutton', duration)).toHaveValue('40');
  await expect(
    hers.getByText('Someone changed this to “30”. Save again to replace it with yours.'),
  ).toBeVisible();
  expect((await stored()).sessionSettings.maxSessionDuration).toBe(30);
  await hers.getByRole('button', save).click();
  await expect(hers.getByText('Unsaved changes')).toBeHidden();
  expect(await stored()).toMatchObject({
    sessionSettings: { maxSessionDuration: 40 },
    auditLogging: { retentionDays: 60 },
  });
  // Other tests share this campus.
  const { sessionSettings, auditLogging } = before;
  const body = { sessionSettings, auditLogging, desk: { noKeysWhileOverdue: false } };
  await meera.get(api.putSecuritySettings, { body });
});

test('when another admin has changed a person, the form shows both names and keeps the one entered', async ({
  campus,
  visit,
}) => {
  const [meera, jonas] = await Promise.all([
    campus.person('admin', { name: 'Meera Nair' }),
    campus.person('admin', { name: 'Jonas Weber' }),
  ]);
  const asha = await campus.person('faculty', { name: 'Asha Before' });
  const page = await visit(jonas, '/dashboard/admin/users?q=Asha%20Before');
  await page.getByRole('button', { name: 'Edit Asha Before' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit user' });
  await dialog.getByLabel('Name').fill('Asha Jonas');
  const params = { id: asha.user.id };
  await meera.get(api.updateUser, { params, body: { name: 'Asha Meera', role: 'security' } });

  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/^Meera Nair changed this at \d\d:\d\d\.$/)).toBeVisible();
  await expect(
    dialog.getByText('Someone changed this to “Asha Meera”. Save again to replace it with yours.'),
  ).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Asha Jonas');
  await expect(dialog.getByLabel('Role')).toHaveValue('security');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog).toBeHidden();
  expect((await meera.get(api.userDetails, { params })).data.user).toMatchObject({
    name: 'Asha Jonas',
    role: 'security',
  });
});

test('a half-filled key form is still there after the session was ended elsewhere', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  const page = await visit(admin, '/dashboard/admin/keys');
  await page.getByRole('button', { name: 'Add key' }).click();
  const number = page.getByRole('dialog').getByLabel('Key number');
  await number.fill('HALF-1');
  await campus.db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [
    admin.secrets.sessionId,
  ]);
  await expect(page).toHaveURL('/login');
  await page.goto(`/api/auth/google?login_hint=${encodeURIComponent(admin.user.email)}`);
  await page.getByRole('button', { name: 'Add key' }).click();
  await expect(number).toHaveValue('HALF-1');
});
