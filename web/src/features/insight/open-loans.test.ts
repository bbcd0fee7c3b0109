import { expect, test } from 'vitest';
import { formatAge } from './open-loans.tsx';

const now = Date.parse('2026-03-10T12:00:00Z');

test.each([
  ['2026-03-07T11:00:00Z', '3 days'],
  ['2026-03-09T12:00:00Z', '1 day'],
  ['2026-03-09T12:00:01Z', '23 hours'],
  ['2026-03-10T10:59:00Z', '1 hour'],
  ['2026-03-10T11:01:00Z', '59 minutes'],
  ['2026-03-10T11:59:30Z', 'less than a minute'],
  ['2026-03-10T12:00:30Z', 'less than a minute'],
])('what began at %s has lasted %s', (since, text) => {
  expect(formatAge(since, now)).toBe(text);
});
