import { expect, test } from 'vitest';
import { heldText } from './held-text.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T12:00:03Z', 'less than 1 hour'],
  ['2026-03-10T11:00:01Z', 'less than 1 hour'],
  ['2026-03-10T11:00:00Z', '1 hour'],
  ['2026-03-10T09:30:00Z', '2 hours'],
  ['2026-03-09T12:00:01Z', '23 hours'],
  ['2026-03-09T12:00:00Z', '1 day'],
  ['2026-03-07T13:00:00Z', '2 days'],
])('A key taken at %s has been out for %s', (takenAt, text) => {
  expect(heldText(takenAt, now)).toBe(text);
});

test('Nothing is said of a moment that is not known', () => {
  expect(heldText(null, now)).toBe('');
  expect(heldText('soon', now)).toBe('');
});
