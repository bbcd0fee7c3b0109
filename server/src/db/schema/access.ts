import { ruleEffects, ruleSubjects, ruleTargets } from '@keydesk/shared/access/access-rule';
import { requestStates } from '@keydesk/shared/access/requests';
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { created, edited, id, idOf, timestamptz } from './columns.ts';
import { keys } from './keys.ts';
import { users } from './people.ts';

const timeOfDay = sql.raw(`'^([01][0-9]|2[0-3]):[0-5][0-9]$'`);

export const groups = pgTable(
  'groups',
  { id: id(), name: text().notNull(), createdAt: created(), ...edited() },
  () => [uniqueIndex('groups_name').on(sql`lower(name)`)],
);

/** Memberships are ended, never deleted. */
export const groupMembers = pgTable(
  'group_members',
  {
    id: id(),
    groupId: idOf(() => groups),
    userId: idOf(() => users),
    validFrom: created(),
    validUntil: timestamptz(),
    addedBy: idOf(() => users),
    ...edited(),
    endedAt: timestamptz(),
    endedBy: text().references(() => users.id),
  },
  (t) => [
    uniqueIndex('group_members_living').on(t.groupId, t.userId).where(sql`ended_at IS NULL`),
    index('group_members_of_user').on(t.userId),
  ],
);

/** Rules are ended, never deleted. */
export const accessRules = pgTable(
  'access_rules',
  {
    id: id(),
    target: text({ enum: ruleTargets }).notNull(),
    /** The code or id of its target; null for all keys. */
    targetId: text(),
    subject: text({ enum: ruleSubjects }).notNull(),
    /** The role, code or id of its subject; null for everyone. */
    subjectId: text(),
    effect: text({ enum: ruleEffects }).notNull(),
    exceptGroupId: text().references(() => groups.id),
    /** 1 is Monday, 7 is Sunday. */
    weekdays: smallint().array().notNull(),
    fromTime: text(),
    toTime: text(),
    validFrom: timestamptz(),
    validUntil: timestamptz(),
    note: text().notNull(),
    createdBy: idOf(() => users),
    createdAt: created(),
    endedAt: timestamptz(),
    endedBy: text().references(() => users.id),
  },
  (t) => [
    index('access_rules_living').on(t.target, t.targetId).where(sql`ended_at IS NULL`),
    check('access_rules_target', sql`target IN ('all', 'department', 'category', 'block', 'key')`),
    check('access_rules_target_id', sql`(target = 'all') = (target_id IS NULL)`),
    check(
      'access_rules_subject',
      sql`subject IN ('everyone', 'role', 'department', 'group', 'person')`,
    ),
    check('access_rules_subject_id', sql`(subject = 'everyone') = (subject_id IS NULL)`),
    check('access_rules_effect', sql`effect IN ('allow', 'approve', 'deny')`),
    check(
      'access_rules_weekdays',
      sql`cardinality(weekdays) > 0 AND weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7]::smallint[]`,
    ),
    check(
      'access_rules_times',
      sql`(from_time IS NULL OR from_time ~ ${timeOfDay}) AND (to_time IS NULL OR to_time ~ ${timeOfDay}) AND from_time <> to_time`,
    ),
    check('access_rules_validity', sql`valid_from < valid_until`),
  ],
);

export const accessRequests = pgTable(
  'access_requests',
  {
    id: id(),
    keyId: idOf(() => keys),
    userId: idOf(() => users),
    purpose: text().notNull(),
    wantedUntil: timestamptz().notNull(),
    state: text({ enum: requestStates }).notNull().default('open'),
    createdAt: created(),
    /** It expires if undecided by then. */
    expiresAt: timestamptz().notNull(),
    /** 0 the owner, 1 the head of the department, 2 the admins. */
    step: smallint().notNull(),
    /** When it reached that step. */
    stepSince: created(),
    decidedAt: timestamptz(),
    decidedBy: text().references(() => users.id),
    note: text(),
  },
  (t) => [
    uniqueIndex('access_requests_open').on(t.keyId, t.userId).where(sql`state = 'open'`),
    index('access_requests_of_user').on(t.userId, t.createdAt),
    check(
      'access_requests_state',
      sql`state IN ('open', 'approved', 'denied', 'withdrawn', 'expired')`,
    ),
    check('access_requests_step', sql`step BETWEEN 0 AND 2`),
    check(
      'access_requests_decided_whole',
      sql`(state IN ('approved', 'denied')) = (decided_by IS NOT NULL) AND (state = 'open') = (decided_at IS NULL)`,
    ),
  ],
);

/** Access to a key by name. Grants are revoked, never deleted (`kept-grants`). */
export const grants = pgTable(
  'grants',
  {
    id: id(),
    keyId: idOf(() => keys),
    userId: idOf(() => users),
    givenBy: idOf(() => users),
    validFrom: created(),
    validUntil: timestamptz(),
    /** Remaining hand-outs; null: unlimited. */
    usesLeft: integer(),
    /** When the last of them was used. */
    usedUpAt: timestamptz(),
    requestId: text().references(() => accessRequests.id),
    /** Null if it came from an imported list. */
    reason: text(),
    createdAt: created(),
    revokedAt: timestamptz(),
    revokedBy: text().references(() => users.id),
  },
  (t) => [
    index('grants_living').on(t.userId, t.keyId).where(sql`revoked_at IS NULL`),
    index('grants_of_key').on(t.keyId).where(sql`revoked_at IS NULL`),
    uniqueIndex('grants_of_request').on(t.requestId),
    check('grants_uses', sql`uses_left >= 0`),
    check('grants_validity', sql`valid_from < valid_until`),
  ],
);
