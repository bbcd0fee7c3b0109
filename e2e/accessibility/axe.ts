import type { Page } from '@playwright/test';
import axe from 'axe-core';

type Scope = { part?: string; exempt?: readonly string[] };

/** `scripts/colours.test.mjs` checks the contrast of every colour, in both schemes. */
const checkedElsewhere = ['color-contrast'];

/** What axe finds wrong on a page, or in a part of it. */
export async function faultsOf(page: Page, { part, exempt = [] }: Scope = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(findFaults, { part, off: [...checkedElsewhere, ...exempt] });
}

/** Runs in the page. */
async function findFaults({ part, off }: { part: string | undefined; off: string[] }) {
  // Its ends of a menu or dialog pass the focus on as soon as they have it.
  const scope = { include: [part ?? 'html'], exclude: ['[data-base-ui-focus-guard]'] };
  const { violations } = await window.axe.run(scope, {
    resultTypes: ['violations'],
    rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
  });
  return violations.map(({ id, impact, nodes }) => ({
    fault: `${id} (${impact})`,
    at: nodes.map(({ html }) => html.slice(0, 200)),
  }));
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
