import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Transaction } from '../../db/client.ts';
import { presentNotification } from './notifications.presenter.ts';
import {
  countUnread,
  insertNotifications,
  type NewNotification,
} from './notifications.repository.ts';

export type { NewNotification } from './notifications.repository.ts';

/** A stored notification, whom to tell, and how many they have not read by then. */
export type Told = { userId: string; notification: Notification; unreadCount: number };

/** Stores notifications in the caller's transaction; the caller publishes them after commit. */
export const notify = async (
  tx: Transaction,
  wanted: readonly NewNotification[],
): Promise<Told[]> => {
  const rows = await insertNotifications(tx, wanted);
  const unread = await countUnread(tx, [...new Set(rows.map((row) => row.userId))]);
  return rows.map((row) => ({
    userId: row.userId,
    unreadCount: unread.get(row.userId) ?? 0,
    notification: presentNotification(row),
  }));
};
