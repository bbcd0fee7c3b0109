import { expect, type Page } from '@playwright/test';
import { compactCode, longCode } from './codes.ts';
import { test } from './scanner-test.ts';
import { typedOnFrench, typeWithGap } from './usb-scanner.ts';

function typed(page: Page) {
  return page.getByText('Typed code:').locator('output');
}

test.describe('a USB scanner', () => {
  for (const [kind, code] of [
    ['JSON', longCode],
    ['a compact code', compactCode],
  ] as const) {
    test(`types ${kind} with nothing focused`, async ({ page, scanner: _ }) => {
      await typeWithGap(page, code, 3);
      await expect(typed(page)).toHaveText(code);
    });
  }

  test('leaves a search as it was', async ({ page, scanner: _ }) => {
    const search = page.getByLabel('Search');
    await search.fill('lab 12');
    await search.press('ArrowLeft');
    await typeWithGap(page, longCode, 3);
    await expect(typed(page)).toHaveText(longCode);
    await expect(search).toHaveValue('lab 12');
    await expect(page.getByText('Searching for [lab 12]')).toBeVisible();
    await search.pressSequentially('0');
    await expect(search).toHaveValue('lab 102');
  });

  test('presses no button that has the focus', async ({ page, scanner: _ }) => {
    await page.getByRole('button', { name: 'Press' }).focus();
    const code = '{"type": "key-return", "keyId": "65f0c0ffee00000000000abc"}';
    await typeWithGap(page, code, 3);
    await expect(typed(page)).toHaveText(code);
    await expect(page.getByText('Pressed 0 times')).toBeVisible();
  });

  for (const end of ['Enter', 'Tab'] as const) {
    test(`presses no button with the number of a card and ${end}`, async ({ page, scanner: _ }) => {
      const button = page.getByRole('button', { name: 'Press' });
      await button.focus();
      await typeWithGap(page, '0012345678', 30, end);
      await expect(typed(page)).toHaveText('0012345678');
      await expect(page.getByText('Pressed 0 times')).toBeVisible();
      await expect(button).toBeFocused();
    });
  }

  test('presses nothing with spaces in what it reads', async ({ page, scanner: _ }) => {
    await page.getByRole('button', { name: 'Press' }).focus();
    await typeWithGap(page, 'a b 12', 30);
    await expect(typed(page)).toHaveText('a b 12');
    await expect(page.getByText('Pressed 0 times')).toBeVisible();
  });

  test('gives a search its content back after the number of a card', async ({
    page,
    scanner: _,
  }) => {
    const search = page.getByLabel('Search');
    await search.fill('lab 12');
    await typeWithGap(page, '4711', 30, 'Tab');
    await expect(typed(page)).toHaveText('4711');
    await expect(search).toHaveValue('lab 12');
    await expect(search).toBeFocused();
  });

  test('for a US keyboard is read on a French one with its dead keys, too', async ({
    page,
    scanner: _,
  }) => {
    await typeWithGap(page, typedOnFrench(longCode), 3);
    await expect(typed(page)).toHaveText(longCode);
  });

  test('closes nothing while the camera is open', async ({ page, scanner }) => {
    await scanner.open();
    await scanner.overlay.getByRole('button', { name: 'Cancel' }).focus();
    await typeWithGap(page, compactCode, 3);
    await expect(typed(page)).toHaveText(compactCode);
    await expect(scanner.overlay).toBeVisible();
  });
});

test('what a person types stays where it is typed', async ({ page, scanner: _ }) => {
  const search = page.getByLabel('Search');
  await search.focus();
  await typeWithGap(page, 'a search of more than twenty letters', 60);
  await expect(search).toHaveValue('a search of more than twenty letters');
  await expect(typed(page)).toHaveText('none');
});
