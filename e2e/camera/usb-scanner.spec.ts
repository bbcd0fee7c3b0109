import { expect, type Page } from '@playwright/test';
import { compactCode, longCode } from './codes.ts';
import { test } from './scanner-test.ts';
import { scanCode, typedOnFrench, typeWithGap } from './usb-scanner.ts';

function typed(page: Page) {
  return page.getByText('Typed code:').locator('output');
}

test.describe('a USB scanner', () => {
  test('types JSON and a compact code with nothing focused, also on a French keyboard with dead keys', async ({
    page,
    scanner: _,
  }) => {
    for (const code of [longCode, compactCode]) {
      await scanCode(page, code);
      await expect(typed(page)).toHaveText(code);
    }
    await scanCode(page, typedOnFrench(longCode));
    await expect(typed(page)).toHaveText(longCode);
  });

  test('leaves a search as it was, also after the number of a card', async ({
    page,
    scanner: _,
  }) => {
    const search = page.getByLabel('Search');
    await search.fill('lab 12');
    await search.press('ArrowLeft');
    await scanCode(page, longCode);
    await expect(typed(page)).toHaveText(longCode);
    await expect(search).toHaveValue('lab 12');
    await expect(page.getByText('Searching for [lab 12]')).toBeVisible();
    await typeWithGap(page, '4711', 30, 'Tab');
    await expect(typed(page)).toHaveText('4711');
    await expect(search).toHaveValue('lab 12');
    await expect(search).toBeFocused();
    await search.pressSequentially('0');
    await expect(search).toHaveValue('lab 102');
  });

  test('presses no button that has the focus', async ({ page, scanner: _ }) => {
    const button = page.getByRole('button', { name: 'Press' });
    await button.focus();
    for (const [text, gap, end] of [
      ['{"type": "key-return", "keyId": "65f0c0ffee00000000000abc"}', 3, 'Enter'],
      ['0012345678', 30, 'Enter'],
      ['0012345679', 30, 'Tab'],
      ['a b 12', 30, 'Enter'],
    ] as const) {
      await typeWithGap(page, text, gap, end);
      await expect(typed(page)).toHaveText(text);
      await expect(page.getByText('Pressed 0 times')).toBeVisible();
      await expect(button).toBeFocused();
    }
  });

  test('closes nothing while the camera is open', async ({ page, scanner }) => {
    await scanner.open();
    await scanner.overlay.getByRole('button', { name: 'Cancel' }).focus();
    await scanCode(page, compactCode);
    await expect(typed(page)).toHaveText(compactCode);
    await expect(scanner.overlay).toBeVisible();
  });
});

test('what a person types stays where it is typed', async ({ page, scanner: _ }) => {
  const search = page.getByLabel('Search');
  await search.focus();
  await typeWithGap(page, 'more than twenty letters', 60);
  await expect(search).toHaveValue('more than twenty letters');
  await expect(typed(page)).toHaveText('none');
});
