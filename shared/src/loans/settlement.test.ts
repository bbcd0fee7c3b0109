import { expect, test } from 'vitest';
import { foundText, resolutionsOf } from './settlement.ts';

test.each([
  ['open', {}, ['returned', 'corrected', 'confirmed']],
  ['over', { isOver: true }, ['not-handed-over', 'corrected', 'confirmed']],
  ['a visitor’s', { isVisitors: true }, ['returned', 'corrected', 'confirmed', 'sponsor-refuses']],
  [
    'a visitor’s with an undone return',
    { isVisitors: true, ofReturn: true },
    ['returned', 'corrected', 'confirmed'],
  ],
])('what can be true of a loan that is %s', (_, loan, resolutions) => {
  expect(resolutionsOf({ isOver: false, isVisitors: false, ofReturn: false, ...loan })).toEqual(
    resolutions,
  );
});

test('what was found says whether it was about the return', () => {
  const found = { resolution: 'returned' } as const;
  expect(foundText({ ...found, ofReturn: false })).toBe('the key was back at the desk');
  expect(foundText({ ...found, ofReturn: true })).toBe('the return was right');
});
