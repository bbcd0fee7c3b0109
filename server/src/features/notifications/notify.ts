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

export type { NewNotification } from './queries.ts';

/** A stored notification, whom to tell, and how many they have not read by then. */
export type NotificationDelivery = {
  userId: string;
  notification: Notification;
  unreadCount: number;
};

/** Stores notifications in the caller's transaction; the caller publishes them after commit. */
export async function notify(
  tx: Transaction,
  wanted: readonly NewNotification[],
): Promise<NotificationDelivery[]> {
  const rows = await insertNotifications(tx, wanted);
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

/** A notification that a larger statement is to store. */
export type Notice = NotificationRow;

export function newNotice(
  { userId, title, message, type = 'general', priority = 'medium' }: NewNotification,
  createdAt: Date,
): Notice {
  return { id: newId(), userId, title, message, type, priority, createdAt, readAt: null };
}

/** The unread notifications from before, by person, as `olderUnread` answers them. */
export type OlderUnread = Record<string, number> | null;

/** The parts of a statement that stores notices together with the deed they tell of. */
export const noticesSql = {
  notices: noticesText,
  insert: insertNoticesText,
  olderUnread: olderUnreadText,
  parameter: (notices: readonly Notice[]): string => JSON.stringify(notices),
};

/** Whom to tell of stored notices; the caller publishes them after commit. */
export function deliveriesOf(
  notices: readonly Notice[],
  older: OlderUnread,
): NotificationDelivery[] {
  return toDeliveries(
    notices,
    (userId) =>
      (older?.[userId] ?? 0) + notices.filter((notice) => notice.userId === userId).length,
  );
}

/** A notification as the wire carries it. */
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
