import type { Browser, Page } from '@playwright/test';
import { inMs } from '../figures.ts';
import type { SignedIn } from '../stage/people.ts';
import type { Row } from '../table.ts';
import { openPhone, slowProcessor } from './browser.ts';

const slowDown = 4;
const goals = { firstRenderMs: 200, interactionMs: 50 };
/** vnr-keys with 10,000 keys, as seen on this kind of machine. */
const stated = { firstRender: '17.6 s', keystroke: '2.2 s' };

type Seen = { firstRender: number; interaction: number; elements: number };

/** Notes the longest of each interaction's events, as the browser's INP does. */
const watchInteractions = (): void => {
  const seen: number[] = [];
  Object.assign(globalThis, { seenInteractions: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
};

/** From the tap on the department to the paint of its first rows. */
const firstRender = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const tile = [...document.querySelectorAll('button, a')].find((one) =>
      /CSE/.test(one.textContent ?? ''),
    );
    if (!(tile instanceof HTMLElement)) throw new Error('The department is not there');
    const begun = performance.now();
    tile.click();
    while (!document.querySelector('li[aria-setsize]'))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begun;
  });

const longestInteraction = async (page: Page): Promise<number> => {
  const field = page.getByPlaceholder('Search keys...');
  await field.click();
  await page.evaluate(() => {
    (globalThis as unknown as { seenInteractions: number[] }).seenInteractions.length = 0;
  });
  await field.pressSequentially('room 10', { delay: 150 });
  await page.waitForTimeout(500);
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seenInteractions: number[] }).seenInteractions,
  );
  return Math.max(0, ...seen);
};

/** A phone with a slow processor among so many keys, all of one department. */
export const lookAtKeys = async (browser: Browser, url: string, who: SignedIn): Promise<Seen> => {
  const context = await openPhone(browser, url, who);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    await page.goto('/dashboard/faculty/keylist', { waitUntil: 'networkidle' });
    await page.getByRole('region', { name: 'Departments' }).waitFor();
    await slowProcessor(page, slowDown);
    const first = await firstRender(page);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    await page.goto('/dashboard/faculty/keylist', { waitUntil: 'networkidle' });
    await page.getByRole('region', { name: 'Departments' }).waitFor();
    return { firstRender: first, interaction: await longestInteraction(page), elements };
  } finally {
    await context.close();
  }
};

export const rowsOfLists = (many: Seen, few: Seen): Row[] => {
  const row = { what: '10,000 keys on a phone (4× slower)', ratio: '' };
  return [
    {
      ...row,
      what: `${row.what}: first render`,
      ours: `${inMs(many.firstRender)} (2,000: ${inMs(few.firstRender)})`,
      reference: `vnr-keys ${stated.firstRender} (stated)`,
      goal: `≤ ${goals.firstRenderMs} ms`,
      met: many.firstRender <= goals.firstRenderMs,
    },
    {
      ...row,
      what: `${row.what}: slowest keystroke`,
      ours: `${inMs(many.interaction)} (2,000: ${inMs(few.interaction)})`,
      reference: `vnr-keys ${stated.keystroke} (stated)`,
      goal: `≤ ${goals.interactionMs} ms`,
      met: many.interaction <= goals.interactionMs,
    },
    {
      ...row,
      what: `${row.what}: elements`,
      ours: `${many.elements} (2,000: ${few.elements})`,
      reference: '',
      goal: 'flat',
      met: Math.abs(many.elements - few.elements) < 50,
    },
  ];
};
