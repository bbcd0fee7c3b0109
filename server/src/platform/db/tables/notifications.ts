import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { created, id, timestamptz } from './columns.ts';
import { sessions, users } from './people.ts';

/** Messages to one person. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id),
    title: text().notNull(),
    message: text().notNull(),
    type: text({
      enum: ['general', 'key_reminder', 'security_alert', 'system_alert', 'other'],
    })
      .notNull()
      .default('general'),
    priority: text({ enum: ['low', 'medium', 'high'] })
      .notNull()
      .default('medium'),
    createdAt: created(),
    readAt: timestamptz(),
    /** Whom a message to admins names with their address, so that it can be erased with them. */
    aboutId: text(),
  },
  (t) => [
    index('notifications_of_user').on(t.userId, t.createdAt),
    index('notifications_unread').on(t.userId).where(sql`read_at IS NULL`),
  ],
);

/** Browsers that receive a person's notifications by web push, as long as their session lives. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    endpoint: text().primaryKey(),
    userId: text()
      .notNull()
      .references(() => users.id),
    sessionId: text()
      .notNull()
      .references(() => sessions.id),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: created(),
  },
  (t) => [index('push_of_user').on(t.userId)],
);
