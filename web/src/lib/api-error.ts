/** A call that failed. `message` is friendly and may be shown as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** Row of the error catalogue, or NETWORK. */
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** What to tell a person about any thrown value. */
export const messageOf = (cause: unknown, fallback = 'An unexpected error occurred'): string =>
  cause instanceof Error && cause.message ? cause.message : fallback;

/** Whether the server may not have heard of a call, or could not deal with it. */
export const isUnheard = (cause: unknown): boolean =>
  cause instanceof ApiError && (cause.status === 0 || cause.status >= 500);

/** Whether no answer arrived at all. */
export const isNetworkError = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status === 0;
