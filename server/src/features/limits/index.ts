/** What other features may use of limits. */
export type { RequestRateLimiter, SignInLockout, SignInSource } from './rate-limits.ts';
