import type { Page } from '@playwright/test';

/** The way between a page and the server. */
export type Link = { cut(): Promise<void> | void; mend(): Promise<void> | void };

/** A link that is cut at the device, which knows of it. */
export const deviceLink = (page: Page): Link => ({
  cut: () => page.context().setOffline(true),
  mend: () => page.context().setOffline(false),
});

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
