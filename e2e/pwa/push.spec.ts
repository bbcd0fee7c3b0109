import { expect, type Page } from '@playwright/test';
import { fullChromium } from '../harness/chromium.ts';
import { test } from '../harness/test.ts';

test.use({
  serviceWorkers: 'allow',
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: fullChromium }),
    { scope: 'worker' },
  ],
});

function card(page: Page) {
  return page.getByRole('region', { name: 'Notifications on this device' });
}

function turnOn(page: Page) {
  return card(page).getByRole('button', { name: 'Turn on notifications on this device' });
}

const blocked = 'Notifications are blocked. Allow them in your browser settings.';

test('a browser that blocks notifications is told how to allow them', async ({ campus, visit }) => {
  const page = await visit(await campus.person(), '/dashboard/profile', { permissions: [] });
  await expect(card(page)).toContainText(blocked);
  await expect(card(page).getByRole('button')).toHaveCount(0);
});

test('a browser that allows them subscribes with the key of this server, or says that it cannot', async ({
  campus,
  visit,
}) => {
  const page = await visit(await campus.person(), '/dashboard/about', {
    permissions: ['notifications'],
  });
  await page.clock.install();
  await page.goto('/dashboard/profile');
  await expect(card(page)).toContainText('Get reminders and alerts on this device');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await turnOn(page).click();
  // No push service stands behind this browser, so asking is as far as it goes.
  const toast = page.getByText(
    'Could not reach the push service of this browser. Try again later.',
  );
  await expect(toast).toBeVisible();
  await expect(turnOn(page)).toBeEnabled();
  await page.clock.fastForward(5_000);
  await expect(toast).toBeHidden();
});
