import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { sessionCookie } from '../../server/src/http/principal.ts';
import type { Visitor } from '../../server/test/visitor.ts';

const devices = {
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1280, height: 800 } },
} satisfies Record<string, BrowserContextOptions>;

/** An address of the product without its application, where a page can be made ready for it. */
export const blank = '/healthz';

type Device = keyof typeof devices;

type VisitOptions = BrowserContextOptions & { device?: Device };

/** Opens the product at `path` in a browser context of their own: as this person, or signed out. */
export type Visit = (who: Visitor | null, path: string, options?: VisitOptions) => Promise<Page>;

/** Visits with one browser, to the process at `url` unless the person is at another. */
export function visitsWith(browser: Browser, url: string): { visit: Visit; end(): Promise<void> } {
  const pages: Page[] = [];
  return {
    async visit(who, path, { device = 'desktop', ...options } = {}) {
      const home = who?.url ?? url;
      const context = await browser.newContext({ ...devices[device], baseURL: home, ...options });
      if (who)
        await context.addCookies([{ name: sessionCookie, value: who.secrets.cookie, url: home }]);
      const page = await context.newPage();
      pages.push(page);
      await page.goto(path);
      return page;
    },
    async end() {
      await Promise.all(pages.map((page) => page.context().close()));
    },
  };
}
