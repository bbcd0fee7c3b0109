import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { customType, text, timestamp } from 'drizzle-orm/pg-core';

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

/**
 * A new object id: 24 lower-case hexadecimal characters, 4 bytes of seconds and 8 random bytes, so
 * that ids made near each other lie near each other in an index.
 */
export function newId(): string {
  const bytes = randomBytes(12);
  bytes.writeUInt32BE(Math.floor(Date.now() / 1000), 0);
  return bytes.toString('hex');
}
