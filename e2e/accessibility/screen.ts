import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { scanCode } from '../camera/usb-scanner.ts';
import type { TestApp } from '../harness/test-app.ts';

/** A screen to check, and how to get there. */
export type Screen = {
  name: string;
  path: string;
  /** Does what it takes to show it. */
  reach: (page: Page, campus: TestApp, who: TestClient) => Promise<void>;
  /** Words of a file that it chooses, which the server does not repeat. */
  brings?: string;
  /** Exists on this kind of device only. */
  only?: 'phone' | 'desktop';
};

export type ScreenTour = {
  who: string;
  arrives: (campus: TestApp) => Promise<TestClient>;
  /** Whether they visit without signing in. */
  signedOut?: boolean;
  screens: readonly Screen[];
};

/** Opens a page; from one of the dashboard to another it loads nothing anew, as a link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  const isInside = /\/dashboard\//.test(page.url()) && path.startsWith('/dashboard/');
  if (isInside && (await leftForAnother(page))) await page.evaluate(push, path);
  else await visit(page, path);
}

/**
 * Goes elsewhere first, because a page keeps its state while its address stays. Not if something is
 * open over every page, such as a menu, or a closing dialog takes the history back meanwhile.
 */
async function leftForAnother(page: Page): Promise<boolean> {
  await page.evaluate(push, '/dashboard/about');
  const heading = page.getByRole('heading', { name: 'About Us' });
  const isShown = await heading.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  const open = page.getByRole('dialog').or(page.getByRole('menu'));
  return isShown && (await open.count()) === 0;
}

/** Loads a page, trying again if a closing dialog changes the history and cancels the visit. */
export function visit(page: Page, path: string): Promise<void> {
  return expect(async () => {
    await page.goto(path);
  }).toPass();
}

/** Runs in the page: the router follows the address. */
function push(path: string): void {
  window.history.pushState({}, '', path);
}

/** Waits for this text. */
export function shows(text: string) {
  return (page: Page) => page.getByText(text, { exact: true }).first().waitFor();
}

/** Clicks the button and waits for the dialog of this name. */
export function opens(button: string | RegExp, dialog: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name: button }).first().click();
    await page.getByRole('dialog', { name: dialog }).waitFor();
  };
}

/** The same after choosing the tab of this name. */
export function opensInTab(tab: string, button: string | RegExp, dialog: string) {
  return async (page: Page) => {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await opens(button, dialog)(page);
  };
}

/** Waits for a button, without clicking it. */
export function offers(button: string | RegExp) {
  return (page: Page) => page.getByRole('button', { name: button }).first().waitFor();
}

/** Shows a text to the desk's USB scanner and waits for the dialog of this name. */
export async function scan(page: Page, text: string, dialog: string): Promise<void> {
  await page.getByText('USB scanner ready. Scan a code.').waitFor();
  await scanCode(page, text);
  await expect(page.getByRole('dialog', { name: dialog, exact: true })).toBeVisible();
}

/** Someone who has just taken a key. */
export async function holderOfAKey(campus: TestApp) {
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  return { holder, key };
}
