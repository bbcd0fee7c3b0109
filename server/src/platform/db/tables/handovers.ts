import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, id, timestamptz } from './columns.ts';
import { keys } from './keys.ts';
import { sessions, users } from './people.ts';

/** Issued QR codes. `result` is what a repeated scan by the same desk is answered with. */
export const codes = pgTable(
  'codes',
  {
    id: id(),
    type: text({ enum: ['key-request', 'key-return', 'batch-return'] }).notNull(),
    secretHash: bytea().notNull(),
    keyIds: text().array().notNull(),
    userId: text()
      .notNull()
      .references(() => users.id),
    sessionId: text()
      .notNull()
      .references(() => sessions.id),
    issuedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    usedBy: text().references(() => users.id),
    voidedAt: timestamptz(),
    result: jsonb(),
  },
  (t) => [
    uniqueIndex('codes_secret').on(t.secretHash),
    // For the foreign key, when sessions are deleted.
    index('codes_of_session').on(t.sessionId),
    // `one-living-code`
    uniqueIndex('codes_one_living_per_key')
      .on(t.userId, sql`(key_ids[1])`)
      .where(sql`used_at IS NULL AND voided_at IS NULL AND type <> 'batch-return'`),
    uniqueIndex('codes_one_living_batch')
      .on(t.userId)
      .where(sql`used_at IS NULL AND voided_at IS NULL AND type = 'batch-return'`),
    check('codes_used_by_whom', sql`(used_at IS NULL) = (used_by IS NULL)`),
    check('codes_used_or_voided', sql`used_at IS NULL OR voided_at IS NULL`),
  ],
);

/** One episode of a key being out. A key is unavailable exactly when it has an open loan. */
export const loans = pgTable(
  'loans',
  {
    id: id(),
    keyId: text()
      .notNull()
      .references(() => keys.id),
    holderId: text()
      .notNull()
      .references(() => users.id),
    takenAt: timestamptz().notNull(),
    handedBy: text()
      .notNull()
      .references(() => users.id),
    returnedAt: timestamptz(),
    returnType: text({ enum: ['own', 'collected', 'volunteer', 'batch'] }),
    returnedBy: text().references(() => users.id),
    receivedBy: text().references(() => users.id),
    returnReason: text(),
  },
  (t) => [
    // `one-open-loan`
    uniqueIndex('loans_one_open_per_key').on(t.keyId).where(sql`returned_at IS NULL`),
    index('loans_of_key').on(t.keyId, t.returnedAt),
    index('loans_of_holder').on(t.holderId, t.takenAt),
    // Its migration adds INCLUDE (key_id, holder_id), which Drizzle cannot declare: the analytics
    // count months of loans from this index alone.
    index('loans_by_time').on(t.takenAt),
    // Without open loans: otherwise finding a key's open loan may be planned as a scan of this index.
    index('loans_by_return').on(t.returnedAt).where(sql`returned_at IS NOT NULL`),
    check('loans_end_after_start', sql`returned_at >= taken_at`),
    check(
      'loans_closed_whole',
      sql`num_nulls(returned_at, return_type, returned_by, received_by) IN (0, 4)`,
    ),
    check('loans_return_type', sql`return_type IN ('own', 'collected', 'volunteer', 'batch')`),
  ],
);
