import { messageKinds, messageTemplateNames } from '@keydesk/shared/core/message-kinds';
import { notificationPriorities, notificationTypes } from '@keydesk/shared/core/notifications';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created, id, idOf, timestamptz } from './columns.ts';
import { sessions, users } from './people.ts';

/** Messages to one person. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: idOf(() => users),
    /** Which message it is; null for those of which that was not recorded. */
    template: text({ enum: messageTemplateNames }),
    /** What its template says: ids and times, and names as they were when it was written. */
    facts: jsonb().$type<object>().notNull().default({}),
    /** The words of those that were written before facts were stored. */
    title: text(),
    message: text(),
    type: text({
      enum: notificationTypes,
    })
      .notNull()
      .default('general'),
    priority: text({ enum: notificationPriorities }).notNull().default('medium'),
    createdAt: created(),
    readAt: timestamptz(),
    /**
     * Of a `system_alert`, the person whom it names with their address, so that it can be erased
     * with them. Of a `key_reminder` that the desk sent, the loan. Of the kind `duty`, the duty. Of
     * any other, the key.
     */
    aboutId: text(),
    /** The one loan that it is about; of the kind `lent`, its reader may dispute it. */
    loanId: text(),
    /**
     * The request for access: of a message to somebody who is to decide, it must still be theirs to
     * decide; of an approval, the access must last.
     */
    requestId: text(),
    /** What it is about, finer than its type; null for those from before it was recorded. */
    kind: text({ enum: messageKinds }),
    /** The page of the application that it leads to, if its template does not say so. */
    link: text(),
    /** The notification in which it is bundled; null if it stands in the list itself. */
    bundleId: text(),
  },
  (t) => [
    index('notifications_of_user').on(t.userId, t.createdAt),
    index('notifications_unread').on(t.userId).where(sql`read_at IS NULL`),
    index('notifications_bundled').on(t.bundleId).where(sql`bundle_id IS NOT NULL`),
  ],
);

/** Browsers that receive a person's notifications by web push, as long as their session lives. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: text().primaryKey(),
    userId: idOf(() => users),
    sessionId: idOf(() => sessions),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: created(),
  },
  (t) => [index('push_of_user').on(t.userId)],
);

/** How a person wants to receive a kind of message, where they chose. */
export const messagePreferences = pgTable(
  'message_preferences',
  {
    userId: idOf(() => users),
    kind: text({ enum: messageKinds }).notNull(),
    push: boolean().notNull(),
    mail: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind] })],
);

/**
 * Mail to send, written in the transaction of what it tells. Each says what the notification with
 * its id says in the moment of sending. Senders lease rows.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: id(),
    userId: idOf(() => users),
    kind: text({ enum: messageKinds }).notNull(),
    createdAt: created(),
    /** When it is tried next. */
    dueAt: created(),
    attempts: integer().notNull().default(0),
    leasedUntil: timestamptz(),
    sentAt: timestamptz(),
    /** It was not sent because it was no longer true. */
    droppedAt: timestamptz(),
    /** No further attempt is made. */
    failedAt: timestamptz(),
    lastError: text(),
  },
  (t) => [
    index('mail_outbox_waiting')
      .on(t.dueAt)
      .where(sql`sent_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL`),
    index('mail_outbox_of_user').on(t.userId),
  ],
);
