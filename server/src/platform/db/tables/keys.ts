import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { blocks, categories, departments, desks } from './campus.ts';
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
    category: text()
      .notNull()
      .default('other')
      .references(() => categories.code),
    department: text()
      .notNull()
      .default('COMMON')
      .references(() => departments.code),
    block: text()
      .notNull()
      .default('A')
      .references(() => blocks.code),
    /** Its home. */
    deskId: text().references(() => desks.id),
    /** Where it hangs at its desk. */
    hook: text(),
    /** The other desk where it was returned, until its home confirms that it is back. */
    awayDeskId: text().references(() => desks.id),
    /** Whether its tag is to be scanned at a hand-out, when the settings check tags of chosen keys. */
    tagCheck: boolean().notNull().default(false),
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
