import { ApiError, messageOf } from '../../lib/api-error.ts';

/** Why there are no notifications, in words (spec §8). */
export const loadFailure = (cause: unknown): string =>
  cause instanceof ApiError && cause.status === 401
    ? 'Please login to view notifications'
    : messageOf(cause);
