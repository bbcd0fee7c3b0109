import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, created, id, moment } from './columns.ts';

/** People. A deleted person stays for the history; their addresses become free again. */
export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    role: text({
      enum: ['admin', 'faculty', 'security', 'operator', 'responder', 'pending'],
    }).notNull(),
    department: text(),
    facultyId: text(),
    issuer: text().notNull(),
    subject: text().notNull(),
    isVerified: boolean().notNull().default(true),
    lastLogin: moment(),
    createdAt: created(),
    updatedAt: created(),
    deletedAt: moment(),
  },
  (t) => [
    uniqueIndex('users_identity').on(t.issuer, t.subject).where(sql`deleted_at IS NULL`),
    uniqueIndex('users_email').on(sql`lower(email)`).where(sql`deleted_at IS NULL`),
    uniqueIndex('users_faculty_id').on(sql`lower(faculty_id)`).where(sql`deleted_at IS NULL`),
    check(
      'users_role',
      sql`role IN ('admin', 'faculty', 'security', 'operator', 'responder', 'pending')`,
    ),
  ],
);

/** Signed-in browsers. Only hashes of the cookie's and the bearer's secret are kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: text()
      .notNull()
      .references(() => users.id),
    cookieHash: bytea().notNull(),
    bearerHash: bytea().notNull(),
    createdAt: created(),
    /** At most a minute behind; how long a session lives is asked of the security settings. */
    lastActiveAt: created(),
    revokedAt: moment(),
  },
  (t) => [
    uniqueIndex('sessions_cookie').on(t.cookieHash),
    uniqueIndex('sessions_bearer').on(t.bearerHash),
    index('sessions_of_user').on(t.userId).where(sql`revoked_at IS NULL`),
  ],
);

/** Who signed in when, for the analytics: unlike the audit trail, never switched off. */
export const signIns = pgTable(
  'sign_ins',
  {
    userId: text()
      .notNull()
      .references(() => users.id),
    at: created(),
  },
  (t) => [index('sign_ins_by_time').on(t.at)],
);

/** Failed sign-ins by client network, in the form that the counting library expects. */
export const signInFailures = pgTable('sign_in_failures', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/** Requests of each person in their minute, in the same form; unlogged, as a minute is soon over. */
export const requestCounts = pgTable('request_counts', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
