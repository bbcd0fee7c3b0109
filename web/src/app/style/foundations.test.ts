import { expect, test } from 'vitest';
import { contrastRatio } from './foundations.tsx';

test('black on white is as far apart as colours can be', () => {
  expect(contrastRatio('rgb(0, 0, 0)', 'rgb(255, 255, 255)')).toBeCloseTo(21);
});

test('a colour is not apart from itself, and order does not matter', () => {
  expect(contrastRatio('rgb(11, 93, 117)', 'rgb(11, 93, 117)')).toBe(1);
  expect(contrastRatio('rgb(255, 255, 255)', 'rgb(119, 119, 119)')).toBeCloseTo(
    contrastRatio('rgb(119, 119, 119)', 'rgb(255, 255, 255)'),
  );
  expect(contrastRatio('rgb(119, 119, 119)', 'rgb(255, 255, 255)')).toBeCloseTo(4.48, 1);
});
