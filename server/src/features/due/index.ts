/** What other features may use of due. */
export { announceMoved, type CurrentDue, type WatchedDue } from './current-due.ts';
export { eraseRulesAbout } from './rules.ts';
