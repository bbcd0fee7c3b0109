import type { Notification } from '@keydesk/shared/notifications/notification';
import type { NotificationRow } from './notifications.repository.ts';

/** A notification as the wire carries it. */
export const presentNotification = (row: NotificationRow): Notification => ({
  _id: row.id,
  title: row.title,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  read: row.readAt !== null,
  readAt: row.readAt?.toISOString() ?? null,
  type: row.type,
  priority: row.priority,
});
