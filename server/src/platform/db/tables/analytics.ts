import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/**
 * Days of the campus's calendar whose loans and active people are counted for good in `keyDays`,
 * `hourDays` and `userDays`, up to `endMarker`: the running day so far. What changes their past deletes
 * them here, and they are counted again.
 */
export const closedDays = pgTable('closed_days', {
  day: date().primaryKey(),
  timezone: text().notNull(),
  starts: timestamptz().notNull(),
  ends: timestamptz().notNull(),
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
  (t) => [primaryKey({ columns: [t.day, t.userId] }), index('days_of_user').on(t.userId)],
);

/**
 * Ranges of closed days up to yesterday that are summed in `keyRanges` and `userRanges`, by their
 * length. A day that is opened again takes its ranges with it.
 */
export const closedRanges = pgTable('closed_ranges', {
  days: integer().primaryKey(),
  timezone: text().notNull(),
  first: date().notNull(),
  last: date().notNull(),
});

/** How often each key was handed out in the closed days of a range. */
export const keyRanges = pgTable(
  'key_ranges',
  { days: integer().notNull(), keyId: text().notNull(), loans: integer().notNull() },
  (t) => [primaryKey({ columns: [t.days, t.keyId] })],
);

/** Who was active in the closed days of a range. */
export const userRanges = pgTable(
  'user_ranges',
  { days: integer().notNull(), userId: text().notNull() },
  (t) => [primaryKey({ columns: [t.days, t.userId] })],
);

/**
 * How many of those active on a closed day have a role and department, as these are at present:
 * a person who changes takes the rows of their days away. No department is an empty one.
 */
export const activeDays = pgTable(
  'active_days',
  {
    day: date().notNull(),
    role: text().notNull(),
    department: text().notNull(),
    people: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.role, t.department] })],
);

/**
 * Hours of today and yesterday, as the clocks of the campus cut them, whose loans and active people
 * are counted for good in `keyHours`, `departmentHours` and `userHours`. What changes their past
 * deletes them here, and they are counted again.
 */
export const closedHours = pgTable('closed_hours', {
  starts: timestamptz().primaryKey(),
  ends: timestamptz().notNull(),
  timezone: text().notNull(),
});

/** How often each key was handed out in a closed hour. */
export const keyHours = pgTable(
  'key_hours',
  { starts: timestamptz().notNull(), keyId: text().notNull(), loans: integer().notNull() },
  (t) => [primaryKey({ columns: [t.starts, t.keyId] })],
);

/** How often a department's keys were handed out in a closed hour. */
export const departmentHours = pgTable(
  'department_hours',
  { starts: timestamptz().notNull(), department: text().notNull(), loans: integer().notNull() },
  (t) => [primaryKey({ columns: [t.starts, t.department] })],
);

/** Who was active in a closed hour. */
export const userHours = pgTable(
  'user_hours',
  { starts: timestamptz().notNull(), userId: text().notNull() },
  (t) => [primaryKey({ columns: [t.starts, t.userId] })],
);
