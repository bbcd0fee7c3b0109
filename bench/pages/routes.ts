import type { Browser } from '@playwright/test';
import { inKb } from '../figures.ts';
import type { SignedIn } from '../stage/people.ts';
import type { Row } from '../table.ts';
import { openPhone } from './browser.ts';
import { scriptBytes } from './script-bytes.ts';

const pagesOf = {
  faculty: ['/dashboard/faculty/taken', '/dashboard/faculty/keylist'],
  security: ['/dashboard/security/scanner', '/dashboard/security/available'],
  admin: ['/dashboard/admin', '/dashboard/admin/keys', '/dashboard/admin/reports'],
} as const;

export type People = Record<keyof typeof pagesOf, SignedIn>;

/** How much JavaScript a first visit of each page loads. */
export const measureRoutes = async (
  browser: Browser,
  url: string,
  people: People,
): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const [role, paths] of Object.entries(pagesOf))
    for (const path of paths) {
      const context = await openPhone(browser, url, people[role as keyof People]);
      const page = await context.newPage();
      await page.goto(path, { waitUntil: 'networkidle' });
      const what = `${path}, JavaScript (gz)`;
      const ours = inKb(await scriptBytes(page));
      rows.push({ what, ours, reference: '', ratio: '', goal: '', met: undefined });
      await context.close();
    }
  return rows;
};
