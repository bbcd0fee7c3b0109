import { expect, type Page } from '@playwright/test';

/**
 * Waits until no overlay has an entry in the history. A closing overlay removes its entry a moment
 * later, which would abort a navigation that has started by then.
 */
export function historySettled(page: Page): Promise<void> {
  return expect.poll(() => page.evaluate(() => window.history.state?.overlays)).toBeUndefined();
}
