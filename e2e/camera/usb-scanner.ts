import type { Page } from '@playwright/test';

const ENTER = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };

/** Types a text and Enter, with so many milliseconds between the keys by the browser's clock. */
export async function typeWithGap(page: Page, text: string, gap: number): Promise<void> {
  const keyboard = await page.context().newCDPSession(page);
  const start = Date.now();
  const keys = [...text].map((key) => ({ key, text: key }));
  for (const [index, key] of [...keys, ENTER].entries()) {
    const timestamp = (start + index * gap) / 1000;
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp });
    const { text: _, ...released } = key;
    await keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...released, timestamp });
  }
  await keyboard.detach();
}
