import { expect, test } from 'vitest';
import { durationText } from './formats.ts';

test.each([
  [-5, '0 min'],
  [0, '0 min'],
  [25, '25 min'],
  [60, '1 h'],
  [100, '1 h 40 min'],
  [1_439, '23 h 59 min'],
  [1_440, '1 d'],
  [1_620, '1 d 3 h'],
])('%d minutes read as %s', (minutes, text) => {
  expect(durationText(minutes * 60_000)).toBe(text);
});
