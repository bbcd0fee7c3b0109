import { expect, type Locator } from '@playwright/test';
import { lent } from '../../server/test/lending.ts';
import { test } from '../harness/test.ts';

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  return !!a && !!b && a.y < b.y + b.height && b.y < a.y + a.height;
}

for (const size of [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
])
  test(`messages cover no code, no tabs and no button in use at ${size.width}×${size.height}`, async ({
    campus,
    visit,
  }) => {
    const holder = await campus.person('faculty', { name: 'Tara Toast' });
    const own = await campus.key();
    await lent(campus.guard, holder, own._id);
    const page = await visit(holder, '/dashboard/faculty/taken', { device: 'phone' });
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Show Return QR' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByRole('img')).toBeVisible();
    for (let count = 0; count < 4; count += 1)
      await lent(campus.guard, holder, (await campus.key())._id);
    const notMe = page.getByRole('button', { name: 'Not me' });
    await expect(notMe.filter({ visible: true })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(notMe.filter({ visible: true })).toHaveCount(3);
    const messages = page.getByText(/was handed to you by/).filter({ visible: true });
    await expect(messages).toHaveCount(3);
    for (const message of await messages.all())
      expect(await overlap(message, page.locator('[data-never-covered]'))).toBe(false);
    // A sheet that opens makes room for those that are left.
    await notMe.filter({ visible: true }).first().click();
    const asked = page.getByRole('dialog', { name: 'This was not you?' });
    await expect(asked).toBeVisible();
    const left = page.getByRole('button', { name: 'Dismiss' }).filter({ visible: true });
    for (const message of await left.all()) expect(await overlap(message, asked)).toBe(false);
  });
