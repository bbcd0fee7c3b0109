import type { Page } from '@playwright/test';

function latch() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Keeps calls to this address of the page from reaching the server until they are let go. */
export async function holdCalls(page: Page, address: string): Promise<() => void> {
  const released = latch();
  await page.route(address, async (route) => {
    await released.opened;
    await route.continue();
  });
  return released.open;
}

type HeldAnswer = { composed: Promise<void>; letGo: () => void };

/** Keeps the page's next answer from this address, once the server has composed it, until it is let go. */
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

/** Keeps the page's live connections from beginning until they are let go. */
export async function holdLiveConnection(page: Page): Promise<() => void> {
  const released = latch();
  await page.routeWebSocket('**/socket.io/**', async (socket) => {
    await released.opened;
    socket.connectToServer();
  });
  return released.open;
}

/** The way between a page and the server. */
export type Link = { cut(): Promise<void> | void; mend(): Promise<void> | void };

/** A link that is cut at the device, which knows of it. */
export function deviceLink(page: Page): Link {
  return {
    cut: () => page.context().setOffline(true),
    mend: () => page.context().setOffline(false),
  };
}

/** A link that is cut beyond the device, which goes on to believe in its network. Loads the page anew. */
export async function serverLink(page: Page): Promise<Link> {
  let isCut = false;
  const closings: (() => void)[] = [];
  await page.route('**', (route) => (isCut ? route.abort('connectionrefused') : route.fallback()));
  await page.routeWebSocket('**', (socket) => {
    if (!isCut) socket.connectToServer();
    if (isCut) void socket.close();
    else closings.push(() => void socket.close());
  });
  const live = page.waitForEvent('websocket');
  await page.reload();
  await live;
  return {
    cut() {
      isCut = true;
      for (const close of closings.splice(0)) close();
    },
    mend() {
      isCut = false;
    },
  };
}
