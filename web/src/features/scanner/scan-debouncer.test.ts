import { expect, test } from 'vitest';
import { createScanDebouncer } from './camera.ts';

test('a code held up goes through once', () => {
  const { isNew } = createScanDebouncer();
  expect(isNew('A', 0)).toBe(true);
  expect([200, 1900, 3800, 5700].map((now) => isNew('A', now))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('a code goes through again after two seconds out of sight', () => {
  const { isNew } = createScanDebouncer();
  isNew('A', 0);
  expect(isNew('A', 1999)).toBe(false);
  expect(isNew('A', 3999)).toBe(true);
});

test('another code goes through at once', () => {
  const { isNew } = createScanDebouncer();
  isNew('A', 0);
  expect(isNew('B', 200)).toBe(true);
});

test('a code still held up after nobody looked for a while does not go through again', () => {
  const { isNew, extend: lookAway } = createScanDebouncer();
  isNew('A', 0);
  lookAway(200);
  lookAway(9000);
  expect(isNew('A', 9200)).toBe(false);
  expect(isNew('B', 9400)).toBe(true);
});
