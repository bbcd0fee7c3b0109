import type { Locator, Page } from '@playwright/test';

export function chart(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true });
}

/** Chooses what the menu of a chart offers. */
export async function choose(page: Page, title: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${title}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
