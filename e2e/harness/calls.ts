import { expect, type Page, type Request } from '@playwright/test';

/** The calls of a page to the server, without its files and its live connection. */
export type Calls = {
  /** 'GET /api/keys', per call, in order. */
  made: readonly string[];
  /** '400 POST /api/…', per refused call. */
  refused: readonly string[];
  /** Waits until the page has received its own change, and refetched because of it. */
  settled(): Promise<void>;
  /** The calls that a press causes on a settled page. */
  costOf(press: () => Promise<unknown>): Promise<readonly string[]>;
};

/**
 * Longer than until a page acts upon an event, which collects those of a change first; in
 * milliseconds.
 */
const quietMs = 600;

/** Keeps the page from asking every 30 or 60 seconds, from its next load on. */
export async function stopPolls(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const begin = globalThis.setInterval;
    const never = 2 ** 31 - 1;
    globalThis.setInterval = ((act: () => void, ms: number) =>
      begin(act, ms < 30_000 ? ms : never)) as typeof setInterval;
  });
}

/** Call it before the page's first call. */
export function followCalls(page: Page): Calls {
  const made: string[] = [];
  const refused: string[] = [];
  const open = new Set<Request>();
  let lastAt = 0;
  page.on('request', (request) => {
    if (!isCall(request)) return;
    made.push(nameOf(request));
    open.add(request);
  });
  const close = (request: Request) => {
    if (open.delete(request)) lastAt = Date.now();
  };
  page.on('response', (response) => {
    const request = response.request();
    // Requests sent before do not count.
    if (open.has(request) && response.status() >= 400)
      refused.push(`${response.status()} ${nameOf(request)}`);
    close(request);
  });
  page.on('requestfailed', close);
  const settled = () =>
    expect
      .poll(() => open.size === 0 && Date.now() - lastAt > quietMs, { intervals: [50] })
      .toBe(true);
  return {
    made,
    refused,
    settled,
    async costOf(press) {
      // A dialog that has just appeared has yet to send its calls.
      lastAt = Date.now();
      await settled();
      const before = made.length;
      await press();
      lastAt = Date.now();
      await settled();
      return made.slice(before);
    },
  };
}

function isCall(request: Request): boolean {
  return new URL(request.url()).pathname.startsWith('/api/');
}

function nameOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}
