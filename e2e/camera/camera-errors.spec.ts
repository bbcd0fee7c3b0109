import { expect } from '@playwright/test';
import { compactCode } from './codes.ts';
import { test } from './scanner-test.ts';

test.describe('without permission', () => {
  test.use({ permissions: [] });

  test('the scanner says so, and starts once it is given', async ({ camera, page, scanner }) => {
    camera.show(compactCode);
    await scanner.open();
    const alert = scanner.overlay.getByRole('alert');
    await expect(alert).toContainText('Scanner Error');
    await expect(alert).toContainText(
      'Camera access denied. Please allow camera permissions and try again.',
    );
    await page.context().grantPermissions(['camera']);
    await scanner.overlay.getByRole('button', { name: 'Try Again' }).click();
    await expect(scanner.codes).toHaveText(JSON.stringify([compactCode]));
    await expect(alert).toBeHidden();
  });
});

test('a camera that goes away is a fault that Try Again mends', async ({ page, scanner }) => {
  await scanner.open();
  await expect(scanner.status).toHaveText('Scanning');
  await page.evaluate(() => window.cameraTracks[0]?.dispatchEvent(new Event('ended')));
  await expect(scanner.overlay.getByRole('alert')).toContainText('Video playback error occurred');
  await expect.poll(scanner.liveTracks).toBe(0);
  await scanner.overlay.getByRole('button', { name: 'Try Again' }).click();
  await expect(scanner.status).toHaveText('Scanning');
});

test('a code reader that cannot be loaded is a fault that Try Again mends', async ({
  camera,
  page,
  scanner,
}) => {
  camera.show(compactCode);
  await page.route(/\.wasm$/, (route) => route.abort());
  await page.reload();
  await scanner.open();
  await expect(scanner.overlay.getByRole('alert')).toContainText('Failed to start camera');
  await page.unroute(/\.wasm$/);
  await scanner.overlay.getByRole('button', { name: 'Try Again' }).click();
  await expect(scanner.codes).toHaveText(JSON.stringify([compactCode]));
});
