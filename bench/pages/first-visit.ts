import type { Browser, Page } from '@playwright/test';
import type { SignedIn } from '../harness/seed.ts';
import { inMs, median, type Row, times } from '../report.ts';
import { languages, onSlowPhone, openPhone } from './browser.ts';

const visits = 3;
const home = '/dashboard/faculty/taken';
const goals = { signIn: 2_500, direct: 3_500, worker: 1_200, slowCode: 800, localCode: 200 };
const timesEnglish = 1.1;

export type Holder = SignedIn & { keyNumber: string };

/**
 * How long a holder waits for the first key of My Keys, on slow 4G with a 4 times slower processor.
 */
export async function measureFirstVisit(
  browser: Browser,
  url: string,
  holder: Holder,
): Promise<Row[]> {
  const row = (what: string, goal: number, visit: Visit): Promise<Row> =>
    medianRow(`first key ${what}, slow 4G`, goal, () => visit(browser, url, holder));
  return [
    await row('directly', goals.direct, firstKeyDirectly),
    await row('with the service worker', goals.worker, firstKeyWithWorker),
    // Last, because every sign-in may end an older session.
    await row('after sign-in', goals.signIn, firstKeyAfterSignIn),
  ];
}

export async function measureTap(browser: Browser, url: string, holder: Holder): Promise<Row[]> {
  const tap = (overSlowNetwork: boolean) => () => tapToCode(browser, url, holder, overSlowNetwork);
  return [
    await medianRow('tap → code, slow 4G', goals.slowCode, tap(true)),
    await medianRow('tap → code', goals.localCode, tap(false)),
  ];
}

/** The first key directly in each language and in English, in turn. */
export async function measureLanguages(
  browser: Browser,
  url: string,
  holder: Holder,
): Promise<Row[]> {
  const waits = new Map(['en', ...languages].map((language) => [language, [] as number[]]));
  for (let round = 0; round < visits; round += 1)
    for (const [language, ms] of waits)
      ms.push(await firstKeyDirectly(browser, url, holder, language));
  const english = median(waits.get('en') ?? []);
  return languages.map((language) => {
    const ms = median(waits.get(language) ?? []);
    return {
      what: `4× slower: first key directly, slow 4G, in ${language}`,
      ours: inMs(ms),
      reference: `English ${inMs(english)}`,
      ratio: times(ms / english),
      goal: `≤ ${timesEnglish}×`,
      met: ms / english <= timesEnglish,
    };
  });
}

async function medianRow(what: string, goal: number, visit: () => Promise<number>): Promise<Row> {
  const waits: number[] = [];
  for (let round = 0; round < visits; round += 1) waits.push(await visit());
  const ms = median(waits);
  return {
    what: `4× slower: ${what}`,
    ours: inMs(ms),
    goal: `≤ ${inMs(goal)}`,
    met: ms <= goal,
  };
}

type Visit = (browser: Browser, url: string, holder: Holder) => Promise<number>;

/** Milliseconds from the provider's answer, after the open sign-in page was at rest. */
function firstKeyAfterSignIn(browser: Browser, url: string, holder: Holder): Promise<number> {
  return onSlowPhone(openPhone(browser, url), async (page) => {
    await page.goto('/login', { waitUntil: 'networkidle' });
    const answered = page.waitForRequest(/\/api\/auth\/google\/callback/).then(() => Date.now());
    await page.goto(`/api/auth/google?login_hint=${holder.user.email}`, { waitUntil: 'commit' });
    return (await firstKeyAt(page, holder)) - (await answered);
  });
}

/** Milliseconds from entering the address of My Keys, with an empty cache. */
function firstKeyDirectly(
  browser: Browser,
  url: string,
  holder: Holder,
  locale = 'en',
): Promise<number> {
  const phone = openPhone(browser, url, holder, { locale });
  return onSlowPhone(phone, (page) => firstKeyOnVisit(page, holder));
}

/** The time on a later visit, with the service worker's cached application. */
async function firstKeyWithWorker(browser: Browser, url: string, holder: Holder): Promise<number> {
  const context = await openPhone(browser, url, holder, { serviceWorkers: 'allow' });
  // The first visit installs the worker, the second one stores compiled scripts.
  for (let visit = 0; visit < 2; visit += 1) {
    const before = await context.newPage();
    await before.goto(home, { waitUntil: 'networkidle' });
    await before.evaluate(() => navigator.serviceWorker.ready);
    await before.close();
  }
  return onSlowPhone(Promise.resolve(context), (page) => firstKeyOnVisit(page, holder));
}

async function firstKeyOnVisit(page: Page, holder: Holder): Promise<number> {
  await page.goto(home, { waitUntil: 'commit' });
  const firstKey = await firstKeyAt(page, holder);
  return firstKey - (await page.evaluate(() => performance.timeOrigin));
}

function tapToCode(
  browser: Browser,
  url: string,
  holder: Holder,
  overSlowNetwork: boolean,
): Promise<number> {
  const tap = async (page: Page) => {
    await page.goto(home, { waitUntil: 'networkidle' });
    await firstKeyAt(page, holder);
    const painted = page.evaluate(timeToCode);
    await page.getByRole('button', { name: /Show Return QR/ }).tap();
    return await painted;
  };
  return onSlowPhone(openPhone(browser, url, holder), tap, overSlowNetwork);
}

/** Milliseconds from the next click to the frame after the code's picture appears. */
function timeToCode(): Promise<number> {
  return new Promise((resolve) => {
    let tapped = Number.NaN;
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        tapped = timeStamp;
      },
      { capture: true, once: true },
    );
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[aria-label^="QR code to"]')) return;
      observer.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - tapped));
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** When the holder's key is in the page, in Unix milliseconds. */
async function firstKeyAt(page: Page, { keyNumber }: Holder): Promise<number> {
  await page.waitForURL(`**${home}`);
  const found = await page.waitForFunction(
    (number) =>
      document.querySelector('main')?.textContent?.includes(number) &&
      performance.timeOrigin + performance.now(),
    keyNumber,
  );
  return Number(await found.jsonValue());
}
