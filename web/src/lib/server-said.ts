import { ApiError } from './api-error.ts';

/** The server's own message about a failure, or `unsaid` when it gave none. */
export const serverSaid = (cause: unknown, unsaid: string): string =>
  cause instanceof ApiError && cause.status > 0 && cause.code !== 'UNKNOWN'
    ? cause.message || unsaid
    : unsaid;
