import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { edited, id, timestamptz } from './columns.ts';

/** Departments of people (`registers`) and of keys (`lends`). */
export const departments = pgTable(
  'departments',
  {
    code: code(),
    label: text().notNull(),
    /** Whether people can register with it. */
    registers: boolean().notNull(),
    /** Whether keys can belong to it. */
    lends: boolean().notNull(),
    /** The code of the department that its people register with, if different. */
    peopleCode: text(),
    /** A person; without a foreign key, since people refer to departments. */
    headId: text(),
    position: integer().notNull(),
    retiredAt: timestamptz(),
    ...edited(),
  },
  () => [check('departments_code', codeForm)],
);

export const blocks = pgTable(
  'blocks',
  {
    code: code(),
    label: text().notNull(),
    position: integer().notNull(),
    retiredAt: timestamptz(),
    ...edited(),
  },
  () => [check('blocks_code', codeForm)],
);

/** Categories of keys. */
export const categories = pgTable(
  'categories',
  {
    code: code(),
    label: text().notNull(),
    position: integer().notNull(),
    retiredAt: timestamptz(),
    ...edited(),
  },
  () => [check('categories_code', codeForm)],
);

/** With at most one desk, no screen mentions desks. */
export const desks = pgTable('desks', {
  id: id(),
  name: text().notNull(),
  place: text().notNull(),
  phone: text(),
  position: integer().notNull(),
  retiredAt: timestamptz(),
  ...edited(),
});

/** Retired rows stay, so that references keep their name; a code never changes. */
function code() {
  return text().primaryKey();
}

/** Which letters exist depends on the database's locale; `codeSchema` knows them all. */
const codeForm = sql`char_length(code) BETWEEN 1 AND 20 AND code !~ '[[:space:]]'`;
