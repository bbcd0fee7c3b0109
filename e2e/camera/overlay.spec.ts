import { expect } from '@playwright/test';
import { faultsOf } from '../accessibility/axe.ts';
import { compactCode } from './codes.ts';
import { test } from './scanner-test.ts';

test.describe('the scanner', () => {
  test('prefers the rear camera at 720p, keeps the focus inside and has no accessibility faults', async ({
    page,
    scanner,
  }) => {
    await scanner.open();
    const focused = scanner.overlay.locator('button:focus');
    for (const name of ['Go Back', 'Cancel', 'Try Again', 'Go Back']) {
      await expect(focused).toHaveText(name);
      await page.keyboard.press('Tab');
    }
    await expect(scanner.status).toHaveText('Scanning');
    const { wishes, settings } = await page.evaluate(() => ({
      wishes: window.cameraWishes?.video,
      settings: window.cameraTracks[0]?.getSettings(),
    }));
    expect(wishes).toMatchObject({ facingMode: { ideal: 'environment' } });
    expect(settings).toMatchObject({ width: 1280, height: 720 });
    expect(await faultsOf(page, { part: '[role=dialog]' })).toEqual([]);
  });

  test('gives the camera back on Cancel, Go Back and Escape, and the focus to where it was', async ({
    page,
    scanner,
  }) => {
    const press = (name: string) => scanner.overlay.getByRole('button', { name }).click();
    for (const leave of [
      () => press('Cancel'),
      () => press('Go Back'),
      () => page.keyboard.press('Escape'),
    ]) {
      await scanner.open();
      await expect(scanner.status).toHaveText('Scanning');
      expect(await scanner.liveTracks()).toBe(1);
      await leave();
      await expect(scanner.overlay).toBeHidden();
      await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeFocused();
      await expect.poll(scanner.liveTracks).toBe(0);
    }
  });

  test('rests while no one sees the page and then goes on', async ({ camera, page, scanner }) => {
    await scanner.open();
    await expect(scanner.status).toHaveText('Scanning');
    await page.evaluate(turnAway, true);
    await expect(scanner.status).toHaveText('Camera not active');
    expect(await scanner.liveTracks()).toBe(0);
    camera.show(compactCode);
    await page.evaluate(turnAway, false);
    await expect(scanner.codes).toHaveText(JSON.stringify([compactCode]));
  });
});

/** Runs in the page: what a browser does when its tab is left or seen again. */
function turnAway(hidden: boolean): void {
  const value = hidden ? 'hidden' : 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, value });
  document.dispatchEvent(new Event('visibilitychange'));
}
