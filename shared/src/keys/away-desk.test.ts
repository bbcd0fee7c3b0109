import { expect, test } from 'vitest';
import { awayDeskAfterReturn, awayText } from './key-place.ts';

test.each([
  ['another desk than its home', 'home', 'other', 'other'],
  ['its home', 'home', 'home', null],
  ['a computer that no desk has enrolled', 'home', null, null],
  ['any desk, having no home', null, 'other', null],
  ['nobody knows where, having no home', null, null, null],
])('a key that comes back at %s', (_where, home, returned, away) => {
  expect(awayDeskAfterReturn(home, returned)).toBe(away);
});

test('both desks read where it lies', () => {
  expect(awayText('Main Desk', 'Block D', 'B-204')).toBe(
    'B-204 is at Main Desk, belongs at Block D',
  );
  expect(awayText('Main Desk', 'Block D')).toBe('At Main Desk, belongs at Block D');
});
