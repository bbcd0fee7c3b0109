import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** The file that the page hands over when `ask` is done. */
export async function savedFile(
  page: Page,
  ask: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await ask();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
