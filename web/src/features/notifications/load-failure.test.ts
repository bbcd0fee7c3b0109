import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { loadFailure } from './load-failure.ts';

test('Someone who is signed out is asked to sign in', () => {
  const cause = new ApiError(401, 'NOT_SIGNED_IN', 'Please sign in to continue');
  expect(loadFailure(cause)).toBe('Please login to view notifications');
});

test('Any other failure speaks for itself', () => {
  expect(loadFailure(new ApiError(503, 'DATABASE_UNAVAILABLE', 'Try again later'))).toBe(
    'Try again later',
  );
});
