import type { Notification } from '@keydesk/shared/notifications/notification';
import type { Transaction } from '../../db/client.ts';
import { newId } from '../../db/new-id.ts';
import { presentNotification } from './notifications.presenter.ts';
import {
  countUnread,
  insertNoticesText,
  insertNotifications,
  type NewNotification,
  type NotificationRow,
  noticesText,
  olderUnreadText,
} from './notifications.repository.ts';

export type { NewNotification } from './notifications.repository.ts';

/** A stored notification, whom to tell, and how many they have not read by then. */
export type Told = { userId: string; notification: Notification; unreadCount: number };

const tell = (rows: readonly NotificationRow[], unreadOf: (userId: string) => number): Told[] =>
  rows.map((row) => ({
    userId: row.userId,
    unreadCount: unreadOf(row.userId),
    notification: presentNotification(row),
  }));

/** Stores notifications in the caller's transaction; the caller publishes them after commit. */
export const notify = async (
  tx: Transaction,
  wanted: readonly NewNotification[],
): Promise<Told[]> => {
  const rows = await insertNotifications(tx, wanted);
  const unread = await countUnread(tx, [...new Set(rows.map((row) => row.userId))]);
  return tell(rows, (userId) => unread.get(userId) ?? 0);
};

/** A notification that a larger statement is to store. */
export type Notice = NotificationRow;

export const newNotice = (
  { userId, title, message, type = 'general', priority = 'medium' }: NewNotification,
  createdAt: Date,
): Notice => ({ id: newId(), userId, title, message, type, priority, createdAt, readAt: null });

/** The unread notifications from before, by person, as `olderUnread` answers them. */
export type OlderUnread = Record<string, number> | null;

/** The parts of a statement that stores notices together with the deed they tell of. */
export const noticesPart = {
  notices: noticesText,
  insert: insertNoticesText,
  olderUnread: olderUnreadText,
  parameter: (notices: readonly Notice[]): string => JSON.stringify(notices),
};

/** Whom to tell of stored notices; the caller publishes them after commit. */
export const toldOf = (notices: readonly Notice[], older: OlderUnread): Told[] =>
  tell(
    notices,
    (userId) =>
      (older?.[userId] ?? 0) + notices.filter((notice) => notice.userId === userId).length,
  );
