import type { Page } from '@playwright/test';

/** Keeps calls to this address of the page from reaching the server until they are let go. */
export async function holdCalls(page: Page, address: string): Promise<() => void> {
  let letGo = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}
