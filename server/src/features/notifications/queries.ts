import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { notifications } from '../../platform/db/tables.ts';

export type NewNotification = Pick<
  typeof notifications.$inferInsert,
  'userId' | 'title' | 'message' | 'type' | 'priority' | 'aboutId'
>;
export type NotificationRow = typeof notifications.$inferSelect;

export async function insertNotifications(
  tx: Transaction,
  rows: readonly NewNotification[],
): Promise<NotificationRow[]> {
  return rows.length === 0
    ? []
    : tx.orm
        .insert(notifications)
        .values([...rows])
        .returning();
}

/** SQL for the CTE `notices` of a larger statement: the notifications of a JSON parameter. */
export function noticesText(parameter: string): string {
  return `
  SELECT * FROM jsonb_to_recordset(${parameter}::jsonb)
    AS given (id text, "userId" text, title text, message text, type text, priority text,
              "createdAt" timestamptz)`;
}

/** SQL that stores `notices` if the CTE named by `gate` has a row. */
export function insertNoticesText(gate: string): string {
  return `
  INSERT INTO notifications (id, user_id, title, message, type, priority, created_at)
  SELECT id, "userId", title, message, type, priority, "createdAt" FROM notices, ${gate}`;
}

/** SQL for how many older notifications each recipient of `notices` has not read. */
export const olderUnreadText = `
  SELECT jsonb_object_agg(id, (SELECT count(*) FROM notifications
                                WHERE user_id = recipient.id AND read_at IS NULL))
    FROM (SELECT DISTINCT "userId" AS id FROM notices) AS recipient`;

/** How many notifications each of these people has not read. */
export async function countUnread(
  db: Connection,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db.orm
    .select({ userId: notifications.userId, unread: count() })
    .from(notifications)
    .where(and(inArray(notifications.userId, [...userIds]), isNull(notifications.readAt)))
    .groupBy(notifications.userId);
  return new Map(rows.map((row) => [row.userId, row.unread]));
}

/** A person's notifications, newest first, optionally only those older than `before`. */
export function listNotifications(
  db: Connection,
  userId: string,
  limit: number,
  before?: string,
): Promise<NotificationRow[]> {
  const cursor = db.orm
    .select({ at: notifications.createdAt, id: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.id, before ?? ''), eq(notifications.userId, userId)));
  return db.orm
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        before ? sql`(${notifications.createdAt}, ${notifications.id}) < (${cursor})` : undefined,
      ),
    )
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(limit);
}

/** Marks a notification as read or unread; marking it as read again keeps the first time. */
export async function setRead(
  db: Connection,
  userId: string,
  id: string,
  read: boolean,
): Promise<NotificationRow | undefined> {
  const [row] = await db.orm
    .update(notifications)
    .set({ readAt: read ? sql`coalesce(${notifications.readAt}, now())` : null })
    .where(and(eq(notifications.id, id), eq(notifications.userId, userId)))
    .returning();
  return row;
}

export async function markAllRead(db: Connection, userId: string): Promise<number> {
  const { rowCount } = await db.orm
    .update(notifications)
    .set({ readAt: sql`now()` })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt)));
  return rowCount ?? 0;
}

export async function deleteOlderThan(db: Connection, time: Date): Promise<void> {
  await db.orm.delete(notifications).where(lt(notifications.createdAt, time));
}
