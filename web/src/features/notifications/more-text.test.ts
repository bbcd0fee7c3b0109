import { expect, test } from 'vitest';
import { moreText } from './more-text.ts';

test('What the drawer does not show is counted', () => {
  expect(moreText(3, false)).toBe('See More (3 more)');
});

test('Notifications that were not even read leave the count open', () => {
  expect(moreText(45, true)).toBe('See More (45+ more)');
});

test('Nothing is promised when all are shown', () => {
  expect(moreText(0, false)).toBeNull();
  expect(moreText(-2, false)).toBeNull();
});
