import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { TestApp } from '../harness/test-app.ts';

/** The first row of a query's result. */
export async function queryRow<Facts extends object>(
  { db }: TestApp,
  statement: string,
  values: unknown[] = [],
): Promise<Facts> {
  const { rows } = await db.query<Facts>(statement, values);
  const [row] = rows;
  if (!row) throw new Error(`No rows: ${statement}`);
  return row;
}

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
