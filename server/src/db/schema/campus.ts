import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { edited, id, timestamptz } from './columns.ts';

/** Departments of people (`registers`) and of keys (`lends`). The migration seeds the usual ones. */
export const departments = pgTable(
  'departments',
  {
    code: code(),
    label: text().notNull(),
    /** Whether people register with it. */
    registers: boolean().notNull(),
    /** Whether keys belong to it. */
    lends: boolean().notNull(),
    /** The department that its people register with, where that has another code. */
    peopleCode: text(),
    /** A person; without a foreign key, since people refer to departments. */
    headId: text(),
    position: integer().notNull(),
    retiredAt: timestamptz(),
    ...edited(),
  },
  () => [check('departments_code', codeForm)],
);

/** Blocks of the campus. */
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

/** What a key opens. */
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

/** Places where keys are handed over. With one or none, no screen speaks of desks. */
export const desks = pgTable('desks', {
  id: id(),
  name: text().notNull(),
  place: text().notNull(),
  phone: text(),
  position: integer().notNull(),
  retiredAt: timestamptz(),
  ...edited(),
});

/** Retired rows stay, so that what refers to them keeps its name; a code never changes. */
function code() {
  return text().primaryKey();
}

/** Which letters there are depends on the database's locale; `codeSchema` knows them all. */
const codeForm = sql`char_length(code) BETWEEN 1 AND 20 AND code !~ '[[:space:]]'`;
