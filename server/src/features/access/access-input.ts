import {
  type AccessRule,
  type NamedRule,
  withoutAuthor,
  withoutNames,
} from '@keydesk/shared/access/access-rule';
import { type AccessInput, isAboutKey, isValidAt } from '@keydesk/shared/access/decide-access';
import { refusal } from '@keydesk/shared/core/visitor-answers';
import type { Role } from '@keydesk/shared/http/roles';
import type { VisitorInput } from '@keydesk/shared/people/visitor';
import type { Connection } from '../../db/client.ts';
import { quoted } from '../../db/kinds-sql.ts';
import {
  isHeldLoan,
  isKeptMembership,
  isMember,
  isUsableGrant,
  mayBorrow,
} from '../../db/predicates.ts';
import { approverKindFor } from './approvers.ts';
import {
  keyJson,
  mayBeAboutKey,
  mayBeForPerson,
  namedRuleJson,
  overdueKeyNumber,
  ruleJson,
  withInstants,
} from './hand-out-access.ts';

/** What decides about a person for any key; `at` is the database's clock. */
export type PersonAccess = {
  at: Date;
  groupIds: string[];
  /** The rules in force that may apply to the person; names are left out. */
  rules: readonly NamedRule[];
  grantedKeyIds: string[];
  overdueKeyNumber: string | null;
};

export async function readPersonAccess(
  db: Connection,
  personId: string,
  { noKeysWhileOverdue }: { noKeysWhileOverdue: boolean },
): Promise<PersonAccess> {
  const row = await db.first<PersonAccess & { rules: AccessRule[] }>({
    name: 'person-access',
    text: `
      WITH asked AS MATERIALIZED (
             SELECT date_trunc('milliseconds', clock_timestamp()) AS at),
           member_of AS MATERIALIZED (
             SELECT coalesce(array_agg(m.group_id ORDER BY m.group_id), '{}') AS ids
               FROM asked JOIN group_members m ON m.user_id = $1
              WHERE ${isMember('m', 'asked.at')})
      SELECT asked.at, member_of.ids AS "groupIds",
             (SELECT coalesce(json_agg(${ruleJson} ORDER BY r.id), '[]') FROM access_rules r
               WHERE r.ended_at IS NULL
                 AND ${mayBeForPerson('r.subject_id', { p: 'p', groupIds: 'member_of.ids' })}) AS rules,
             (SELECT coalesce(array_agg(g.key_id ORDER BY g.key_id), '{}') FROM grants g
               WHERE g.user_id = p.id AND ${isUsableGrant('g', 'asked.at')}) AS "grantedKeyIds",
             CASE WHEN $2::boolean THEN ${overdueKeyNumber(isHeldLoan('l'))} END AS "overdueKeyNumber"
        FROM asked CROSS JOIN member_of JOIN users p ON p.id = $1`,
    values: [personId, noKeysWhileOverdue],
  });
  if (!row) throw new Error('There is no such person');
  return { ...row, rules: row.rules.map((rule) => withInstants(withoutNames(rule))) };
}

/** Newest first. */
export async function readAllRules(db: Connection): Promise<readonly NamedRule[]> {
  const rows = await db.rows<{ rules: NamedRule[] }>({
    name: 'access-rules-in-force',
    text: `SELECT coalesce(json_agg(${namedRuleJson} ORDER BY r.created_at DESC, r.id DESC), '[]') AS rules
             FROM access_rules r WHERE r.ended_at IS NULL`,
  });
  return rows.flatMap(({ rules }) => rules.map(withInstants));
}

/** Selects open loans: of people and the visitors whom they vouch for, of keys, or all. */
export type LoanScope = {
  holderId?: string;
  holderIds?: readonly string[];
  keyIds?: readonly string[];
  /** Loans that this rule may apply to. */
  rule?: RuleScope;
};

export type RuleScope = Pick<AccessRule, 'targetId' | 'subjectId'>;

type Rules = readonly NamedRule[];

/** An open loan, and what decides whether its holder may take its key now. */
export type LoanAccess = {
  loanId: string;
  keyId: string;
  isSuspended: boolean;
  holderRole: Role;
  approver: 'its-owner' | 'its-head' | null;
  /** For a visitor: the loan's sponsor may refuse, though another has confirmed since. */
  visitor: Pick<VisitorInput, 'answer' | 'sponsorMayBorrow'> | null;
  /** The time of the read. */
  at: Date;
  /**
   * The input of the decision if nothing but the time changes. It names no one but the holder: the
   * reason is stored with the loan, and others may be erased earlier.
   */
  inputAt(at: Date): AccessInput;
};

export async function readRules(db: Connection): Promise<Rules> {
  return (await readAllRules(db)).map(withoutAuthor);
}

export function underRules(loan: LoanAccess, rules: Rules): LoanAccess {
  return { ...loan, inputAt: (at) => ({ ...loan.inputAt(at), rules }) };
}

/**
 * Reads what decides about the open loans in one statement. A used-up grant still counts for a key
 * that left while it was valid. An overdue key does not count against the others: it only blocks
 * new ones.
 */
export async function readLoanAccess(
  db: Connection,
  timezone: string,
  rules: Rules,
  { holderId, holderIds, keyIds, rule }: LoanScope = {},
): Promise<LoanAccess[]> {
  const rows = await db.rows<LoanRow>({
    name: 'access-of-open-loans',
    text: `${loanAccessText}
      WHERE l.returned_at IS NULL AND ($1::text[] IS NULL OR l.holder_id = ANY ($1) OR s.id = ANY ($1))
        AND ($2::text[] IS NULL OR l.key_id = ANY ($2))
        AND ${mayBeAboutKey('$3::text')}
        AND ${mayBeForPerson('$4::text', { p: 'h', groupIds: keptGroupIds })}
      ORDER BY l.key_id`,
    values: [
      holderId ? [holderId] : (holderIds ?? null),
      keyIds ?? null,
      rule?.targetId,
      rule?.subjectId,
    ],
  });
  return rows.map((row) => presentLoan(row, timezone, rules));
}

/** A membership of the group `id`, or a grant, with the period in which it is valid. */
type Validity = { id: string; validFrom: string; validUntil: string | null };

type LoanRow = Pick<LoanAccess, 'loanId' | 'isSuspended' | 'approver' | 'visitor' | 'at'> &
  Pick<AccessInput, 'key'> & {
    memberships: Validity[];
    grants: Validity[];
    holderId: string;
    holderName: string;
    role: Role;
    holderDepartment: string | null;
    departmentConfirmed: boolean;
  };

/** SQL for the groups of holder `h`, including memberships that start later or have expired. */
const keptGroupIds = `ARRAY(SELECT m.group_id FROM group_members m
          WHERE m.user_id = h.id AND ${isKeptMembership('m')})`;

const loanAccessText = `
  SELECT l.id AS "loanId", clock_timestamp() AS at, h.suspended_at IS NOT NULL AS "isSuspended",
         ${keyJson} AS key,
         h.id AS "holderId", h.name AS "holderName", h.role, h.department AS "holderDepartment",
         h.department_confirmed AS "departmentConfirmed",
         (SELECT coalesce(json_agg(json_build_object('id', m.group_id,
                   'validFrom', m.valid_from, 'validUntil', m.valid_until)), '[]')
            FROM group_members m WHERE m.user_id = h.id AND ${isKeptMembership('m')}) AS memberships,
         (SELECT coalesce(json_agg(json_build_object('id', g.id,
                   'validFrom', g.valid_from, 'validUntil', g.valid_until)), '[]')
            FROM grants g
           WHERE g.key_id = k.id AND g.user_id = h.id AND g.revoked_at IS NULL
             AND (g.uses_left IS NULL OR g.uses_left > 0 OR g.used_up_at >= l.taken_at)) AS grants,
         ${approverKindFor('h')} AS approver,
         CASE WHEN v.user_id IS NOT NULL THEN json_build_object(
           'answer', CASE WHEN l.sponsor_id = ANY (v.refused_by) THEN ${quoted(refusal)}
                          ELSE v.answer END,
           'sponsorMayBorrow', ${mayBorrow('s')}) END AS visitor
    FROM loans l
    JOIN keys k ON k.id = l.key_id
    JOIN users h ON h.id = l.holder_id
    LEFT JOIN visitors v ON v.user_id = h.id
    LEFT JOIN users s ON s.id = coalesce(l.sponsor_id, v.sponsor_id)`;

function presentLoan(
  {
    loanId,
    isSuspended,
    visitor,
    at,
    holderId,
    holderName,
    role,
    holderDepartment,
    departmentConfirmed,
    memberships,
    grants,
    approver,
    ...row
  }: LoanRow,
  timezone: string,
  rules: Rules,
): LoanAccess {
  const input = {
    ...row,
    timezone,
    person: {
      id: holderId,
      name: holderName,
      role,
      department: holderDepartment,
      departmentConfirmed,
    },
    rules: rules.filter((rule) => isAboutKey(rule, row.key)),
    overdueKeyNumber: null,
  };
  return {
    loanId,
    keyId: row.key.id,
    isSuspended,
    visitor,
    holderRole: role,
    approver,
    at,
    inputAt: (moment) => ({
      ...input,
      at: moment,
      approverName: null,
      groupIds: memberships.filter((one) => isValidAt(one, moment)).map(({ id }) => id),
      granted: grants.some((one) => isValidAt(one, moment)),
    }),
  };
}
