import { sql } from 'drizzle-orm';
import { customType, text, timestamp } from 'drizzle-orm/pg-core';
import { newId } from '../new-id.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const id = () => text().primaryKey().$defaultFn(newId);
export const moment = () => timestamp({ withTimezone: true, mode: 'date' });
export const created = () => moment().notNull().default(sql`now()`);
