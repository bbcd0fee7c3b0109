import { visitorAnswerNames, visitorAnswers } from '@keydesk/shared/core/visitor-answers';
import { roles } from '@keydesk/shared/http/roles';
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
import { isKind } from '../kinds-sql.ts';
import { foldedText } from '../sql-text.ts';
import { departments } from './campus.ts';
import { bytea, created, edited, id, idOf, timestamptz } from './columns.ts';

/** What the search of people looks at: the expression of their index. */
export const peopleSearchText = foldedText(
  "name || ' ' || email || ' ' || coalesce(faculty_id, '')",
);

/**
 * People. Removed users stay for the history and keep their address, Faculty ID and identity, so
 * that nobody can return as a new person. Only erasure frees these.
 */
export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    name: text().notNull(),
    role: text({ enum: roles }).notNull(),
    department: text().references(() => departments.code),
    facultyId: text(),
    phone: text(),
    /** Whether the department was stated or accepted by somebody else than the person. */
    departmentConfirmed: boolean().notNull().default(true),
    /** Whether the college's records named them, and since when these do not any more. */
    inRecords: boolean().notNull().default(false),
    leftRecordsAt: timestamptz(),
    issuer: text().notNull(),
    subject: text().notNull(),
    isVerified: boolean().notNull().default(true),
    /** As the provider told them last, empty where it told none; null where nobody asked it yet. */
    providerEmail: text(),
    providerName: text(),
    /** An admin or an import stated the name, so it no longer follows the provider's. */
    nameSetByAdmin: boolean().notNull().default(false),
    lastLogin: timestamptz(),
    createdAt: created(),
    updatedAt: created(),
    /** Registered, and waiting for an admin to accept them. */
    waitingSince: timestamptz(),
    suspendedAt: timestamptz(),
    deletedAt: timestamptz(),
    /** When everything that identified them was erased. */
    erasedAt: timestamptz(),
    ...edited(),
  },
  (t) => [
    uniqueIndex('users_identity').on(t.issuer, t.subject),
    uniqueIndex('users_email').on(sql`lower(email)`),
    uniqueIndex('users_faculty_id').on(sql`lower(faculty_id)`),
    check('users_erased_are_removed', sql`erased_at IS NULL OR deleted_at IS NOT NULL`),
    check('users_waiting_are_pending', sql`waiting_since IS NULL OR role = 'pending'`),
    index('users_search').using('gin', sql`(${sql.raw(peopleSearchText)}) gin_trgm_ops`),
    // Nobody signs in as a visitor, and no visitor becomes a member.
    check(
      'users_visitors_cannot_sign_in',
      sql`(issuer = 'visitor') = (role = 'visitor' AND erased_at IS NULL)`,
    ),
    check('users_role', sql`role IN (${sql.raw(roles.map((role) => `'${role}'`).join(', '))})`),
  ],
);

/**
 * What is known of a visitor until they are erased. Who is asked about them has an id of its own,
 * a new one whenever something else is asked.
 */
export const visitors = pgTable(
  'visitors',
  {
    userId: text()
      .primaryKey()
      .references(() => users.id),
    name: text().notNull(),
    organisation: text(),
    sponsorId: idOf(() => users),
    validUntil: timestamptz().notNull(),
    askId: text().notNull(),
    /** What the sponsor said; null until then. */
    answer: text({ enum: visitorAnswerNames }),
    /** The members who said that they do not vouch for them, and not otherwise since. */
    refusedBy: text().array().notNull().default([]),
    /**
     * The sponsor of now, or an admin, has let exactly this person have keys: that a visitor with the
     * same name or number was refused does not keep them from it.
     */
    vouched: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('visitors_ask').on(t.askId),
    check('visitors_answer', sql.raw(isKind('answer', visitorAnswers))),
  ],
);

/**
 * Users whom a new identity with their verified address may take over, and until when. Only once:
 * the takeover deletes the row.
 */
export const linkPermissions = pgTable('link_permissions', {
  userId: text()
    .primaryKey()
    .references(() => users.id),
  expiresAt: timestamptz().notNull(),
});

/** ID cards of people, as keyed hashes: the number of a card is not kept. */
export const personCards = pgTable(
  'person_cards',
  {
    id: id(),
    userId: idOf(() => users),
    cardHash: bytea().notNull(),
    label: text(),
    addedBy: idOf(() => users),
    createdAt: created(),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('person_cards_living').on(t.cardHash).where(sql`ended_at IS NULL`),
    index('person_cards_of_user').on(t.userId),
  ],
);

/** Signed-in browsers. Only hashes of the cookie's and the bearer's secrets are kept. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: idOf(() => users),
    cookieHash: bytea().notNull(),
    bearerHash: bytea().notNull(),
    createdAt: created(),
    /** At most a minute behind. The security settings say how long a session lasts. */
    lastActiveAt: created(),
    /** When the person last signed in with the identity provider. */
    confirmedAt: created(),
    /** Browser and system, in words. */
    device: text(),
    /** The network address of the last use. */
    address: text(),
    revokedAt: timestamptz(),
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
    userId: idOf(() => users),
    at: created(),
  },
  (t) => [index('sign_ins_by_time').on(t.at)],
);

/**
 * Failed sign-ins by client network, and recently answered sign-ins, in the form that the rate
 * limiting library expects.
 */
export const signInFailures = pgTable('sign_in_failures', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/** Requests of each user in the current minute, in the same form; unlogged, as they matter briefly. */
export const requestCounts = pgTable('request_counts', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
