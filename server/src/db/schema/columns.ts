import { sql } from 'drizzle-orm';
import { customType, text, timestamp } from 'drizzle-orm/pg-core';
import { newId } from '../ids.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export function id() {
  return text().primaryKey().$defaultFn(newId);
}

export function timestamptz() {
  return timestamp({ withTimezone: true, mode: 'date' });
}

export function created() {
  return timestamptz().notNull().default(sql`now()`);
}
