import { refusal } from '@keydesk/shared/errors';
import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Database } from '../../db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { presentNotification } from './notifications.presenter.ts';
import {
  countUnread,
  listNotifications,
  markAllRead,
  setRead,
} from './notifications.repository.ts';

/** Rows of one page when the caller names no limit. */
const defaultLimit = 50;

export type ReadingDeps = { db: Database; publisher: Publisher };

const unreadOf = async (db: Database, userId: string): Promise<number> =>
  (await countUnread(db, [userId])).get(userId) ?? 0;

/** The caller's notifications, newest first. */
export const readNotifications = async (
  db: Database,
  userId: string,
  { limit = defaultLimit, before }: { limit?: number | undefined; before?: string | undefined },
) => {
  const rows = await listNotifications(db, userId, limit + 1, before);
  return {
    notifications: rows.slice(0, limit).map(presentNotification),
    unreadCount: await unreadOf(db, userId),
    hasMore: rows.length > limit,
  };
};

/** Marks one of the caller's own notifications; somebody else's is as good as none. */
export const markNotification = async (
  { db, publisher }: ReadingDeps,
  userId: string,
  id: string,
  read: boolean,
): Promise<{ notification: Notification; unreadCount: number }> => {
  const row = await setRead(db, userId, id, read);
  if (!row) throw refusal('NOTIFICATION_NOT_FOUND');
  const unreadCount = await unreadOf(db, userId);
  publisher.unreadChanged(userId, unreadCount);
  return { notification: presentNotification(row), unreadCount };
};

/** Marks all of the caller's notifications as read; answers how many were not. */
export const markAllNotifications = async (
  { db, publisher }: ReadingDeps,
  userId: string,
): Promise<number> => {
  const modified = await markAllRead(db, userId);
  publisher.unreadChanged(userId, 0);
  return modified;
};
