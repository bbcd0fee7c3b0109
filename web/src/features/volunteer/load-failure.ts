import { ApiError, messageOf } from '../../lib/api-error.ts';

const unsaid = 'Failed to fetch taken keys';

/** Why the taken keys could not be read, in words (spec §8). */
export const loadFailure = (cause: unknown): string => {
  if (!(cause instanceof ApiError)) return unsaid;
  // A server that does not know the call answers like this.
  if (cause.status === 404) return 'API function not available';
  return cause.code === 'UNKNOWN' && cause.status < 500 ? unsaid : messageOf(cause, unsaid);
};
