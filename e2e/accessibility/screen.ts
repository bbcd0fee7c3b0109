import type { Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import type { Visitor } from '../../server/test/visitor.ts';
import { typeWithGap } from '../camera/usb-scanner.ts';
import type { Campus } from '../campus/campus.ts';

/** Something that can be seen, and how it comes about. */
export type Screen = {
  name: string;
  path: string;
  /** Brings about what is to be seen. */
  reach: (page: Page, campus: Campus, who: Visitor) => Promise<void>;
  /** Shown on this kind of device alone. */
  only?: 'phone' | 'desktop';
};

export type Walk = {
  who: string;
  arrives: (campus: Campus) => Promise<Visitor>;
  /** Whether they have signed in. */
  signedOut?: boolean;
  screens: readonly Screen[];
};

/** Waits until this text is shown. */
export const shows = (text: string) => (page: Page) =>
  page.getByText(text, { exact: true }).first().waitFor();

/** Presses the button and waits for the dialog of this name. */
export const opens = (button: string | RegExp, dialog: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog', { name: dialog }).waitFor();
};

/** Waits for a button and no more. */
export const offers = (button: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name: button }).first().waitFor();

/** Shows a text to the desk's USB scanner and waits for the dialog of this name. */
export const scan = async (page: Page, text: string, dialog: string): Promise<void> => {
  await page.getByText('USB scanner ready, just scan').waitFor();
  await typeWithGap(page, text, 3);
  // A pointer on a result keeps it from going away by itself.
  await page.getByRole('dialog', { name: dialog, exact: true }).hover();
};

/** Somebody who has just been handed a key. */
export const holderOfAKey = async (campus: Campus) => {
  const [holder, key] = [await campus.person(), await campus.key()];
  await giveKey(campus.guard, holder, key._id);
  return { holder, key };
};
