import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

export type ReusedPages = {
  /** A blank page in a context of its own, as if nobody had used it before. */
  take(options: BrowserContextOptions, fresh: boolean): Promise<Page>;
  giveBack(page: Page): Promise<void>;
};

/**
 * Pages that keep their process and its compiled scripts from test to test: the application loads
 * there in a quarter of the time.
 */
export function reusePages(browser: Browser): ReusedPages {
  const free = new Map<string, Page[]>();
  const used = new Map<Page, BrowserContextOptions>();
  return {
    async take(options, fresh) {
      const reused = fresh ? undefined : free.get(JSON.stringify(options))?.pop();
      if (reused) return reused;
      const context = await browser.newContext(options);
      const page = await context.newPage();
      noteLasting(page);
      // A service worker would outlive its test.
      if (options.serviceWorkers === 'block') used.set(page, options);
      return page;
    },
    async giveBack(page) {
      const options = used.get(page);
      if (!options || page.isClosed() || lasting.has(page.context())) return page.context().close();
      await clear(page, options);
      const name = JSON.stringify(options);
      free.set(name, [...(free.get(name) ?? []), page]);
    },
  };
}

async function clear(page: Page, { viewport }: BrowserContextOptions): Promise<void> {
  const context = page.context();
  const origins = new Set(context.pages().map((one) => new URL(one.url()).origin));
  await Promise.all(context.pages().map((one) => one !== page && one.close()));
  for (const event of listened) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await page.evaluate(() => sessionStorage.clear()).catch(() => undefined);
  await page.goto('about:blank');
  page.setDefaultTimeout(0);
  if (viewport) await page.setViewportSize(viewport);
  const devtools = await context.newCDPSession(page);
  for (const origin of origins)
    if (origin !== 'null')
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.send('Page.resetNavigationHistory');
  await devtools.detach();
  await context.clearCookies();
}

const listened = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const;

/** Contexts with a change that cannot be taken back. */
const lasting = new WeakSet<BrowserContext>();

function noteLasting(page: Page): void {
  const context = page.context();
  const note = <Name extends string>(
    target: Record<Name, (...args: never[]) => unknown>,
    ...names: Name[]
  ) => {
    for (const name of names) {
      const change = target[name].bind(target);
      target[name] = (...args) => {
        lasting.add(context);
        return change(...args);
      };
    }
  };
  note(context.clock, 'install');
  note(context, 'grantPermissions');
  note(page, 'addInitScript', 'emulateMedia', 'exposeFunction', 'routeWebSocket');
}
