import { expect } from '@playwright/test';
import { test as base } from './scanner-test.ts';

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP desk.test 127.0.0.1'];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ harnessPort }, use) => use(`http://desk.test:${harnessPort}`),
});

test('on an insecure address the scanner says why there is no camera', async ({ scanner }) => {
  await scanner.open();
  const alert = scanner.overlay.getByRole('alert');
  await expect(alert).toContainText('Failed to start camera');
  await expect(alert).toContainText('The camera needs a secure address (https).');
});
