import { sql } from 'drizzle-orm';
import { type AnyPgColumn, customType, integer, jsonb, text, timestamp } from 'drizzle-orm/pg-core';
import { newId } from '../ids.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export function id() {
  return text().primaryKey().$defaultFn(newId);
}

/** A required foreign key. */
export function idOf(table: () => { id: AnyPgColumn }) {
  return text()
    .notNull()
    .references(() => table().id);
}

export function timestamptz() {
  return timestamp({ withTimezone: true, mode: 'date' });
}

/** The number of edits, and by whom and when the last was made. */
export function edited() {
  return {
    version: integer().notNull().default(1),
    /** A person; without a foreign key, since people are edited themselves. */
    changedBy: text(),
    changedAt: timestamptz(),
    /** The last edit by another person, and the resulting version; null without one. */
    others: jsonb().$type<{ version: number; by: string | null; at: string | null }>(),
  };
}

export function created() {
  return timestamptz().notNull().default(sql`now()`);
}
