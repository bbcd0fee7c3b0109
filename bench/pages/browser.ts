import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { sessionCookie } from '../../server/src/http/principal.ts';
import type { SignedIn } from '../stage/people.ts';

/** Chromium keeps its sandbox unless run by root, where it refuses to start with one. */
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export const withBrowser = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: sandbox,
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
};

/** A phone of its own, without a service worker, signed in as this person or nobody. */
export const openPhone = async (
  browser: Browser,
  url: string,
  who?: SignedIn,
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  if (who) await context.addCookies([{ name: sessionCookie, value: who.session.cookie, url }]);
  return context;
};

export const slowProcessor = async (page: Page, rate: number): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
};

/** DevTools' 'Slow 4G': 1.44 Mbit/s down, 0.68 up, 562 ms to the server and back. */
export const slowNetwork = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: 180_000,
    uploadThroughput: 84_375,
  });
};
