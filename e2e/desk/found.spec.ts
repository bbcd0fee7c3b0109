import { expect } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
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
  await phone.getByLabel('Where is it?').fill('Bus stop at the main gate');
  await phone.getByLabel('How can we reach you? (optional)').fill('555 010');
  await phone.getByRole('button', { name: 'Tell the desk' }).click();
  await expect(phone.getByText('Thank you. The desk has been told.')).toBeVisible();
  await context.close();

  const own = await visit(holder, '/dashboard/notifications');
  await expect(own.getByText(/Bus stop at the main gate/).first()).toBeVisible();
  const desk = await visit(await campus.person('security'), blank);
  await desk.goto(`/F/${tag}`);
  await expect(desk.getByRole('dialog', { name: key.keyNumber })).toBeVisible();
});
