import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { test } from '../harness/test.ts';

function events(page: Page) {
  return page.getByRole('list', { name: 'Audit events' }).getByRole('listitem');
}

test('the audit log is grouped by day and names people and keys, which open their pages', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person('faculty', { name: 'Odile Marten' });
  const key = await campus.key({ keyNumber: 'MARTEN-1' });
  await campus.db.query(
    "INSERT INTO audit_events (action, actor_id, key_id, at) VALUES ('update-key', $1, $2, now() - interval '26 hours')",
    [campus.guard.user.id, key._id],
  );
  await giveKey(campus.guard, holder, key._id);
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  const page = await visit(await campus.person('admin'), `/dashboard/admin/audit?keyId=${key._id}`);
  await expect(page.getByRole('combobox', { name: 'Key' })).toHaveText('MARTEN-1');
  await expect(events(page)).toHaveCount(4);
  const days = page.getByRole('list', { name: 'Audit events' }).getByRole('heading');
  await expect(days.first()).toHaveText('Today');
  await expect.poll(() => days.count()).toBeGreaterThan(1);
  const back = events(page).first();
  await expect(back).toContainText(`Returned by: ${campus.guard.user.name}`);
  await expect(back).not.toContainText(campus.guard.user.id);

  await back.getByRole('link', { name: 'Odile Marten' }).click();
  await expect(page).toHaveURL(`/dashboard/admin/users/${holder.user.id}`);
  await page.getByRole('link', { name: 'In the audit log' }).click();
  await expect(page.getByRole('combobox', { name: 'Person' })).toHaveText('Odile Marten');
  await events(page).first().getByRole('link', { name: 'MARTEN-1' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('MARTEN-1');
});

test('sign-ins can be hidden, which the browser remembers', async ({ campus, visit }) => {
  const person = await campus.person('faculty', { name: 'Oskar Marten' });
  for (const action of ['sign-in', 'rename', 'sign-out'])
    await campus.db.query('INSERT INTO audit_events (action, actor_id) VALUES ($1, $2)', [
      action,
      person.user.id,
    ]);
  const page = await visit(
    await campus.person('admin'),
    `/dashboard/admin/audit?personId=${person.user.id}`,
  );
  await expect(events(page)).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Hide sign-ins' }).check();
  await expect(events(page)).toHaveCount(1);
  await expect(events(page)).toContainText('Rename');
  await page.reload();
  await expect(events(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Hide sign-ins' }).uncheck();
  await expect(events(page)).toHaveCount(3);
});
