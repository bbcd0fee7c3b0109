/** What other features may use of auth. */
export { transactionSeconds } from './openid-transaction.ts';
export { countActiveSessions, lastSessionActivity, type SessionPolicy } from './queries.ts';
export { endUserSessions, listUserSessions } from './sessions.ts';
export type { SignInFailed } from './sign-in-failed.ts';
