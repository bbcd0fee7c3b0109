/** What other features may use of notifications. */
export { nameKeys } from './name-keys.ts';
export {
  deliveriesOf,
  type Notice,
  type NotificationDelivery,
  newNotice,
  noticesSql,
  notify,
  type OlderUnread,
} from './notify.ts';
export { type LoanClaim, lastReminderText, mailIsOn, type NewNotification } from './queries.ts';
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
