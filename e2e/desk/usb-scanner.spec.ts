import { api } from '@keydesk/shared/api';
import { expect, type Page } from '@playwright/test';
import { giveKey, requestCode, returnCode } from '../../server/test/handovers.ts';
import { scanCode, typeWithGap } from '../camera/usb-scanner.ts';
import { historySettled } from '../harness/history.ts';
import { holdCalls } from '../harness/network.ts';
import { test, type Visit } from '../harness/test.ts';
import type { TestApp } from '../harness/test-app.ts';

/** A desk's page that listens for its scanner. */
async function readyDesk(campus: TestApp, visit: Visit): Promise<Page> {
  const page = await visit(await campus.person('security'), '/dashboard/security/scanner');
  await expect(page.getByText('USB scanner ready. Scan a code.')).toBeVisible();
  return page;
}

test.describe('a USB scanner at the desk', () => {
  test('says when a code was used before, and what happened since, without a success', async ({
    campus,
    visit,
  }) => {
    const [holder, next, key] = [await campus.person(), await campus.person(), await campus.key()];
    const page = await readyDesk(campus, visit);
    const vibrations = () =>
      page.evaluate(() => (window as { vibrations?: number[][] }).vibrations ?? []);
    await page.evaluate(() => {
      const seen: unknown[] = [];
      Object.assign(window, { vibrations: seen });
      navigator.vibrate = (pattern) => seen.push(pattern) > 0;
    });
    const request = (await requestCode(holder, key._id)).qrText;
    await scanCode(page, request);
    await page.getByRole('dialog', { name: 'Handed out', exact: true }).waitFor();
    expect(await vibrations()).toEqual([[60]]);
    await scanCode(page, request);
    const again = page.getByRole('dialog', { name: /^Already handed out at \d?\d:\d\d/ });
    await expect(again).toContainText(key.keyNumber);
    await expect(again).toContainText('Already recorded.');
    expect(await vibrations()).toEqual([[60]]);
    await again.getByRole('button', { name: 'Done' }).click();
    const recent = page.getByRole('region', { name: 'Recent handovers' }).getByRole('listitem');
    await expect(recent.filter({ hasText: key.keyNumber })).toHaveCount(1);

    const back = (await returnCode(holder, key._id)).qrText;
    await scanCode(page, back);
    await page.getByRole('button', { name: 'Confirm Return' }).click();
    await page.getByRole('dialog', { name: 'Returned', exact: true }).waitFor();
    await scanCode(page, back);
    await expect(page.getByRole('dialog', { name: /^Already returned at/ })).toBeVisible();
    expect(await vibrations()).toEqual([[60], [60]]);

    await giveKey(campus.guard, next, key._id);
    const error = page.getByRole('dialog', { name: 'Code already used' });
    for (const [code, did] of [
      [request, `Handed out to ${holder.user.name}, `],
      [back, `Returned by ${holder.user.name}, `],
    ] as const) {
      await scanCode(page, code);
      await expect(error.getByRole('alert')).toHaveText('QR code has already been used');
      await expect(error).toContainText(key.keyNumber);
      await expect(error).toContainText(did);
      await expect(error).toContainText(`With ${next.user.name} since `);
      await error.getByRole('button', { name: 'Close' }).click();
      await expect(error).toBeHidden();
    }
  });

  test('is heard with the cursor in the search of another tab, which stays as it was', async ({
    campus,
    visit,
  }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    const page = await visit(await campus.person('security'), '/dashboard/security/available');
    const search = page.getByPlaceholder('Search keys...');
    await search.fill('echidna 12');
    await scanCode(page, (await requestCode(holder, key._id)).qrText);
    const handedOver = page.getByRole('dialog', { name: 'Handed out' });
    await expect(handedOver).toContainText(key.keyNumber);
    await handedOver.getByRole('button', { name: 'Done' }).click();
    await expect(handedOver).toBeHidden();
    await expect(search).toHaveValue('echidna 12');
    await expect(page).toHaveURL('/dashboard/security/available?q=echidna+12');
  });

  test('is heard on the tab of unavailable keys, where nothing is pressed by it', async ({
    campus,
    visit,
  }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    await giveKey(campus.guard, holder, key._id);
    const page = await visit(await campus.person('security'), '/dashboard/security/unavailable');
    await page.getByRole('button', { name: `Collect ${key.keyNumber}` }).focus();
    await scanCode(page, (await returnCode(holder, key._id)).qrText);
    const confirm = page.getByRole('dialog', { name: 'Confirm Return' });
    await expect(confirm).toContainText(key.keyNumber);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await confirm.getByRole('button', { name: 'Confirm Return' }).click();
    await expect(page.getByRole('dialog', { name: 'Returned', exact: true })).toContainText(
      key.keyNumber,
    );
  });

  test('is heard on a page that is not the desk’s, presses nothing there, and leads to the desk', async ({
    campus,
    visit,
  }) => {
    const [holder, key, next] = [await campus.person(), await campus.key(), await campus.key()];
    await giveKey(campus.guard, holder, key._id);
    const page = await visit(await campus.person('security'), '/dashboard/collective-return');
    const error = page.getByRole('dialog', { name: 'Not a Keydesk code' });
    // The page may not listen yet.
    await expect(async () => {
      await scanCode(page, 'a ticket for the planetarium');
      await expect(error).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page).toHaveURL('/dashboard/security/scanner');
    await error.getByRole('button', { name: 'Close' }).click();
    await expect(error).toBeHidden();

    await page.getByRole('link', { name: 'Volunteer Key Return' }).click();
    await page.getByPlaceholder('Search keys...').fill(key.keyNumber);
    await page.getByRole('button', { name: 'Select All' }).focus();
    await scanCode(page, (await requestCode(holder, next._id)).qrText);
    await expect(page).toHaveURL('/dashboard/security/scanner');
    const handedOver = page.getByRole('dialog', { name: 'Handed out' });
    await expect(handedOver).toContainText(next.keyNumber);
    await handedOver.getByRole('button', { name: 'Done' }).click();
    await expect(handedOver).toBeHidden();
    await historySettled(page);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Select All' })).toBeVisible();
    await expect(page.getByText('1 selected')).toBeHidden();
  });

  test('ends no shift, confirms no return and starts nothing with the number of a card', async ({
    campus,
    visit,
  }) => {
    const [holder, key] = [await campus.person(), await campus.key()];
    await giveKey(campus.guard, holder, key._id);
    const page = await readyDesk(campus, visit);
    await scanCode(page, (await returnCode(holder, key._id)).qrText);
    const confirm = page.getByRole('dialog', { name: 'Confirm Return' });
    await expect(confirm.getByRole('button', { name: 'Confirm Return' })).toBeFocused();
    await typeWithGap(page, '0012345678', 30);
    await expect(confirm).toContainText('Another code was scanned');
    await expect(confirm.getByRole('button', { name: 'Confirm Return' })).toBeFocused();
    expect((await holder.get(api.myTakenKeys)).data.keys).toHaveLength(1);
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await expect(confirm).toBeHidden();

    await page.getByRole('button', { name: 'Hand out without a code' }).focus();
    await typeWithGap(page, '0012345678', 30, 'Tab');
    const card = page.getByRole('dialog', { name: 'ID card' });
    await expect(card).toContainText('This card is not in Keydesk.');
    await expect(page.getByRole('dialog')).toHaveCount(1);
  });

  test('opens the person of an ID card once it is added, to hand out keys to them', async ({
    campus,
    visit,
  }) => {
    const professor = await campus.person('faculty', { name: 'Rukmini Restcard' });
    const key = await campus.key({ keyName: 'Orangery' });
    const page = await visit(await campus.person('security'), '/dashboard/security/available');
    // Whether the desk hands out keys without a code is known a moment after the card was read.
    const showSettings = await holdCalls(page, '**/desk/settings');
    await page.reload();
    await page.getByPlaceholder('Search keys...').fill('orange');
    await typeWithGap(page, '00-5544332211', 30);
    const card = page.getByRole('dialog', { name: 'ID card' });
    await expect(card).toContainText('This card is not in Keydesk.');
    await expect(card.getByRole('button', { name: 'OK' })).toBeFocused();
    showSettings();
    await expect(card.getByRole('button', { name: 'Add card' })).toBeFocused();
    await page.keyboard.press('Enter');
    const lend = page.getByRole('dialog', { name: 'Hand out without a code' });
    await expect(lend).toContainText('This card is not in Keydesk.');
    await lend.getByRole('searchbox', { name: 'Name, Faculty ID or email' }).fill('rukmini');
    await lend.getByRole('button', { name: 'Rukmini Restcard' }).click();
    await lend.getByRole('button', { name: 'Add card to Rukmini Restcard' }).click();
    await expect(lend.getByText('This card is not in Keydesk.')).toBeHidden();
    await lend.getByRole('button', { name: 'Cancel' }).click();
    await expect(lend).toBeHidden();
    await historySettled(page);

    await typeWithGap(page, '00-5544332211', 30);
    const person = page.getByRole('dialog', { name: 'Rukmini Restcard' });
    await expect(person.getByRole('button', { name: 'Hand out' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(lend.getByRole('region', { name: 'Person' })).toContainText('Rukmini Restcard');
    const keySearch = lend.getByRole('searchbox', { name: 'Key number or name' });
    await expect(keySearch).toBeFocused();

    // A code goes first, and what it closed can be opened again.
    const handedOver = page.getByRole('dialog', { name: 'Handed out' });
    const wanted = await campus.key();
    await scanCode(page, (await requestCode(professor, wanted._id)).qrText);
    await expect(handedOver).toContainText(wanted.keyNumber);
    await expect(page.getByText('The scan closed the open hand-out.')).toBeVisible();
    await page.getByRole('button', { name: 'Reopen' }).click();
    await expect(handedOver).toBeHidden();
    await expect(lend.getByRole('region', { name: 'Person' })).toContainText('Rukmini Restcard');
    await keySearch.focus();
    await page.keyboard.type(key.keyNumber.toLowerCase(), { delay: 80 });
    await lend.getByRole('button', { name: key.keyNumber }).click();
    // With both chosen it opens again at the button that is pressed next.
    const later = await campus.key();
    await scanCode(page, (await requestCode(professor, later._id)).qrText);
    await expect(handedOver).toContainText(later.keyNumber);
    await page.getByRole('button', { name: 'Reopen' }).click();
    await expect(lend.getByRole('button', { name: 'Hand out' })).toBeFocused();
    await lend.getByRole('button', { name: 'Hand out' }).click();
    await expect(handedOver).toContainText(key.keyNumber);
    expect((await professor.get(api.myTakenKeys)).data.keys).toHaveLength(3);
  });

  test('is read on another keyboard layout and with Caps Lock, or it is said', async ({
    campus,
    visit,
  }) => {
    const holder = await campus.person();
    const page = await readyDesk(campus, visit);
    const handedOver = page.getByRole('dialog', { name: 'Handed out' });
    for (const typed of [germanOf, capsOf]) {
      const key = await campus.key();
      await scanCode(page, typed((await requestCode(holder, key._id)).qrText));
      await expect(handedOver).toContainText(key.keyNumber);
    }
    const key = await campus.key();
    const { qrText } = await requestCode(holder, key._id);
    await scanCode(page, qrText.replaceAll('"', '¿').replaceAll('{', '¡'));
    await expect(page.getByRole('dialog', { name: 'Wrong keyboard layout' })).toContainText(
      'The scanner and this computer use different keyboard layouts.',
    );
  });
});

const german: Record<string, string> = {
  ...{ '{': 'Ü', '}': '*', '"': 'Ä', ':': 'Ö', '-': 'ß' },
  ...{ y: 'z', z: 'y', Y: 'Z', Z: 'Y' },
};

/** What a US scanner types on a German layout. */
function germanOf(text: string): string {
  return Array.from(text, (character) => german[character] ?? character).join('');
}

/** What Caps Lock makes of it. */
function capsOf(text: string): string {
  return Array.from(text, (character) =>
    character === character.toUpperCase() ? character.toLowerCase() : character.toUpperCase(),
  ).join('');
}
