import { dueKinds, dueScopes } from '@keydesk/shared/due/due-for';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { created, edited, id, idOf, timestamptz } from './columns.ts';
import { loans } from './handovers.ts';
import { keys } from './keys.ts';
import { users } from './people.ts';

const timeOfDay = sql.raw(`'^([01][0-9]|2[0-3]):[0-5][0-9]$'`);
const closingTime = sql.raw(`'^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$'`);

/** A weekday without a row is closed. Empty until an admin saves opening hours. */
export const openingHours = pgTable(
  'opening_hours',
  {
    /** 1 is Monday, 7 is Sunday. */
    weekday: smallint().primaryKey(),
    opens: text().notNull(),
    /** On the next day if not after `opens`. */
    closes: text().notNull(),
  },
  () => [
    check('opening_hours_weekday', sql`weekday BETWEEN 1 AND 7`),
    check('opening_hours_times', sql`opens ~ ${timeOfDay} AND closes ~ ${closingTime}`),
  ],
);

/** Holidays and days that close early. A changed day is ended and entered again. */
export const campusDays = pgTable(
  'campus_days',
  {
    id: id(),
    day: date({ mode: 'string' }).notNull(),
    kind: text({ enum: ['closed', 'short'] }).notNull(),
    closes: text(),
    label: text().notNull(),
    createdAt: created(),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('campus_days_living').on(t.day).where(sql`ended_at IS NULL`),
    check('campus_days_kind', sql`kind IN ('closed', 'short')`),
    check(
      'campus_days_closes',
      sql`(kind = 'short') = (closes IS NOT NULL) AND (closes IS NULL OR closes ~ ${closingTime})`,
    ),
  ],
);

/** Rules are ended, never deleted. */
export const dueRules = pgTable(
  'due_rules',
  {
    id: id(),
    scope: text({ enum: dueScopes }).notNull(),
    /** The code or id of its scope; null for the campus. */
    scopeId: text(),
    kind: text({ enum: dueKinds }).notNull(),
    /** Minutes of `after`, open days of `days`. */
    amount: integer(),
    /** It only shortens what another rule gives. */
    ceiling: boolean().notNull(),
    extensions: integer().notNull(),
    extendMinutes: integer().notNull(),
    graceMinutes: integer().notNull(),
    note: text().notNull(),
    createdBy: text().references(() => users.id),
    createdAt: created(),
    endedAt: timestamptz(),
    endedBy: text().references(() => users.id),
  },
  () => [
    check('due_rules_scope', sql`scope IN ('campus', 'category', 'department', 'key', 'person')`),
    check('due_rules_scope_id', sql`(scope = 'campus') = (scope_id IS NULL)`),
    check('due_rules_kind', sql`kind IN ('closing', 'after', 'days', 'open')`),
    check(
      'due_rules_amount',
      sql`(kind IN ('after', 'days')) = (amount IS NOT NULL) AND amount > 0`,
    ),
    check('due_rules_counts', sql`extensions >= 0 AND extend_minutes >= 0 AND grace_minutes >= 0`),
  ],
);

/** Moved due times. */
export const loanExtensions = pgTable(
  'loan_extensions',
  {
    id: id(),
    loanId: idOf(() => loans),
    fromDue: timestamptz(),
    toDue: timestamptz().notNull(),
    byId: idOf(() => users),
    at: created(),
    reason: text(),
  },
  (t) => [index('loan_extensions_of_loan').on(t.loanId)],
);

/** The reminder schedule: one row once an admin has saved it, none before. */
export const reminderSettings = pgTable(
  'ladder_settings',
  {
    id: boolean().primaryKey().default(true),
    ladder: jsonb().notNull(),
    updatedAt: created(),
    ...edited(),
  },
  () => [check('ladder_settings_one_row', sql`id`)],
);

/** Sent reminder steps: never twice, in any number of processes. */
export const sentReminders = pgTable(
  'ladder_sent',
  {
    loanId: idOf(() => loans),
    dueAt: timestamptz().notNull(),
    step: text().notNull(),
    nth: integer().notNull(),
    sentAt: created(),
  },
  (t) => [primaryKey({ columns: [t.loanId, t.dueAt, t.step, t.nth] })],
);

/** People to notify when a key is back. */
export const waits = pgTable(
  'waits',
  {
    id: id(),
    keyId: idOf(() => keys),
    userId: idOf(() => users),
    since: created(),
    toldAt: timestamptz(),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('waits_living')
      .on(t.keyId, t.userId)
      .where(sql`told_at IS NULL AND ended_at IS NULL`),
  ],
);
