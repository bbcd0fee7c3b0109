import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { qrTokenPrefix } from '@keydesk/shared/loans/qr-parse';
import {
  type BrowserContextOptions,
  type BrowserType,
  test as base,
  type LaunchOptions,
  type Page,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
} from '@playwright/test';
import { sessionCookie } from '../../server/src/http/principal.ts';
import type { TestClient } from '../../server/test/test-client.ts';
import { type Picture, writeCameraFeed } from '../camera/camera-feed.ts';
import { fullChromium } from './chromium.ts';
import { type ReusedPages, reusePages } from './reused-pages.ts';
import { startTestApp, type TestApp } from './test-app.ts';

type Fixtures = {
  visit: Visit;
  /** Visits in a browser with a fake camera, which sees nothing at first. */
  camera: { visit: Visit; show: CameraBrowser['show'] };
  oneProcess: undefined;
};

type WorkerFixtures = {
  campus: TestApp;
  reused: ReusedPages;
  cameraBrowser: CameraBrowser;
};

function campusFixture() {
  const start = async (
    { browserName: _ }: PlaywrightWorkerArgs & PlaywrightWorkerOptions,
    use: (campus: TestApp) => Promise<void>,
  ) => {
    const campus = await startTestApp();
    await use(campus);
    await campus.close();
  };
  const options = { scope: 'worker', timeout: 120_000 } as const;
  return [start, options] as [typeof start, typeof options];
}

/** `test` with fixtures of the running product. Each worker has its own copy of the demo campus. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  campus: campusFixture(),
  reused: [async ({ browser }, use) => use(reusePages(browser)), { scope: 'worker' }],
  cameraBrowser: [
    async ({ playwright, browserName, launchOptions }, use) => {
      const launched = await launchWithCamera(playwright[browserName], launchOptions);
      await use(launched);
      await launched.close();
    },
    { scope: 'worker' },
  ],
  // As the first fixture of a test it ends last, when no page needs them any more.
  oneProcess: [
    async ({ campus }, use) => {
      await use(undefined);
      await campus.stopOthers();
    },
    { auto: true },
  ],
  baseURL: async ({ campus }, use) => use(campus.url),
  visit: async ({ reused, campus, serviceWorkers }, use) => {
    const { visit, end } = visitsWith(reused, campus.url, { serviceWorkers });
    await use(visit);
    await end();
  },
  camera: async ({ cameraBrowser, campus, serviceWorkers }, use) => {
    cameraBrowser.show(null);
    const { visit, end } = visitsWith(cameraBrowser.reused, campus.url, { serviceWorkers });
    await use({
      visit: (who, path, options) => visit(who, path, { permissions: ['camera'], ...options }),
      show: cameraBrowser.show,
    });
    await end();
  },
});

/** `test` on a campus of its own, for files that change what every screen of a campus says. */
export function testOnOwnCampus() {
  return test.extend<object, { campus: TestApp }>({ campus: campusFixture() });
}

/** For files whose browser has scroll bars that take room, as on many computers. */
export const scrollBars: Parameters<typeof test.use>[0] = {
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
    { scope: 'worker' },
  ],
};

const devices = {
  phone: {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  },
  desktop: { viewport: { width: 1280, height: 800 } },
} satisfies Record<string, BrowserContextOptions>;

/** An address of the product without the application, where a test can prepare the page. */
export const blank = '/healthz';

type Device = keyof typeof devices;

type VisitOptions = BrowserContextOptions & {
  device?: Device;
  /** In a browser that has loaded no file of the application before. */
  fresh?: boolean;
};

/** Opens the product at `path` in a new browser context, as this person or signed out. */
export type Visit = (who: TestClient | null, path: string, options?: VisitOptions) => Promise<Page>;

/** Visits in one browser, at the process of `url` unless the person belongs to another. */
function visitsWith(
  reused: ReusedPages,
  url: string,
  shared: BrowserContextOptions,
): { visit: Visit; end(): Promise<void> } {
  const pages: Page[] = [];
  return {
    async visit(who, path, { device = 'desktop', fresh = false, ...options } = {}) {
      const home = who?.url ?? url;
      const page = await reused.take(
        { ...devices[device], ...shared, baseURL: home, ...options },
        fresh,
      );
      pages.push(page);
      if (who)
        await page
          .context()
          .addCookies([{ name: sessionCookie, value: who.secrets.cookie, url: home }]);
      await page.goto(path);
      return page;
    },
    async end() {
      await Promise.all(pages.map(reused.giveBack));
    },
  };
}

type CameraBrowser = {
  reused: ReusedPages;
  /** Shows a code to the camera; null removes it. */
  show(text: string | null, picture?: Picture): void;
  close(): Promise<void>;
};

async function launchWithCamera(
  browserType: BrowserType,
  options: LaunchOptions,
): Promise<CameraBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'keydesk-desk-'));
  const feed = join(folder, 'feed.y4m');
  writeCameraFeed(feed, null);
  const browser = await browserType.launch({
    ...options,
    executablePath: fullChromium,
    args: [
      ...(options.args ?? []),
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${feed}`,
    ],
  });
  return {
    reused: reusePages(browser),
    show: (text, picture) =>
      writeCameraFeed(feed, text, {
        ecc: text?.startsWith(qrTokenPrefix) ? 'Q' : 'M',
        ...picture,
      }),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}
