import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import { type AccessRule, type NamedRule, withoutAuthor } from '@keydesk/shared/access/access-rule';
import { isAboutKey } from '@keydesk/shared/access/decide-access';
import type { Role } from '@keydesk/shared/users/role';
import type { Connection } from '../../platform/db/client.ts';
import { isKeptMembership } from '../../platform/db/predicates.ts';
import { approverTitleFor } from './approvers.ts';
import { readAllRules } from './person-access.ts';

/** Which open loans are meant: those of a person or some people, of some keys, or all. */
export type LoanScope = {
  holderId?: string;
  holderIds?: readonly string[];
  keyIds?: readonly string[];
  /** Those that the rule is about. */
  rule?: RuleScope;
};

export type RuleScope = Pick<AccessRule, 'target' | 'targetId' | 'subject' | 'subjectId'>;

type Rules = readonly NamedRule[];

/** An open loan, and what decides whether its holder may take its key now. */
export type LoanAccess = {
  loanId: string;
  keyId: string;
  /** Suspended people take no keys. */
  isSuspended: boolean;
  holderRole: Role;
  /** When this was read. */
  at: Date;
  /**
   * What decides at a moment, if nothing but the time changes. Names nobody but the holder: what is
   * said of it is stored with the loan, and others may be erased before.
   */
  factsAt(at: Date): AccessFacts;
};

/** The rules in force. */
export async function readRules(db: Connection): Promise<Rules> {
  return (await readAllRules(db)).map(withoutAuthor);
}

/** The same loan under other rules. */
export function underRules(loan: LoanAccess, rules: Rules): LoanAccess {
  return { ...loan, factsAt: (at) => ({ ...loan.factsAt(at), rules }) };
}

/**
 * What decides about each open loan under these rules, in one statement whatever their number. A grant
 * whose uses are all spent still counts for a key that left while it lived. That its holder is overdue
 * with another key does not: it stands in the way of new keys only.
 */
export async function readLoanAccess(
  db: Connection,
  timezone: string,
  rules: Rules,
  { holderId, holderIds, keyIds, rule }: LoanScope = {},
): Promise<LoanAccess[]> {
  const { rows } = await db.query<LoanRow>({
    name: 'access-of-open-loans',
    text: `${loanAccessText}
      WHERE l.returned_at IS NULL AND ($1::text[] IS NULL OR l.holder_id = ANY ($1))
        AND ($2::text[] IS NULL OR l.key_id = ANY ($2))
        AND CASE $3 WHEN 'key' THEN k.id = $4
                    WHEN 'category' THEN k.category = $4
                    WHEN 'department' THEN k.department = $4
                    WHEN 'block' THEN k.block = $4
                    ELSE true END
        AND CASE $5 WHEN 'role' THEN h.role = $6
                    WHEN 'department' THEN h.department = $6
                    WHEN 'person' THEN h.id = $6
                    WHEN 'group' THEN EXISTS (SELECT FROM group_members m
                      WHERE m.group_id = $6 AND m.user_id = h.id AND ${isKeptMembership('m')})
                    ELSE true END
      ORDER BY l.key_id`,
    values: [
      holderId ? [holderId] : (holderIds ?? null),
      keyIds ?? null,
      rule?.target ?? 'all',
      rule?.targetId,
      rule?.subject ?? 'everyone',
      rule?.subjectId,
    ],
  });
  return rows.map((row) => presentLoan(row, timezone, rules));
}

/** A membership of the group `id`, or a grant: it may end, or begin, by itself. */
type Validity = { id: string; validFrom: string; validUntil: string | null };

type LoanRow = Pick<LoanAccess, 'loanId' | 'isSuspended' | 'at'> &
  Pick<AccessFacts, 'key' | 'approverName'> & {
    memberships: Validity[];
    grants: Validity[];
    holderId: string;
    holderName: string;
    role: Role;
    holderDepartment: string | null;
  };

const loanAccessText = `
  SELECT l.id AS "loanId", clock_timestamp() AS at, h.suspended_at IS NOT NULL AS "isSuspended",
         json_build_object('id', k.id, 'keyNumber', k.key_number, 'level', k.level,
           'department', k.department, 'category', k.category, 'block', k.block) AS key,
         h.id AS "holderId", h.name AS "holderName", h.role, h.department AS "holderDepartment",
         (SELECT coalesce(json_agg(json_build_object('id', m.group_id,
                   'validFrom', m.valid_from, 'validUntil', m.valid_until)), '[]')
            FROM group_members m WHERE m.user_id = h.id AND ${isKeptMembership('m')}) AS memberships,
         (SELECT coalesce(json_agg(json_build_object('id', g.id,
                   'validFrom', g.valid_from, 'validUntil', g.valid_until)), '[]')
            FROM grants g
           WHERE g.key_id = k.id AND g.user_id = h.id AND g.revoked_at IS NULL
             AND (g.uses_left IS NULL OR g.uses_left > 0 OR g.used_up_at >= l.taken_at)) AS grants,
         ${approverTitleFor('h')} AS "approverName"
    FROM loans l
    JOIN keys k ON k.id = l.key_id
    JOIN users h ON h.id = l.holder_id`;

function presentLoan(
  {
    loanId,
    isSuspended,
    at,
    holderId,
    holderName,
    role,
    holderDepartment,
    memberships,
    grants,
    ...row
  }: LoanRow,
  timezone: string,
  rules: Rules,
): LoanAccess {
  const facts = {
    ...row,
    timezone,
    person: { id: holderId, name: holderName, role, department: holderDepartment },
    rules: rules.filter((rule) => isAboutKey(rule, row.key)),
    overdueKeyNumber: null,
  };
  return {
    loanId,
    keyId: row.key.id,
    isSuspended,
    holderRole: role,
    at,
    factsAt: (moment) => ({
      ...facts,
      at: moment,
      groupIds: memberships.filter((one) => isValidAt(one, moment)).map(({ id }) => id),
      granted: grants.some((one) => isValidAt(one, moment)),
    }),
  };
}

function isValidAt({ validFrom, validUntil }: Validity, at: Date): boolean {
  return new Date(validFrom) <= at && (validUntil === null || new Date(validUntil) > at);
}
