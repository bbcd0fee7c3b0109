import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oldestBrowsers } from '../web/build/oldest-browsers.ts';
import { root } from './root.mjs';

test('README says for which browsers it is built', () => {
  const [chrome, edge, firefox, safari] = oldestBrowsers.map((name) => name.replace(/^[a-z]+/, ''));
  expect(edge).toBe(chrome);
  const named = `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari} or newer`;
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(named);
});
