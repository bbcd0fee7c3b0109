import { expect, test } from 'vitest';
import { countdownText } from './code-countdown.tsx';

test('time left is written as mm:ss', () => {
  expect(countdownText(60_000)).toBe('01:00');
  expect(countdownText(300_000)).toBe('05:00');
  expect(countdownText(9_000)).toBe('00:09');
});

test('a begun second counts as a whole one, so nothing is left only at the end', () => {
  expect(countdownText(1)).toBe('00:01');
  expect(countdownText(59_001)).toBe('01:00');
  expect(countdownText(0)).toBe('00:00');
});

test('time past the end is none', () => {
  expect(countdownText(-5_000)).toBe('00:00');
});
