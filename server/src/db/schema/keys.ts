import { keyLevelNames, keyLevels } from '@keydesk/shared/keys/key-levels';
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { isKind } from '../kinds-sql.ts';
import { blocks, categories, departments, desks } from './campus.ts';
import { created, edited, id, timestamptz } from './columns.ts';
import { users } from './people.ts';

/** Whether a key is available follows from the loans and is not stored here. */
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
    /** Its home desk. */
    deskId: text().references(() => desks.id),
    hook: text(),
    /** The other desk where it was returned, until its home desk confirms that it is back. */
    awayDeskId: text().references(() => desks.id),
    /** Whether hand-outs need its tag, when the settings check tags of selected keys. */
    tagCheck: boolean().notNull().default(false),
    /** What applies where no access rule does. */
    level: text({ enum: keyLevelNames }).notNull().default('normal'),
    /** Who decides about requests for it. */
    ownerId: text().references(() => users.id),
    /** The code on its printed tag. */
    tag: text().notNull().default(sql`new_key_tag()`),
    frequentlyUsed: boolean().notNull().default(false),
    ...edited(),
    /** Its version when it was last edited: handovers raise the version, but are no edits. */
    changedVersion: integer().notNull().default(1),
    createdAt: created(),
    updatedAt: created(),
    deletedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('keys_number').on(sql`lower(key_number)`).where(sql`deleted_at IS NULL`),
    uniqueIndex('keys_tag').on(t.tag),
    index('keys_of_owner').on(t.ownerId).where(sql`owner_id IS NOT NULL`),
    check('keys_level', sql.raw(isKind('level', keyLevels))),
  ],
);
