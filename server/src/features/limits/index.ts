/** What other features may use of limits. */
export type { RequestRateLimiter } from './rate-limits.ts';
