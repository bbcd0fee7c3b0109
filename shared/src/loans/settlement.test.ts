import { expect, test } from 'vitest';
import { findingsOf, foundText } from './settlement.ts';

const undone = { wasUndone: true, ofReturn: true };
const ofReturn = ['returned of return', 'corrected of return', 'confirmed of return'];

test.each([
  ['open', {}, ['returned', 'not-handed-over', 'corrected', 'confirmed']],
  ['over', { isOver: true }, ['not-handed-over', 'corrected', 'confirmed']],
  [
    'refused',
    { isRefused: true },
    ['returned', 'not-handed-over', 'corrected', 'confirmed', 'sponsor-refuses'],
  ],
  ['proven, with an undone return', { ...undone, isProven: true }, ofReturn],
  [
    'not proven, with an undone return',
    undone,
    [
      ...['returned of return', 'not-handed-over', 'corrected of return', 'corrected'],
      'confirmed of return',
    ],
  ],
  [
    'refused, with an undone return',
    { wasUndone: true, isRefused: true },
    [
      ...['returned of return', 'not-handed-over', 'corrected of return', 'corrected'],
      ...['confirmed', 'sponsor-refuses'],
    ],
  ],
])('what can be true of a loan that is %s', (_, loan, expected) => {
  const rest = { isOver: false, ofReturn: false, wasUndone: false };
  const findings = findingsOf({ ...rest, isProven: false, isRefused: false, ...loan });
  expect(
    findings.map(({ resolution, ofReturn }) => `${resolution}${ofReturn ? ' of return' : ''}`),
  ).toEqual(expected);
});

test('what was found says whether it was about the return', () => {
  const found = { resolution: 'returned' } as const;
  expect(foundText({ ...found, ofReturn: false })).toBe('the key was back at the desk');
  expect(foundText({ ...found, ofReturn: true })).toBe('the return was right');
});
