import type { Locator, Page } from '@playwright/test';

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

/** Chooses what else can be done with a key, a person or a whole list, by its title. */
export async function chooseInMenu(page: Page, title: string, entry: string): Promise<void> {
  await openMore(page, title);
  await page.getByRole('menuitem', { name: entry }).click();
}

export function openMore(page: Page, title: string): Promise<void> {
  return page.getByRole('button', { name: `More for ${title}`, exact: true }).click();
}

/** Shows a form's optional fields. */
export function showMoreFields(form: Locator): Promise<void> {
  return form.getByText('More', { exact: true }).click();
}
