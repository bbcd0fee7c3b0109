/** The public interface of the due feature. */
export {
  announceDue,
  announceMoved,
  type CurrentDue,
  lockDue,
  type WatchedDue,
} from './current-due.ts';
export { eraseRulesAbout, moveRules } from './rules.ts';
