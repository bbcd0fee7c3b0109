import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/tables/columns.ts';
import {
  countUnread,
  insertNoticesText,
  insertNotifications,
  type NewNotification,
  type NotificationRow,
  noticesText,
  olderUnreadText,
} from './queries.ts';

/** A stored notification to deliver, and how many unread ones its recipient has with it. */
export type NotificationDelivery = {
  userId: string;
  notification: Notification;
  unreadCount: number;
};

/** Stores notifications in the caller's transaction; the caller publishes them after the commit. */
export async function notify(
  tx: Transaction,
  notifications: readonly NewNotification[],
): Promise<NotificationDelivery[]> {
  const rows = await insertNotifications(tx, notifications);
  const unread = await countUnread(tx, [...new Set(rows.map((row) => row.userId))]);
  return toDeliveries(rows, (userId) => unread.get(userId) ?? 0);
}

function toDeliveries(
  rows: readonly NotificationRow[],
  unreadOf: (userId: string) => number,
): NotificationDelivery[] {
  return rows.map((row) => ({
    userId: row.userId,
    unreadCount: unreadOf(row.userId),
    notification: presentNotification(row),
  }));
}

/** A notification that is stored as part of a larger statement. */
export type Notice = NotificationRow;

export function newNotice(
  { userId, title, message, type = 'general', priority = 'medium' }: NoticeContent,
  createdAt: Date,
): Notice {
  const id = newId();
  return { id, userId, title, message, type, priority, createdAt, readAt: null, aboutId: null };
}

type NoticeContent = Omit<NewNotification, 'aboutId'>;

/** How many unread notifications each recipient already had, as `olderUnread` returns them. */
export type OlderUnread = Record<string, number> | null;

/** SQL parts of a statement that stores notices together with the change they report. */
export const noticesSql = {
  notices: noticesText,
  insert: insertNoticesText,
  olderUnread: olderUnreadText,
  parameter: (notices: readonly Notice[]): string => JSON.stringify(notices),
};

/** The deliveries of stored notices; the caller publishes them after the commit. */
export function deliveriesOf(
  notices: readonly Notice[],
  olderUnread: OlderUnread,
): NotificationDelivery[] {
  return toDeliveries(
    notices,
    (userId) =>
      (olderUnread?.[userId] ?? 0) + notices.filter((notice) => notice.userId === userId).length,
  );
}

/** A notification as clients receive it. */
export function presentNotification(row: NotificationRow): Notification {
  return {
    _id: row.id,
    title: row.title,
    message: row.message,
    createdAt: row.createdAt.toISOString(),
    read: row.readAt !== null,
    readAt: row.readAt?.toISOString() ?? null,
    type: row.type,
    priority: row.priority,
  };
}
