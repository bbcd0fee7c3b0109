import { expect } from '@playwright/test';
import { compactCode, longCode, otherCode } from './codes.ts';
import { test } from './scanner-test.ts';

function listOf(...codes: string[]) {
  return JSON.stringify(codes);
}

test('codes held up one after another, JSON or compact, are each delivered once', async ({
  camera,
  scanner,
}) => {
  await scanner.open();
  await expect(scanner.status).toHaveText('Scanning');
  camera.show(longCode);
  await expect(scanner.codes).toHaveText(listOf(longCode));
  camera.show(compactCode, { ecc: 'Q', size: 320 });
  await expect(scanner.codes).toHaveText(listOf(longCode, compactCode));
  camera.show(otherCode);
  await expect(scanner.codes).toHaveText(listOf(longCode, compactCode, otherCode));
});

test('the same code is delivered again when the scanner is reopened', async ({
  camera,
  scanner,
}) => {
  camera.show(compactCode);
  await scanner.open();
  await expect(scanner.codes).toHaveText(listOf(compactCode));
  await scanner.overlay.getByRole('button', { name: 'Cancel' }).click();
  await expect(scanner.overlay).toBeHidden();
  await scanner.open();
  await expect(scanner.codes).toHaveText(listOf(compactCode, compactCode));
});

test('a busy desk is given no code until it is free', async ({ camera, page, scanner }) => {
  camera.show(compactCode);
  await page.keyboard.press('F2');
  await scanner.open();
  await expect(scanner.status).toHaveText('Processing…');
  const video = page.locator('video');
  const played = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(played).toBeGreaterThan(1);
  await expect(scanner.codes).toHaveText(listOf());
  await page.keyboard.press('F2');
  await expect(scanner.codes).toHaveText(listOf(compactCode));
});
