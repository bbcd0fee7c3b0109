import { expect, type Page } from '@playwright/test';
import { historySettled } from '../harness/history.ts';
import { test } from '../harness/test.ts';

function sidebar(page: Page) {
  return page.getByRole('navigation', { name: 'Main' });
}

function background(page: Page) {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}

test('the top bar names the product and the person, and the sidebar makes room or goes away', async ({
  campus,
  visit,
}) => {
  const person = await campus.person('faculty', { name: 'Uma Upright' });
  const page = await visit(person, '/dashboard/about');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Keydesk' }).locator('img')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.setViewportSize({ width: 1024, height: 800 });
  await expect(sidebar(page)).toBeVisible();
  await banner.getByRole('button', { name: 'Close menu' }).click();
  await expect(banner.getByRole('button', { name: 'Open menu' })).toBeVisible();
  await page.reload();
  await banner.getByRole('button', { name: 'Open menu' }).click();
  await expect(sidebar(page)).toContainText('Profile');

  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(sidebar(page)).toBeHidden();
  await banner.getByRole('button', { name: 'Open menu' }).click();
  const overlay = page.getByRole('dialog', { name: 'Keydesk' });
  await overlay.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/dashboard/profile');
  await expect(overlay).toBeHidden();
  await banner.getByRole('button', { name: 'Open menu' }).click();
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();

  await banner.getByRole('button', { name: 'User menu' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Uma Upright');
  await expect(menu).toContainText(person.user.email);
  await expect(menu.getByRole('menuitem')).toHaveText(['Profile', 'Logout']);

  // As on a phone at 200 % zoom.
  await page.setViewportSize({ width: 195, height: 422 });
  await expect(menu).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  for (const name of ['Open menu', /^Notifications/, /^User menu/])
    await expect(banner.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
});

test('the colour scheme follows the device until another is chosen, which is remembered', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), '/dashboard/about', { colorScheme: 'light' });
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitemradio', { name }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  };
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  const light = await background(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await choose('Light');
  expect(await background(page)).toBe(light);
  await historySettled(page);
  await page.reload();
  await expect.poll(() => background(page)).toBe(light);
  await choose('Dark');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await background(page)).toBe(dark);
  await choose('System');
  expect(await background(page)).toBe(light);
});
