import { api } from '@keydesk/shared/api';
import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { send } from '../../server/test/test-client.ts';
import { blank, test } from '../harness/test.ts';

test('a stranger without an account says where a key is, and learns nothing of it', async ({
  campus,
  visit,
  browser,
  baseURL,
}) => {
  const holder = await campus.person('faculty', { name: 'Asha Found' });
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  const { rows } = await campus.db.query<{ tag: string }>('SELECT tag FROM keys WHERE id = $1', [
    key._id,
  ]);
  const tag = rows[0]?.tag ?? '';
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  await phone.goto(`${baseURL}/F/${tag}`);
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('This key belongs to');
  const text = await phone.locator('body').innerText();
  for (const secret of [key.keyNumber, key.keyName, 'Asha Found'])
    expect(text).not.toContain(secret);
  await phone.getByLabel('Where is it?').fill('Bus stop, see https://evil.example');
  await phone.getByLabel('How can we reach you? (optional)').fill('98450 12345');
  await phone.getByRole('button', { name: 'Tell the desk' }).click();
  await expect(phone.getByText('Place must not contain a web or email address.')).toBeVisible();
  await phone.getByLabel('Where is it?').fill('Bus stop at the main gate');
  await phone.getByRole('button', { name: 'Tell the desk' }).click();
  await expect(phone.getByText('Thank you. The desk was notified.')).toBeVisible();
  await context.close();

  const own = await visit(holder, '/dashboard/notifications');
  await expect(own.getByText(/Bus stop at the main gate/).first()).toBeVisible();
  const desk = await visit(await campus.person('security'), blank);
  await desk.goto(`/F/${tag}`);
  const details = desk.getByRole('dialog', { name: key.keyNumber });
  await expect(details).toContainText('Found: “Bus stop at the main gate”');
  await expect(details.getByRole('link', { name: '98450 12345' })).toHaveAttribute(
    'href',
    'tel:9845012345',
  );

  await desk.goto('/dashboard/security/unavailable');
  const found = desk.getByRole('region', { name: 'Found keys' }).getByRole('listitem');
  const row = found.filter({ hasText: key.keyNumber });
  await expect(row).toContainText('Bus stop at the main gate');
  await expect(row.getByRole('link', { name: '98450 12345' })).toBeVisible();
  // Not any more once it is back, wherever that is recorded.
  await campus.guard.get(api.collectKey, { params: { id: key._id } });
  await expect(row).toHaveCount(0);
});

test('where a missing key was found stands beside its report, until the desk has it', async ({
  campus,
  visit,
}) => {
  const key = await campus.key();
  const params = { id: key._id };
  const body = { kind: 'missing' as const, note: 'The hook is empty' };
  await campus.guard.get(api.reportKey, { params, body });
  const desk = await visit(await campus.person('security'), '/dashboard/security/unavailable');
  const admin = await visit(await campus.person('admin'), '/dashboard/admin/incidents');
  const reported = desk
    .getByRole('list', { name: 'Unavailable Keys' })
    .getByRole('listitem')
    .filter({ hasText: key.keyNumber })
    .first();
  await expect(reported).toBeVisible();
  const { rows } = await campus.db.query<{ tag: string }>('SELECT tag FROM keys WHERE id = $1', [
    key._id,
  ]);
  const written = { place: 'Bench by the pond', contact: '98450 12345' };
  await send(campus.url, api.reportFound, { params: { tag: rows[0]?.tag ?? '' }, body: written });
  // Both screens are open already.
  await expect(reported).toContainText('Found: “Bench by the pond”');
  await expect(reported.getByRole('link', { name: '98450 12345' })).toBeVisible();
  await expect(admin.getByText('Found: “Bench by the pond”')).toBeVisible();
  await reported.getByRole('button', { name: `Resolve the note about ${key.keyNumber}` }).click();
  await expect(reported).not.toContainText('Bench by the pond');
  await expect(admin.getByText('Found: “Bench by the pond”')).toBeHidden();
});
