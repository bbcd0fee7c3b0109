import { api } from '@keydesk/shared/api';
import { defaultSecuritySettings } from '@keydesk/shared/campus/settings';
import { pollHeader } from '@keydesk/shared/session/session-end';
import { expect, type Page } from '@playwright/test';
import { test } from '../harness/test.ts';
import { queryRow } from './query-row.ts';

const settings = '/dashboard/admin/security';

const bounds = {
  'Password Policy': [
    ['Minimum length', 'Minimum length', 6, 32],
    ['Maximum age', 'Maximum age', 30, 365],
  ],
  'Session Management': [
    ['Maximum session duration', 'Maximum session duration', 1, 168],
    ['Maximum concurrent sessions', 'Maximum concurrent sessions', 1, 10],
    ['Session timeout', 'Session timeout', 5, 120],
  ],
  'Rate Limiting': [
    ['Login attempts', 'Login attempts', 3, 10],
    ['Lockout duration', 'Lockout duration', 5, 60],
    ['API requests per minute', 'API requests per minute', 10, 1000],
  ],
  'Audit Logging': [['Retention', 'Retention', 7, 365]],
} as const;

function tab(page: Page, name: string) {
  return page.getByRole('tab', { name });
}

function save(page: Page) {
  return page.getByRole('button', { name: 'Save Settings' }).click();
}

test('every number field states its limits, and nothing outside them is saved', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  const before = (await admin.get(api.getSecuritySettings)).data;
  const page = await visit(admin, settings, { device: 'phone' });
  for (const [name, fields] of Object.entries(bounds)) {
    await tab(page, name).click();
    for (const [label, spoken, min, max] of fields) {
      const field = page.getByRole('spinbutton', { name: label });
      const valid = await field.inputValue();
      for (const wrong of [min - 1, max + 1]) {
        await field.fill(String(wrong));
        await expect(page.getByText(`${spoken} must be between ${min} and ${max}`)).toBeVisible();
      }
      for (const right of [min, max]) {
        await field.fill(String(right));
        await expect(field).not.toHaveAttribute('aria-invalid', 'true');
      }
      await field.fill(valid);
    }
  }
  await tab(page, 'Session Management').click();
  await page.getByRole('spinbutton', { name: 'Session timeout' }).fill('');
  await tab(page, 'Audit Logging').click();
  await save(page);
  await expect(page.getByRole('spinbutton', { name: 'Session timeout' })).toBeFocused();
  await expect(page.getByText('Session timeout must be a whole number')).toBeVisible();
  expect((await admin.get(api.getSecuritySettings)).data).toEqual(before);
  await expect(page.getByText('Unsaved changes')).toBeVisible();

  page.once('dialog', (asked) => {
    expect(asked.message()).toBe('You have unsaved changes. Leave without saving?');
    return asked.dismiss();
  });
  await page.getByRole('link', { name: 'Keydesk' }).click();
  await expect(page).toHaveURL(settings);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
});

test('saved settings apply in another process within seconds, and are audited', async ({
  campus,
  visit,
}) => {
  const admin = await campus.person('admin');
  const { version: _version, ...before } = (await admin.get(api.getSecuritySettings)).data;
  const idle = (await campus.person()).at(await campus.another());
  await campus.db.query(
    "UPDATE sessions SET last_active_at = now() - interval '20 minutes' WHERE user_id = $1",
    [idle.user.id],
  );
  // An open page polls on its own, which does not count as activity.
  const asking = { headers: { [pollHeader]: '1' } };
  const status = async () => (await idle.call(api.listNotifications, asking)).status;
  const page = await visit(admin, settings);
  await page.getByRole('button', { name: 'Restore defaults' }).click();
  await tab(page, 'Session Management').click();
  await page.getByRole('spinbutton', { name: 'Session timeout' }).fill('15');
  await tab(page, 'Password Policy').click();
  await page.getByRole('checkbox', { name: 'Require numbers' }).uncheck();
  await tab(page, 'Audit Logging').click();
  await page.getByLabel('Log level').selectOption('DEBUG');
  expect(await status()).toBe(200);
  await save(page);
  await expect(page.getByText('Security settings updated successfully')).toBeVisible();
  await expect.poll(status, { timeout: 5_000 }).toBe(401);

  const { passwordPolicy, sessionSettings, auditLogging } = defaultSecuritySettings;
  const after = {
    ...before,
    ...defaultSecuritySettings,
    passwordPolicy: { ...passwordPolicy, requireNumbers: false },
    sessionSettings: { ...sessionSettings, sessionTimeout: 15 },
    auditLogging: { ...auditLogging, logLevel: 'DEBUG' },
  };
  const event = await queryRow(
    campus,
    "SELECT actor_id, details FROM audit_events WHERE action = 'change-settings' ORDER BY id DESC LIMIT 1",
  );
  expect(event).toEqual({ actor_id: admin.user.id, details: { before, after } });
  await page.reload();
  await tab(page, 'Password Policy').click();
  await expect(page.getByRole('checkbox', { name: 'Require numbers' })).not.toBeChecked();
  await admin.get(api.putSecuritySettings, { body: before });

  await page.route('/api/dashboard/security-settings', (route) => route.abort('connectionfailed'));
  await page.getByRole('checkbox', { name: 'Require numbers' }).check();
  await save(page);
  await expect(page.getByText('Failed to update security settings')).toBeVisible();
});

test('the password policy is the last tab and says who it applies to', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person('admin'), settings);
  await expect(page.getByRole('tab')).toHaveText([
    'Session Management',
    'Rate Limiting',
    'Audit Logging',
    'Desk',
    'Password Policy',
  ]);
  await expect(page.getByRole('tabpanel', { name: 'Session Management' })).toBeVisible();
  await tab(page, 'Password Policy').click();
  await expect(page.getByText('there are none.')).toBeVisible();
});
