import type { NotificationTitle } from '@keydesk/shared/notifications/titles';
import { and, count, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { notifications } from '../../platform/db/tables.ts';

/** A loan that a message speaks of, and when it was due then. */
export type LoanClaim = { loanId: string; dueAt: Date | null };

export type NewNotification = Pick<
  typeof notifications.$inferInsert,
  'userId' | 'message' | 'type' | 'priority' | 'aboutId' | 'loanId' | 'requestId' | 'kind' | 'link'
> & {
  title: NotificationTitle;
  /** Loans that must still be as they were when it is pushed or mailed (`still-true`). */
  claims?: readonly LoanClaim[];
  /** When it is made, if not now. */
  at?: Date;
};
export type NotificationRow = typeof notifications.$inferSelect;

/** SQL for the CTE `notices` of a larger statement: the notifications of a JSON parameter. */
export function noticesText(parameter: string): string {
  return `
  SELECT * FROM jsonb_to_recordset(${parameter}::jsonb)
    AS given (id text, "userId" text, title text, message text, type text, priority text,
              "createdAt" timestamptz, "aboutId" text, "loanId" text, "requestId" text, kind text,
              link text, mail boolean, "loanIds" text[], "dueAts" timestamptz[])`;
}

/** SQL that stores `notices` if the CTE named by `gate` has a row. */
export function insertNoticesText(gate: string): string {
  return `
  INSERT INTO notifications (id, user_id, title, message, type, priority, created_at, about_id,
                             loan_id, request_id, kind, link)
  SELECT id, "userId", title, message, type, priority, "createdAt", "aboutId", "loanId",
         "requestId", kind, link
    FROM notices, ${gate}`;
}

/**
 * SQL that puts a mail into the outbox for each of `notices` whose recipient wants one, where mail is
 * set up and the CTE named by `gate` has a row. A mail has the id of its notification.
 */
export function insertMailsText(gate: string): string {
  return `
  INSERT INTO mail_outbox (id, user_id, kind, subject, text, link, loan_ids, due_ats, created_at,
                           due_at)
  SELECT n.id, n."userId", n.kind, n.title, n.message, n.link, n."loanIds", n."dueAts",
         n."createdAt", n."createdAt"
    FROM ${gate}, notices n
    LEFT JOIN message_preferences p ON p.user_id = n."userId" AND p.kind = n.kind
   WHERE n.kind IS NOT NULL AND coalesce(p.mail, n.mail)
     AND EXISTS (SELECT FROM installation WHERE name = '${mailIsOn}')`;
}

/** The fact about the installation that says that mail is set up. */
export const mailIsOn = 'mail-is-on';

const insertAllText = `
  WITH notices AS (${noticesText('$1')}), gate AS (SELECT),
       told AS (${insertNoticesText('gate')}), mailed AS (${insertMailsText('gate')})
  SELECT`;

export async function insertNotices(tx: Transaction, notices: readonly object[]): Promise<void> {
  if (notices.length > 0)
    await tx.query({
      name: 'insert-notices',
      text: insertAllText,
      values: [JSON.stringify(notices)],
    });
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

/** SQL for when the desk last reminded the holder of a loan `l`; null if it never did. */
export const lastReminderText = `
  (SELECT max(reminder.created_at) FROM notifications reminder
    WHERE reminder.user_id = l.holder_id AND reminder.type = 'key_reminder'
      AND reminder.about_id = l.id)`;

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

/** Those of these loans and duties whose holder or guard disputes or disputed them. */
export async function findDisputed(
  db: Connection,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.query<{ id: string }>(
    `SELECT loan_id AS id FROM loan_disputes WHERE loan_id = ANY ($1)
     UNION ALL SELECT id FROM duties WHERE id = ANY ($1) AND disputed_at IS NOT NULL`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
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
