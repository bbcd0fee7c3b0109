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

/** The expression of the index for the search of people. */
export const peopleSearchText = foldedText(
  "name || ' ' || email || ' ' || coalesce(faculty_id, '')",
);

/**
 * Deleted users stay for the history and keep their address, Faculty ID and identity, so that
 * no one can return as a new person. Only erasure frees these.
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
    /** Whether someone else stated or accepted the department. */
    departmentConfirmed: boolean().notNull().default(true),
    /** Whether the college's records included the person, and since when they do not. */
    inRecords: boolean().notNull().default(false),
    leftRecordsAt: timestamptz(),
    issuer: text().notNull(),
    subject: text().notNull(),
    isVerified: boolean().notNull().default(true),
    /** The provider's latest claims, empty without one; null before the first. */
    providerEmail: text(),
    providerName: text(),
    /** An admin or an import stated the name, so it no longer follows the provider's. */
    nameSetByAdmin: boolean().notNull().default(false),
    /** The chosen language; null for the one of their browser. */
    language: text(),
    lastLogin: timestamptz(),
    createdAt: created(),
    updatedAt: created(),
    /** Registered, and waiting for an admin's approval. */
    waitingSince: timestamptz(),
    suspendedAt: timestamptz(),
    deletedAt: timestamptz(),
    /** When all identifying data was erased. */
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
    // No one signs in as a visitor, and no visitor becomes a member.
    check(
      'users_visitors_cannot_sign_in',
      sql`(issuer = 'visitor') = (role = 'visitor' AND erased_at IS NULL)`,
    ),
    check('users_role', sql`role IN (${sql.raw(roles.map((role) => `'${role}'`).join(', '))})`),
  ],
);

/**
 * A visitor's data until they are erased. Each question to the sponsor has its own id, a new one
 * when something else is asked.
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
    /** The sponsor's answer; null until then. */
    answer: text({ enum: visitorAnswerNames }),
    /** Sponsors who refused the visitor and have not changed that. */
    refusedBy: text().array().notNull().default([]),
    /**
     * The current sponsor or an admin vouches for exactly this person, although a visitor with the
     * same name or number was refused.
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

/** Keyed hashes: card numbers are not stored. */
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

/** Only hashes of the cookie's and the bearer's secrets are stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: idOf(() => users),
    cookieHash: bytea().notNull(),
    bearerHash: bytea().notNull(),
    createdAt: created(),
    /** At most a minute behind. */
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

/** For the analytics: unlike the audit log, never switched off. */
export const signIns = pgTable(
  'sign_ins',
  {
    userId: idOf(() => users),
    at: created(),
  },
  (t) => [index('sign_ins_by_time').on(t.at), index('sign_ins_of_user').on(t.userId)],
);

/** Failed sign-ins by network, and recently answered ones, in the library's format. */
export const signInFailures = pgTable('sign_in_failures', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});

/** Requests per user in the current minute, in the same format; unlogged. */
export const requestCounts = pgTable('request_counts', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
