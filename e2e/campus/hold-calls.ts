import type { Page } from '@playwright/test';

const latch = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
};

/** Keeps calls to this address of the page from reaching the server until they are let go. */
export async function holdCalls(page: Page, address: string): Promise<() => void> {
  const released = latch();
  await page.route(address, async (route) => {
    await released.opened;
    await route.continue();
  });
  return released.open;
}

export type HeldAnswer = { composed: Promise<void>; letGo: () => void };

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
