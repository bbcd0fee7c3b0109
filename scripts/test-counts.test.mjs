import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { closingLine } from './test-counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'keydesk-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function report(name, content) {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

test('the closing line adds up both runners', () => {
  const unit = report('unit.json', { numPassedTests: 3, numFailedTests: 1 });
  const browser = report('browser.json', {
    stats: { expected: 4, unexpected: 2, flaky: 1, skipped: 0 },
  });
  expect(closingLine(unit, browser)).toBe('8 passed, 3 failed, 1 only at the second try');
});

test('skipped tests are told', () => {
  const unit = report('unit.json', {
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 1,
    numTodoTests: 1,
  });
  expect(closingLine(unit, 'absent.json')).toBe('3 passed, 0 failed, 2 skipped');
});
