import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** The file that the page downloads when `action` runs. */
export async function downloadedFile(
  page: Page,
  action: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await action();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
