import { and, count, eq, isNull } from 'drizzle-orm';
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

export const unreadCount = async (db: Connection, userId: string): Promise<number> => {
  const [row] = await db.orm
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
  return row?.unread ?? 0;
};
