import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { loadFailure } from './load-failure.ts';

test('What the server or the network said is passed on', () => {
  expect(loadFailure(new ApiError(503, 'DATABASE_UNAVAILABLE', 'Try again later'))).toBe(
    'Try again later',
  );
  expect(loadFailure(new ApiError(0, 'NETWORK', 'Unable to connect'))).toBe('Unable to connect');
});

test('A server without this call is told apart', () => {
  expect(loadFailure(new ApiError(404, 'NOT_FOUND', 'Not found'))).toBe(
    'API function not available',
  );
});

test('A failure that nobody explained has a text of its own', () => {
  expect(loadFailure(new TypeError('keys is undefined'))).toBe('Failed to fetch taken keys');
  expect(loadFailure(new ApiError(418, 'UNKNOWN', 'An unexpected error occurred'))).toBe(
    'Failed to fetch taken keys',
  );
});
