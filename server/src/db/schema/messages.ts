import { messageKinds, messageTemplateNames } from '@keydesk/shared/core/message-kinds';
import { notificationPriorities, notificationTypes } from '@keydesk/shared/core/notifications';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { created, id, idOf, timestamptz } from './columns.ts';
import { sessions, users } from './people.ts';

export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: idOf(() => users),
    /** Null for messages that predate the column. */
    template: text({ enum: messageTemplateNames }),
    /** Ids, times, and names at the time of writing. */
    facts: jsonb().$type<object>().notNull().default({}),
    /** Texts of messages that predate stored facts. */
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
     * For a `system_alert` the person whom it names with their address, so that it can be erased
     * with them; for a `key_reminder` of the desk the loan; for the kind `duty` the shift;
     * otherwise the key.
     */
    aboutId: text(),
    /** The single loan that it is about; for the kind `lent`, its reader may dispute it. */
    loanId: text(),
    /** The request must still be open for approvers, or its access still valid. */
    requestId: text(),
    /** Finer than its type; null for messages that predate the column. */
    kind: text({ enum: messageKinds }),
    /** The page that it links to, unless its template says so. */
    link: text(),
    /** The bundle that contains it, or null. */
    bundleId: text(),
  },
  (t) => [
    index('notifications_of_user').on(t.userId, t.createdAt),
    index('notifications_unread').on(t.userId).where(sql`read_at IS NULL`),
    index('notifications_bundled').on(t.bundleId).where(sql`bundle_id IS NOT NULL`),
  ],
);

/** Browsers with web push, valid as long as their session. */
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

/** A person's explicit choices. */
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
 * Emails, written in the transaction of their cause. The text is that of the notification with the
 * same id at the time of sending. Senders lease rows.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: id(),
    userId: idOf(() => users),
    kind: text({ enum: messageKinds }).notNull(),
    createdAt: created(),
    /** The time of the next attempt. */
    dueAt: created(),
    attempts: integer().notNull().default(0),
    leasedUntil: timestamptz(),
    sentAt: timestamptz(),
    /** Dropped because it was no longer true. */
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
