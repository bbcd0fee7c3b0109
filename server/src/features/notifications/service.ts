import { appError } from '@keydesk/shared/errors';
import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Database } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { disputableIn, presentNotification } from './notify.ts';
import {
  countUnread,
  findBundled,
  findDisputed,
  listNotifications,
  markAllRead,
  type NotificationRow,
  setRead,
} from './queries.ts';

/** Page size if the caller gives no limit. */
const defaultLimit = 50;

type NotificationDeps = { db: Database; publisher: Publisher };

/** The caller's notifications, newest first. */
export async function readNotifications(
  db: Database,
  userId: string,
  { limit = defaultLimit, before, bundle }: NotificationQuery,
) {
  const rows = await listNotifications(db, userId, { limit: limit + 1, before, bundle });
  return {
    notifications: await presentAll(db, rows.slice(0, limit)),
    unreadCount: await unreadCountOf(db, userId),
    hasMore: rows.length > limit,
  };
}

type NotificationQuery = {
  limit?: number | undefined;
  before?: string | undefined;
  bundle?: string | undefined;
};

async function presentAll(db: Database, rows: readonly NotificationRow[]): Promise<Notification[]> {
  const disputed = await findDisputed(db, rows.flatMap(disputableIn));
  const bundled = await findBundled(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentNotification(row, { disputed, holds: bundled.get(row.id) }));
}

async function unreadCountOf(db: Database, userId: string): Promise<number> {
  return (await countUnread(db, [userId])).get(userId) ?? 0;
}

/** Marks one of the caller's own notifications; another person's counts as not found. */
export async function markNotification(
  { db, publisher }: NotificationDeps,
  userId: string,
  id: string,
  read: boolean,
): Promise<{ notification: Notification; unreadCount: number }> {
  const row = await setRead(db, userId, id, read);
  if (!row) throw appError('NOTIFICATION_NOT_FOUND');
  const unreadCount = await unreadCountOf(db, userId);
  publisher.unreadChanged(userId, unreadCount);
  const [notification = presentNotification(row)] = await presentAll(db, [row]);
  return { notification, unreadCount };
}

/** Marks all of the caller's notifications as read; returns how many were unread. */
export async function markAllNotifications(
  { db, publisher }: NotificationDeps,
  userId: string,
): Promise<number> {
  const modified = await markAllRead(db, userId);
  publisher.unreadChanged(userId, 0);
  return modified;
}
