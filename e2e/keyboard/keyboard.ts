import type { Locator, Page } from '@playwright/test';

/** More presses than any page of the product has places to stop at. */
const maxTabPresses = 80;

/** Goes with the Tab key, and nothing else, to where `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < maxTabPresses; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The Tab key does not lead to ${target}`);
}

/** Presses what `target` is, by the keyboard. */
export async function pressEnterOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
