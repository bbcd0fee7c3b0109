import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';

const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

const gzippedBytes = (path: string): number => {
  const file = `${built}${path}`;
  return existsSync(`${file}.gz`)
    ? statSync(`${file}.gz`).size
    : gzipSync(readFileSync(file)).length;
};

/** How large the scripts are, gzipped, that the page has loaded so far. */
export const scriptBytes = async (page: Page): Promise<number> => {
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  const paths = new Set(loaded.map((name) => new URL(name).pathname));
  return [...paths]
    .filter((path) => path.endsWith('.js'))
    .reduce((sum, path) => sum + gzippedBytes(path), 0);
};
