import { messageKinds } from '@keydesk/shared/notifications/message-kinds';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { created, id, timestamptz } from './columns.ts';
import { users } from './people.ts';

/**
 * Mail to send, written in the transaction of what it tells. Each says what the notification with its
 * id says in the moment of sending. Senders lease rows.
 */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id),
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
