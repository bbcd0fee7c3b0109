import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Connection, Transaction } from '../../db/client.ts';
import {
  insertNotifications,
  type NewNotification,
  unreadCount,
} from './notifications.repository.ts';

export type { NewNotification } from './notifications.repository.ts';

/** A stored notification and whom to tell. */
export type Told = { userId: string; notification: Notification };

/** Stores notifications in the caller's transaction; the caller publishes them after commit. */
export const notify = async (
  tx: Transaction,
  wanted: readonly NewNotification[],
): Promise<Told[]> =>
  (await insertNotifications(tx, wanted)).map((row) => ({
    userId: row.userId,
    notification: {
      _id: row.id,
      title: row.title,
      message: row.message,
      createdAt: row.createdAt.toISOString(),
      read: row.readAt !== null,
      readAt: row.readAt?.toISOString() ?? null,
      type: row.type,
      priority: row.priority,
    },
  }));

/** How many notifications this person has not read. */
export const countUnread = (db: Connection, userId: string): Promise<number> =>
  unreadCount(db, userId);
