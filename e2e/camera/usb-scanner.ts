import type { Page } from '@playwright/test';

const enterKey = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };

/** Types a text and Enter, with `gap` milliseconds between the keys by the browser's clock. */
export async function typeWithGap(page: Page, text: string, gap: number): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now();
  const keys = [...text].map((key) => ({ key, text: key }));
  // Sent in order, but without waiting for each to be handled.
  const events = [...keys, enterKey].flatMap((key, index) => {
    const timestamp = (start + index * gap) / 1000;
    const { text: _, ...released } = key;
    return [
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp }),
      keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...released, timestamp }),
    ];
  });
  await Promise.all(events);
  await keyboard.detach();
}
