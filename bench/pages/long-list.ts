import type { Browser, Page } from '@playwright/test';
import type { SignedIn } from '../harness/seed.ts';
import { inMs, median, type Row, times } from '../report.ts';
import { openPhone, slowProcessor } from './browser.ts';

const slowDown = 4;
/** Several visits, to tolerate a disturbed one. */
const visits = 5;
const goals = { firstRenderMs: 200, interactionMs: 50 };
/** vnr-keys with 10,000 keys, measured earlier on this kind of machine. */
const stated = { firstRender: '17.6 s', keystroke: '2.2 s' };

type Visit = { firstRender: number; interaction: number; elements: number };
type Visits = readonly Visit[];

export async function measureLongList(
  browser: Browser,
  url: string,
  who: SignedIn,
): Promise<Visits> {
  const seen: Visit[] = [];
  for (let round = 0; round < visits; round += 1) seen.push(await visit(browser, url, who));
  return seen;
}

async function visit(browser: Browser, url: string, who: SignedIn): Promise<Visit> {
  const context = await openPhone(browser, url, who);
  try {
    const page = await context.newPage();
    await page.addInitScript(watchInteractions);
    await page.goto('/dashboard/faculty/keylist', { waitUntil: 'networkidle' });
    await page.getByRole('region', { name: 'Departments' }).waitFor();
    await slowProcessor(page, slowDown);
    const first = await firstRender(page);
    const elements = await elementsAtRest(page);
    await page.goto('/dashboard/faculty/keylist', { waitUntil: 'networkidle' });
    await page.getByRole('region', { name: 'Departments' }).waitFor();
    return { firstRender: first, interaction: await longestInteraction(page), elements };
  } finally {
    await context.close();
  }
}

/** Records the longest event of each interaction, like the browser's INP. */
function watchInteractions(): void {
  const seen: number[] = [];
  Object.assign(globalThis, { seenInteractions: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** From the tap on the department to the paint of its first rows. */
function firstRender(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const tile = [...document.querySelectorAll('button, a')].find((one) =>
      /CSE/.test(one.textContent ?? ''),
    );
    if (!(tile instanceof HTMLElement)) throw new Error('The department is not there');
    const rowsThere = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('li[aria-setsize]')) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, subtree: true });
    });
    const begun = performance.now();
    tile.click();
    await rowsThere;
    // The next frame contains the rows; a task queued from it runs after its paint.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begun;
  });
}

/** The number of elements at rest: rows beyond the viewport render when the page is idle. */
function elementsAtRest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    for (const _ of [1, 2])
      await new Promise((resolve) =>
        requestIdleCallback(() => requestAnimationFrame(() => setTimeout(resolve))),
      );
    return document.querySelectorAll('*').length;
  });
}

async function longestInteraction(page: Page): Promise<number> {
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
}

export function longListRows(many: Visits, few: Visits): Row[] {
  const elements = { many: middle(many, 'elements'), few: middle(few, 'elements') };
  return [
    {
      ...row(many, few, 'first render', 'firstRender'),
      reference: `vnr-keys ${stated.firstRender} (stated)`,
      goal: `≤ ${goals.firstRenderMs} ms`,
      met: middle(many, 'firstRender') <= goals.firstRenderMs,
    },
    {
      ...row(many, few, 'slowest keystroke', 'interaction'),
      reference: `vnr-keys ${stated.keystroke} (stated)`,
      goal: `≤ ${goals.interactionMs} ms`,
      met: middle(many, 'interaction') <= goals.interactionMs,
    },
    {
      what: '10,000 keys on a phone (4× slower): elements',
      ours: `${elements.many} (2,000: ${elements.few})`,
      goal: 'flat',
      met: Math.abs(elements.many - elements.few) < 50,
    },
  ];
}

function middle(seen: Visits, figure: keyof Visit): number {
  return median(seen.map((one) => one[figure]));
}

function row(many: Visits, few: Visits, what: string, figure: 'firstRender' | 'interaction') {
  const all = many.map((one) => one[figure]);
  return {
    what: `10,000 keys on a phone (4× slower): ${what}, median of ${visits} visits`,
    ours:
      `${inMs(median(all))}, from ${inMs(Math.min(...all))} to ${inMs(Math.max(...all))} ` +
      `(2,000: ${inMs(middle(few, figure))})`,
    ratio: `${times(median(all) / middle(few, figure))} of 2,000`,
  };
}
