import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { created, id, timestamptz } from './columns.ts';

/** Physical keys. Whether a key is available follows from the loans and is not stored here. */
export const keys = pgTable(
  'keys',
  {
    id: id(),
    keyNumber: text().notNull(),
    keyName: text().notNull(),
    location: text().notNull(),
    description: text().notNull().default(''),
    category: text().notNull().default('other'),
    department: text().notNull().default('COMMON'),
    block: text().notNull().default('A'),
    frequentlyUsed: boolean().notNull().default(false),
    version: integer().notNull().default(1),
    createdAt: created(),
    updatedAt: created(),
    deletedAt: timestamptz(),
  },
  () => [uniqueIndex('keys_number').on(sql`lower(key_number)`).where(sql`deleted_at IS NULL`)],
);

/** Slices of a file being uploaded; unlogged, as an upload is soon over or sent again. */
export const importParts = pgTable(
  'import_parts',
  {
    uploadId: text().notNull(),
    part: integer().notNull(),
    userId: text().notNull(),
    text: text().notNull(),
    createdAt: created(),
  },
  (t) => [primaryKey({ columns: [t.uploadId, t.part] })],
);
