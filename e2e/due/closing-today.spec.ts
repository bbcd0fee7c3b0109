import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { zoneWhereItIsEleven } from '../../server/test/zone-at-eleven.ts';
import { test } from '../harness/test.ts';
import { openAlways } from './opening.ts';

test('an admin moves the closing to 19:00 for thirty keys at once', async ({ campus, visit }) => {
  const { guard } = campus;
  const admin = await campus.person('admin');
  const timezoneId = zoneWhereItIsEleven();
  await admin.get(api.putOpening, { body: { hours: [], timezone: timezoneId } });
  const holders = [await campus.person(), await campus.person(), await campus.person()];
  const keys = await Promise.all(
    Array.from({ length: 30 }, async (_, at) => {
      const holder = holders[at % holders.length] ?? guard;
      return giveKey(guard, holder, (await campus.key())._id);
    }),
  );
  const [first] = holders;
  const phone = await visit(first ?? null, '/dashboard/faculty/taken', { timezoneId });
  await expect(phone.getByText(/due today 17:20/).first()).toBeVisible();
  try {
    const page = await visit(admin, '/dashboard/admin/campus/opening', { timezoneId });
    await page.getByRole('button', { name: 'Move today’s closing' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move today’s closing' });
    await dialog.getByLabel('Closes today at').fill('19:00');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Science fair');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(
      page.getByText('The campus closes at 19:00 today. 30 keys are due then.'),
    ).toBeVisible();
    const coming = page.getByRole('list', { name: 'Upcoming days' });
    await expect(coming).toContainText('Science fair');
    await expect(phone.getByText(/due today 19:00/)).toHaveCount(10);
    await phone.goto('/dashboard/notifications');
    const news = phone.getByText(/^The campus closes at 19:00 today: Science fair\. Keys /);
    await expect(news).toHaveCount(1);
    const ids = keys.map(({ _id }) => _id);
    const { rows } = await campus.db.query(
      `SELECT DISTINCT due_at FROM loans WHERE returned_at IS NULL AND key_id = ANY($1)`,
      [ids],
    );
    expect(rows).toHaveLength(1);
  } finally {
    await openAlways(campus);
    for (const { _id } of keys) await guard.get(api.collectKey, { params: { id: _id } });
  }
});
