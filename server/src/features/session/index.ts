/** What other features may use of session. */
export { countActiveSessions, lastSessionActivity, type SessionPolicy } from './queries.ts';
export { endUserSessions, listUserSessions } from './sessions.ts';
