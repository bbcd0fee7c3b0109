import { expect, type Page } from '@playwright/test';
import { giveKey } from '../../server/test/handovers.ts';
import { holdCalls } from '../harness/network.ts';
import { test } from '../harness/test.ts';

const notLoaded = 'Could not load this part of the page. Try again.';

/** Loses the script of this name on its way to the page until it is let through. */
async function loseScript(page: Page, name: string): Promise<() => Promise<void>> {
  const address = `**/assets/${name}-*.js`;
  await page.route(address, (route) => route.abort('connectionreset'));
  return () => page.unroute(address);
}

/** Marks the page as it stands; a page that was loaded anew bears no mark. */
function mark(page: Page) {
  return page.evaluate(() => document.body.setAttribute('data-marked', ''));
}

function expectMarked(page: Page) {
  return expect(page.locator('body')).toHaveAttribute('data-marked');
}

test('menus and drawers open at the first press and give the focus back; a lost one says so and opens at the next', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const page = await visit(person, '/dashboard/profile', { fresh: true });
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const drawer = page.getByRole('dialog', { name: 'Notifications' });
  const found = await loseScript(page, 'notification-drawer');
  await mark(page);
  await bell.click();
  await expect(page.getByText(notLoaded)).toBeVisible();
  await expect(drawer).toBeHidden();
  await found();
  await bell.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(bell).toBeFocused();
  await expectMarked(page);

  for (const name of [/^User menu/]) {
    const button = page.getByRole('button', { name });
    const menu = page.getByRole('menu', { name });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(menu.locator('[role^=menuitem]:focus')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
  }
});

test('what takes a moment to load shows that it is on its way', async ({ campus, visit }) => {
  const page = await visit(await campus.person(), '/dashboard/profile', {
    device: 'phone',
    fresh: true,
  });
  const sign = page.getByText('Loading...');
  for (const { script, button, opened } of [
    {
      script: 'notification-drawer',
      button: /^Notifications/,
      opened: page.getByRole('dialog', { name: 'Notifications' }),
    },
    { script: 'menu-popup', button: /^User menu/, opened: page.getByRole('menu') },
  ]) {
    const letGo = await holdCalls(page, `**/assets/${script}-*.js`);
    await page.getByRole('button', { name: button }).click();
    await expect(sign).toBeVisible();
    letGo();
    await expect(opened).toBeVisible();
    await expect(sign).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(opened).toBeHidden();
  }
});

test('a lost dialog is not opened by another press than the one for it', async ({
  campus,
  visit,
}) => {
  const holder = await campus.person();
  const key = await campus.key();
  await giveKey(campus.guard, holder, key._id);
  const page = await visit(holder, '/dashboard/faculty/taken', { device: 'phone', fresh: true });
  const dialog = page.getByRole('dialog');
  const show = page.getByRole('link', { name: key.keyNumber });
  const detailsFound = await loseScript(page, 'key-details');
  await mark(page);
  await show.tap();
  await expect(page.getByText(notLoaded)).toBeVisible();
  await detailsFound();
  const came = page.waitForResponse(/key-details/);
  await page.getByLabel('Dismiss').tap();
  await (await came).finished();
  await expect(page.getByText(notLoaded)).toBeHidden();
  await expect(dialog).toBeHidden();
  await show.tap();
  await expect(dialog.getByRole('heading', { name: key.keyNumber })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(show).toBeFocused();

  const menu = page.getByRole('button', { name: 'Open menu' });
  const sidebarFound = await loseScript(page, 'sidebar-overlay');
  await menu.tap();
  await expect(page.getByText(notLoaded)).toBeVisible();
  await sidebarFound();
  await page.getByLabel('Dismiss').tap();
  await menu.tap();
  await expect(dialog.getByRole('link', { name: 'Volunteer Key Return' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await expectMarked(page);
});

test('a lost tab leaves the page around it, and comes with the network', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), '/dashboard/faculty/taken', { fresh: true });
  await expect(page.getByText('No keys taken')).toBeVisible();
  await mark(page);
  await page.context().setOffline(true);
  const allKeys = page.getByRole('link', { name: 'All Keys' });
  await allKeys.click();
  await expect(page).toHaveURL(/keylist/);
  await expect(allKeys).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByPlaceholder('Search keys...')).toBeVisible();
  await expectMarked(page);
});

test('a live connection whose code was lost begins once it can be had', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const key = await campus.key();
  const page = await visit(person, '/dashboard/about', { fresh: true });
  await page.clock.install();
  const found = await loseScript(page, 'open-socket');
  const lost = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('open-socket'),
  );
  await page.goto('/dashboard/faculty/taken');
  await lost;
  await expect(page.getByText('No keys taken')).toBeVisible();
  await found();
  const live = page.waitForEvent('websocket');
  await page.clock.fastForward(30_000);
  await live;
  await giveKey(campus.guard, person, key._id);
  await expect(page.getByRole('article').getByRole('heading')).toHaveText([key.keyNumber]);
});

test('a lost page says so within the frame and can be asked for again; one that a new version has replaced is loaded anew', async ({
  campus,
  visit,
}) => {
  const person = await campus.person();
  const page = await visit(person, '/dashboard/profile', { fresh: true });
  const found = await loseScript(page, 'volunteer-return-page');
  await page.getByRole('link', { name: 'Volunteer Key Return' }).click();
  await expect(page.getByRole('alert')).toContainText('Could not show this page');
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
  await found();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Volunteer Key Return' })).toBeVisible();

  await mark(page);
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'About Us' }).click();
  await expect(page.getByRole('alert')).toContainText('You are offline.');
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeVisible();
  await expectMarked(page);

  await loseScript(page, 'menu-popup');
  await page.route('/', (route) => route.fulfill({ body: '<script src="/assets/newer.js">' }));
  await page.getByRole('button', { name: /^User menu/ }).click();
  await expect(page.locator('body')).not.toHaveAttribute('data-marked');

  const appFound = await loseScript(page, 'app');
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('alert')).toContainText('Could not show this page');
  await appFound();
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
});

test('a part that the browser will not fetch again comes with a reload of the page', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), '/dashboard/profile', { fresh: true });
  // As a browser does that keeps the failure of a script; other calls reach the server.
  await page.route('**/assets/notification-drawer-*.js', (route) =>
    route.request().resourceType() === 'script' ? route.abort() : route.continue(),
  );
  await mark(page);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await bell.click();
  await bell.click();
  await expect(page.locator('body')).not.toHaveAttribute('data-marked');
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
});
