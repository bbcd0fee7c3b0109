import { expect, type Page, type Request } from '@playwright/test';

/** What a page asks the server for, beside its files and its live connection. */
export type Calls = {
  /** 'GET /api/keys', of each call in order. */
  made: readonly string[];
  /** '400 POST /api/…', of each that was refused. */
  refused: readonly string[];
  /** Waits until the page has heard of its own change, and read what it reads because of it. */
  settled(): Promise<void>;
  /** What a press costs, of a page that was settled before. */
  costOf(press: () => Promise<unknown>): Promise<readonly string[]>;
};

/** Longer than the live connection gathers changes before it tells the page of them. */
const quietMs = 600;

/** Follows a page from before its first call. */
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
    // What the page read before it was followed does not count.
    if (open.has(request) && response.status() >= 400)
      refused.push(`${response.status()} ${nameOf(request)}`);
    close(request);
  });
  page.on('requestfailed', close);
  const settled = () =>
    expect.poll(() => open.size === 0 && Date.now() - lastAt > quietMs).toBe(true);
  return {
    made,
    refused,
    settled,
    async costOf(press) {
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
