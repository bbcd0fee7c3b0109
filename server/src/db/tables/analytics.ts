import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Days of the campus's calendar whose loans and active people are counted for good in `keyDays`,
 * `hourDays` and `userDays`. What changes their past deletes them here, and they are counted anew.
 */
export const closedDays = pgTable('closed_days', {
  day: date().primaryKey(),
  timezone: text().notNull(),
  starts: moment().notNull(),
  ends: moment().notNull(),
});

/** How often each key was handed out on a closed day. */
export const keyDays = pgTable(
  'key_days',
  { day: date().notNull(), keyId: text().notNull(), loans: integer().notNull() },
  (t) => [primaryKey({ columns: [t.day, t.keyId] })],
);

/** How often a department's keys were handed out in each local hour of a closed day. */
export const hourDays = pgTable(
  'hour_days',
  {
    day: date().notNull(),
    hour: integer().notNull(),
    department: text().notNull(),
    loans: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.hour, t.department] })],
);

/** Who was active on a closed day. */
export const userDays = pgTable(
  'user_days',
  { day: date().notNull(), userId: text().notNull() },
  (t) => [primaryKey({ columns: [t.day, t.userId] })],
);
