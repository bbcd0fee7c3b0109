/** What other features may use of notifications. */
export {
  deliveriesOf,
  type Notice,
  type NotificationDelivery,
  newNotice,
  noticesSql,
  notify,
  type OlderUnread,
} from './notify.ts';
export type { NewNotification } from './queries.ts';
