import { and, count, inArray, isNull } from 'drizzle-orm';
import type { Connection, Transaction } from '../../db/client.ts';
import { notifications } from '../../db/tables.ts';

export type NewNotification = Pick<
  typeof notifications.$inferInsert,
  'userId' | 'title' | 'message' | 'type' | 'priority'
>;
export type NotificationRow = typeof notifications.$inferSelect;

export const insertNotifications = async (
  tx: Transaction,
  rows: readonly NewNotification[],
): Promise<NotificationRow[]> =>
  rows.length === 0
    ? []
    : tx.orm
        .insert(notifications)
        .values([...rows])
        .returning();

/** How many notifications each of these people has not read. */
export const countUnread = async (
  db: Connection,
  userIds: readonly string[],
): Promise<Map<string, number>> => {
  if (userIds.length === 0) return new Map();
  const rows = await db.orm
    .select({ userId: notifications.userId, unread: count() })
    .from(notifications)
    .where(and(inArray(notifications.userId, [...userIds]), isNull(notifications.readAt)))
    .groupBy(notifications.userId);
  return new Map(rows.map((row) => [row.userId, row.unread]));
};
