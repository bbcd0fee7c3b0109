import { expect, test } from 'vitest';
import { agoText } from './ago-text.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-10T11:59:30Z', 'just now'],
  ['2026-03-10T11:59:00Z', '1 minute ago'],
  ['2026-03-10T11:00:01Z', '59 minutes ago'],
  ['2026-03-10T11:00:00Z', '1 hour ago'],
  ['2026-03-09T12:00:01Z', '23 hours ago'],
  ['2026-03-09T12:00:00Z', '1 day ago'],
  ['2026-02-10T12:00:00Z', '28 days ago'],
])('%s was %s', (instant, text) => {
  expect(agoText(instant, now)).toBe(text);
});

test('A moment that a fast server clock puts ahead is just now', () => {
  expect(agoText('2026-03-10T12:00:05Z', now)).toBe('just now');
});

test('What is no date says so', () => {
  expect(agoText('soon', now)).toBe('Invalid Date');
});
