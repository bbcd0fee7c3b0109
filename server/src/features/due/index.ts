/** What other features may use of due. */
export {
  announceDue,
  announceMoved,
  type CurrentDue,
  lockDue,
  type WatchedDue,
} from './current-due.ts';
export { eraseRulesAbout, moveRules } from './rules.ts';
