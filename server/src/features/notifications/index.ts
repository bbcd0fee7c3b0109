/** What other features may use of notifications. */

export type { NotificationDelivery } from '../../realtime/publisher.ts';
export { eraseFromMessages, formerMember } from './erase.ts';
export {
  type CurrentMessages,
  contentOf,
  type MessageContent,
  type Named,
  type OwnLoan,
} from './messages.ts';
export {
  bundleText,
  deliveriesOf,
  type NewNotification,
  type Notice,
  newNotice,
  noticesSql,
  notify,
} from './notify.ts';
export {
  findBundled,
  lastReminderText,
  mailIsOn,
  type NotificationRow,
  type StoredNotices,
} from './queries.ts';
export {
  aboutOneKey,
  type RemindedLoan,
  remindedLoanColumns,
  toOwnLoan,
  toReportedLoan,
} from './reminders.ts';
