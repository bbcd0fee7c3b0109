/** What other features may use of notifications. */
export { nameKeys } from './name-keys.ts';
export {
  bundleText,
  deliveriesOf,
  type Notice,
  type NotificationDelivery,
  newNotice,
  noticesSql,
  notify,
} from './notify.ts';
export {
  findBundled,
  type LoanClaim,
  lastReminderText,
  mailIsOn,
  type NewNotification,
  type StoredNotices,
} from './queries.ts';
export { currentContent, recheckDelivery, type SentMessages } from './recheck.ts';
export {
  dueMovedTitle,
  type LoanMessageKind,
  loanMessage,
  type RemindedLoan,
  recalledTitle,
} from './reminders.ts';
export { returnLink } from './return-link.ts';
export { findRequestsOf, findUnchangedLoans, remindedLoanColumns } from './unchanged-loans.ts';
