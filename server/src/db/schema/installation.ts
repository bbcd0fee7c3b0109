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

/** One row once an admin has saved settings, none before. */
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

/** Values of the installation itself, such as generated secrets. */
export const installation = pgTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** Mapped headings of imported files; null ignores a column. */
export const importColumns = pgTable(
  'import_columns',
  { kind: text().notNull(), heading: text().notNull(), field: text() },
  (t) => [primaryKey({ columns: [t.kind, t.heading] })],
);

/** Completed jobs: one row per job and due time; for the heartbeat a single row. */
export const jobRuns = pgTable(
  'job_runs',
  { job: text().notNull(), dueAt: timestamptz().notNull(), doneAt: created() },
  (t) => [primaryKey({ columns: [t.job, t.dueAt] })],
);

/** Socket packets too large for a PostgreSQL notification; cleared by the socket adapter. */
export const socketAttachments = pgTable('socket_io_attachments', {
  id: bigserial({ mode: 'number' }).unique(),
  createdAt: timestamptz().default(sql`now()`),
  payload: bytea(),
});
