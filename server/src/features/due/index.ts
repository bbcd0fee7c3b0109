/** What other features may use of due times. */
export { announceDue, announceMoved, type DueDeps } from './announce.ts';
export type { CurrentDue } from './current-due.ts';
export { moveLoans } from './loan-queries.ts';
export { endDays, insertDays, lockDue, readDue } from './queries.ts';
export { eraseRulesAbout } from './rule-queries.ts';
