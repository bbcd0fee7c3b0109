import type { Page, Request } from '@playwright/test';

function latch() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Holds the page's calls to these addresses back from the server until they are released. */
export async function holdCalls(
  page: Page,
  address: string | ((url: URL) => boolean),
): Promise<() => void> {
  const released = latch();
  await page.route(address, async (route) => {
    await released.opened;
    await route.continue();
  });
  return released.open;
}

/** Whether the page waits for no answer of the server; to be asked from before its first call. */
export function watchCalls(page: Page): () => boolean {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) open.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
  return () => open.size === 0;
}

type HeldAnswer = { composed: Promise<void>; letGo: () => void };

/** Holds back the next response from this address, after the server has sent it, until released. */
export async function holdAnswer(page: Page, address: string): Promise<HeldAnswer> {
  const [composed, released] = [latch(), latch()];
  await page.route(
    address,
    async (route) => {
      const response = await route.fetch();
      composed.open();
      await released.opened;
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  return { composed: composed.opened, letGo: released.open };
}

/** Holds back the page's live connections until they are released. */
export async function holdLiveConnection(page: Page): Promise<() => void> {
  const released = latch();
  await page.routeWebSocket('**/socket.io/**', async (socket) => {
    await released.opened;
    socket.connectToServer();
  });
  return released.open;
}

/** The network between a page and the server. */
export type Link = { cut(): Promise<void> | void; mend(): Promise<void> | void };

/** A link that is cut at the device, which notices it. */
export function deviceLink(page: Page): Link {
  return {
    cut: () => page.context().setOffline(true),
    mend: () => page.context().setOffline(false),
  };
}

/** A link that is cut beyond the device, which still seems to be online. Reloads the page. */
export async function serverLink(page: Page): Promise<Link> {
  let isCut = false;
  const closeSockets: (() => void)[] = [];
  await page.route('**', (route) => (isCut ? route.abort('connectionrefused') : route.fallback()));
  await page.routeWebSocket('**', (socket) => {
    if (!isCut) socket.connectToServer();
    if (isCut) void socket.close();
    else closeSockets.push(() => void socket.close());
  });
  const live = page.waitForEvent('websocket');
  await page.reload();
  await live;
  return {
    cut() {
      isCut = true;
      for (const close of closeSockets.splice(0)) close();
    },
    mend() {
      isCut = false;
    },
  };
}
