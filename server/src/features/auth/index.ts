/** What other features may use of auth. */
export { TRANSACTION_SECONDS } from './openid-transaction.ts';
export { countActiveSessions, type SessionPolicy } from './queries.ts';
export { endUserSessions, listUserSessions } from './sessions.ts';
export type { SignInFailed } from './sign-in-failed.ts';
