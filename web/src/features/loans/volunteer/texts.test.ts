import { expect, test } from 'vitest';
import { ApiError } from '../../../lib/api.ts';
import { loadErrorMessage, outForText, returnButtonText } from './volunteer-return-page.tsx';

test('The button counts the keys it returns', () => {
  expect([0, 1, 2].map(returnButtonText)).toEqual([
    'Return 0 Keys',
    'Return 1 Key',
    'Return 2 Keys',
  ]);
});

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
  expect(outForText(takenAt, now)).toBe(text);
});

test('Nothing is said of a moment that is not known', () => {
  expect(outForText(null, now)).toBe('');
  expect(outForText('soon', now)).toBe('');
});

test('What the server or the network said is passed on', () => {
  expect(loadErrorMessage(new ApiError(503, 'DATABASE_UNAVAILABLE', 'Try again later'))).toBe(
    'Try again later',
  );
  expect(loadErrorMessage(new ApiError(0, 'NETWORK', 'Unable to connect'))).toBe(
    'Unable to connect',
  );
});

test('A server without this call is told apart', () => {
  expect(loadErrorMessage(new ApiError(404, 'NOT_FOUND', 'Not found'))).toBe(
    'API function not available',
  );
});

test('A failure that nobody explained has a text of its own', () => {
  expect(loadErrorMessage(new TypeError('keys is undefined'))).toBe('Failed to fetch taken keys');
  for (const status of [418, 502])
    expect(loadErrorMessage(new ApiError(status, 'UNKNOWN', 'An unexpected error occurred'))).toBe(
      'Failed to fetch taken keys',
    );
});
