import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { inEachLanguage } from '@keydesk/shared/texts/known-languages';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { cookieNameAt, sessionCookie } from '../../server/src/http/principal.ts';
import type { SignedIn } from '../harness/seed.ts';

/** Those that are measured beside English. */
export const languages = inEachLanguage((language) => language).slice(1);

/** Chromium refuses to start as root with its sandbox. */
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export async function withBrowser<T>(
  work: (browser: Browser) => Promise<T>,
  args: readonly string[] = [],
): Promise<T> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [...sandbox, ...args],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export async function openPhone(
  browser: Browser,
  url: string,
  who?: SignedIn,
  options: { serviceWorkers?: 'allow'; locale?: string } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
    ...options,
  });
  const name = cookieNameAt(url, sessionCookie);
  if (who) await context.addCookies([{ name, value: who.session.cookie, url, secure: true }]);
  return context;
}

export async function slowProcessor(page: Page, rate: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Visits with a processor four times slower, over a slow network unless told otherwise. */
export async function onSlowPhone<T>(
  opening: Promise<BrowserContext>,
  visit: (page: Page) => Promise<T>,
  overSlowNetwork = true,
): Promise<T> {
  const context = await opening;
  try {
    const page = await context.newPage();
    if (overSlowNetwork) await slowNetwork(page);
    await slowProcessor(page, 4);
    return await visit(page);
  } finally {
    await context.close();
  }
}

/** DevTools' 'Slow 4G': 1.44 Mbit/s down, 0.68 up, 562 ms round trip. */
async function slowNetwork(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: 180_000,
    uploadThroughput: 84_375,
  });
}

const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The gzipped size of the scripts loaded so far, without those prefetched for another page. */
export async function scriptBytes(page: Page): Promise<number> {
  const loaded = await page.evaluate(() => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]');
    const ahead = new Set([...links].map(({ href }) => href));
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return names.filter((name) => !ahead.has(name));
  });
  const paths = new Set(loaded.map((name) => new URL(name).pathname));
  return [...paths]
    .filter((path) => path.endsWith('.js'))
    .reduce((sum, path) => sum + gzippedBytes(path), 0);
}

function gzippedBytes(path: string): number {
  const file = `${built}${path}`;
  return existsSync(`${file}.gz`)
    ? statSync(`${file}.gz`).size
    : gzipSync(readFileSync(file)).length;
}
