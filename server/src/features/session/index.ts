/** The public interface of the session feature. */
export { countActiveSessions, lastSessionActivity, type SessionPolicy } from './queries.ts';
export { endUserSessions, listUserSessions } from './sessions.ts';
