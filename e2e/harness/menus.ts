import type { Page } from '@playwright/test';

/** The line with the desk and its guard, which opens the desk's menu. */
export function deskLine(page: Page) {
  return page.getByRole('region', { name: 'This desk' }).getByRole('button');
}

export async function chooseInDesk(page: Page, entry: string): Promise<void> {
  await deskLine(page).click();
  await page
    .getByRole('menuitem', { name: entry, exact: true })
    .or(page.getByRole('menuitemradio', { name: entry, exact: true }))
    .click();
}

/** Chooses what else can be done with the row of a key. */
export async function chooseInRow(page: Page, keyNumber: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${keyNumber}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
