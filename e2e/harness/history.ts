import { expect, type Page } from '@playwright/test';

/**
 * Waits until no overlay has an entry in the history. One that closes takes its entry back a
 * moment later, which aborts a navigation that has begun by then.
 */
export function historySettled(page: Page): Promise<void> {
  return expect.poll(() => page.evaluate(() => window.history.state?.overlays)).toBeUndefined();
}
