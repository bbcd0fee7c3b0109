import type { BrowserContextOptions, Page } from '@playwright/test';
import { createDatabase, dropDatabase, freshName } from '../../server/test/database-commands.ts';
import { startApp } from './app-process.ts';
import { templateVariable } from './global-setup.ts';
import { test } from './test.ts';

/** Signs in a new person in a browser context of their own. */
export type SignIn = (
  email: string,
  name: string,
  options?: BrowserContextOptions,
) => Promise<Page>;

/** `test` with the product on an empty database. */
export const emptyCampusTest = test.extend<{ emptyUrl: string; signIn: SignIn }>({
  emptyUrl: async ({ browserName: _ }, use) => {
    const serverUrl = process.env[templateVariable] ?? '';
    const databaseUrl = await createDatabase(serverUrl, freshName('empty'));
    const app = await startApp(databaseUrl, { DEMO_DATA: 'off' });
    await use(app.url);
    await app.stop();
    await dropDatabase(databaseUrl);
  },
  signIn: async ({ browser, emptyUrl }, use) => {
    const pages: Page[] = [];
    await use(async (email, name, options) => {
      const context = await browser.newContext({
        ...{ baseURL: emptyUrl, locale: 'en-GB', viewport: { width: 1280, height: 800 } },
        ...options,
      });
      const page = await context.newPage();
      pages.push(page);
      await page.goto('/login');
      await page.getByRole('link', { name: 'Continue with Google' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Continue' }).click();
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});
