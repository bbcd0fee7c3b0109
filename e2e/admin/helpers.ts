import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { TestApp } from '../harness/test-app.ts';

/** What one question to the database answers, as a row. */
export async function queryRow<Facts extends object>(
  { db }: TestApp,
  question: string,
  values: unknown[] = [],
): Promise<Facts> {
  const { rows } = await db.query<Facts>(question, values);
  const [row] = rows;
  if (!row) throw new Error(`Nothing answers: ${question}`);
  return row;
}

/** The file that the page hands over when `ask` is done. */
export async function downloadedFile(
  page: Page,
  ask: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await ask();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
