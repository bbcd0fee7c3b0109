import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, created, timestamptz } from './columns.ts';

/** `insert-only-audit`; each event gets its seal once, later. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: timestamptz().notNull().default(sql`clock_timestamp()`),
    action: text().notNull(),
    level: text({ enum: ['DEBUG', 'INFO', 'WARN', 'ERROR'] })
      .notNull()
      .default('INFO'),
    actorId: text(),
    subjectId: text(),
    keyId: text(),
    loanId: text(),
    method: text(),
    reason: text(),
    details: jsonb(),
    /** Of the log line; null for what no request did. Not sealed. */
    requestId: text(),
    /** Says who had a key or was on duty; such events have their own chain (`kept-custody`). */
    custody: boolean().notNull().default(false),
    /** Place in the chain of seals: the order of sealing, not of ids. */
    position: bigint({ mode: 'number' }),
    hash: bytea(),
  },
  (t) => [
    index('audit_unsealed').on(t.id).where(sql`hash IS NULL`),
    uniqueIndex('audit_position').on(t.custody, t.position).where(sql`position IS NOT NULL`),
    check('audit_sealed_whole', sql`(position IS NULL) = (hash IS NULL)`),
    index('audit_by_time').on(t.at),
    index('audit_warnings').on(t.action, t.at).where(sql`level = 'WARN'`),
    index('audit_of_key').on(t.keyId, t.at),
    index('audit_of_actor').on(t.actorId, t.at),
    index('audit_of_subject').on(t.subjectId, t.at),
  ],
);

/**
 * Personal data of an event, kept apart so that it can be erased. The event has a salted digest of
 * it, which the seal covers.
 */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    eventId: bigint({ mode: 'number' }).primaryKey(),
    personId: text().notNull(),
    salt: text().notNull(),
    data: jsonb().notNull(),
  },
  (t) => [index('audit_personal_of').on(t.personId)],
);

/** The newest seal of each chain: one row for custody events, one for the others. */
export const auditChain = pgTable('audit_chain', {
  custody: boolean().primaryKey(),
  position: bigint({ mode: 'number' }).notNull(),
  hash: bytea().notNull(),
});

/** Seals of the last events that retention removed: the start of the remaining chain. */
export const auditCheckpoints = pgTable(
  'audit_checkpoints',
  {
    position: bigint({ mode: 'number' }).notNull(),
    hash: bytea().notNull(),
    removed: integer().notNull(),
    madeAt: created(),
    custody: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.custody, t.position] })],
);
