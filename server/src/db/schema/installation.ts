import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  check,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { bytea, created, edited, timestamptz } from './columns.ts';

/** The security settings in force: one row once an admin has saved some, none before. */
export const securitySettings = pgTable(
  'security_settings',
  {
    id: boolean().primaryKey().default(true),
    settings: jsonb().notNull(),
    ...edited(),
    /** Audit events of a lower rank are not recorded. */
    auditThreshold: integer().notNull(),
    updatedAt: created(),
  },
  () => [check('security_settings_one_row', sql`id`)],
);

/** Small facts about the installation itself, such as generated secrets. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** What headings of imported files name, as somebody said: a field, or null for nothing. */
export const importColumns = pgTable(
  'import_columns',
  { kind: text().notNull(), heading: text().notNull(), field: text() },
  (t) => [primaryKey({ columns: [t.kind, t.heading] })],
);

/**
 * Scheduled work that is done: one row for each job and moment at which it was due; of the heartbeat
 * one in all.
 */
export const jobRuns = pgTable(
  'job_runs',
  { job: text().notNull(), dueAt: timestamptz().notNull(), doneAt: created() },
  (t) => [primaryKey({ columns: [t.job, t.dueAt] })],
);

/** Socket packets too large for a PostgreSQL notification; the socket adapter reads and clears it. */
export const socketAttachments = pgTable('socket_io_attachments', {
  id: bigserial({ mode: 'number' }).unique(),
  createdAt: timestamptz().default(sql`now()`),
  payload: bytea(),
});
