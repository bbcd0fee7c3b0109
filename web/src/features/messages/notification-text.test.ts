import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { deniedIn, formatTimeAgo, loadErrorMessage, seeMoreLabel } from './notification-text.ts';

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
  expect(formatTimeAgo(instant, now)).toBe(text);
});

test('A moment that a fast server clock puts ahead is just now', () => {
  expect(formatTimeAgo('2026-03-10T12:00:05Z', now)).toBe('just now');
});

test('What is no date says so', () => {
  expect(formatTimeAgo('soon', now)).toBe('Invalid Date');
});

test('What the drawer does not show is counted', () => {
  expect(seeMoreLabel(3, false)).toBe('See More (3 more)');
});

test('Notifications that were not even read leave the count open', () => {
  expect(seeMoreLabel(45, true)).toBe('See More (45+ more)');
});

test('Nothing is promised when all are shown', () => {
  expect(seeMoreLabel(0, false)).toBeNull();
  expect(seeMoreLabel(-2, false)).toBeNull();
});

test('Someone who is signed out is asked to sign in', () => {
  const cause = new ApiError(401, 'NOT_SIGNED_IN', 'Please sign in to continue');
  expect(loadErrorMessage(cause)).toBe('Please login to view notifications');
});

test('Any other failure speaks for itself', () => {
  expect(loadErrorMessage(new ApiError(503, 'DATABASE_UNAVAILABLE', 'Try again later'))).toBe(
    'Try again later',
  );
});

test('an undone return can be denied, an undone hand-out cannot', () => {
  const undone = { kind: 'your-name', loanId: 'a'.repeat(24) } as const;
  expect(deniedIn({ ...undone, template: 'return-undone' })).toBe('return');
  expect(deniedIn({ ...undone, template: 'hand-out-undone' })).toBeNull();
});
