import { type AccessRule, withoutAuthor } from '@keydesk/shared/access/access-rule';
import {
  type AccessInput,
  decideAccess,
  isByGrantAlone,
} from '@keydesk/shared/access/decide-access';
import {
  type RefusalCause,
  recordedCause,
  refusalByRules,
} from '@keydesk/shared/access/refusal-cause';
import {
  accessRefusal,
  overrideRefusal,
  type RefusedAccess,
} from '@keydesk/shared/access/refused-access';
import type { DeskSettings } from '@keydesk/shared/campus/settings';
import type { Connection, Statement, Transaction } from '../../db/client.ts';
import {
  isHeldLoan,
  isMember,
  isOverdue,
  isSamePhone,
  isUsableGrant,
  isUse,
  isWithin,
  mayBorrow,
  refusersOf,
  visitorName,
} from '../../db/predicates.ts';
import { inLanguage } from '../../http/language.ts';
import { type KeyRow, presentStorageLocation } from '../keys/index.ts';
import { approverNameFor } from './approvers.ts';

/** Campus time zone and security settings. */
export type AccessPolicy = { timezone: string; noKeysWhileOverdue: boolean };

type PolicySources = {
  due: { calendar(): { timezone: string } };
  deskSettings: () => Pick<DeskSettings, 'noKeysWhileOverdue'>;
};

export function accessPolicyOf({ due, deskSettings }: PolicySources): AccessPolicy {
  const { noKeysWhileOverdue } = deskSettings();
  return { timezone: due.calendar().timezone, noKeysWhileOverdue };
}

/** Identifies the person by id, by a code for the key, or by an ID card. */
export type AccessQuestion =
  | { keyId: string; personId: string }
  | { codeHash: Buffer }
  | { keyId: string; cardHash: Buffer };

/** `grantId` is the grant that `input` counts. */
export type GatheredAccess = { input: AccessInput; grantId: string | null };

/**
 * Reads what decides whether a person may take a key, in one statement at the database's clock;
 * null without such a key or person. Rules that cannot apply to both are left out.
 */
export async function gatherAccess(
  db: Connection,
  question: AccessQuestion,
  policy: AccessPolicy,
): Promise<GatheredAccess | null> {
  return gather(db, statementFor(question), policy);
}

/** Uses the rules, memberships and grants in force at `at`. */
export async function gatherPastAccess(
  db: Connection,
  { keyId, personId, at }: { keyId: string; personId: string; at: Date },
  policy: AccessPolicy,
): Promise<GatheredAccess | null> {
  return gather(db, { kind: 'past', values: [keyId, personId, at] }, policy);
}

type InputStatement = { kind: keyof typeof inputTexts; values: readonly unknown[] };

function statementFor(question: AccessQuestion): InputStatement {
  if ('codeHash' in question) return { kind: 'code', values: [question.codeHash] };
  const { keyId } = question;
  return 'cardHash' in question
    ? { kind: 'card', values: [keyId, question.cardHash] }
    : { kind: 'pair', values: [keyId, question.personId] };
}

type InputRow = Omit<AccessInput, 'timezone' | 'granted'> & { grantId: string | null };

async function gather(
  db: Connection,
  { kind, values }: InputStatement,
  { timezone, noKeysWhileOverdue }: AccessPolicy,
): Promise<GatheredAccess | null> {
  const row = await db.first<InputRow>({
    name: `access-input-${kind}`,
    text: inputTexts[kind],
    values: [noKeysWhileOverdue, ...values],
  });
  if (!row) return null;
  const { grantId, rules, ...rest } = row;
  const granted = grantId !== null;
  return { input: { ...rest, timezone, rules: rules.map(withInstants), granted }, grantId };
}

/** The grant that loses a use, or the override of a refusal. */
export type AccessRight = {
  grantId: string | null;
  override: (Overriding & { refusal: RefusalCause | null }) | null;
};

/** The guard's reason; null for a line from paper. */
type Overriding = { reason: string | null };

type Receiver = { id: string; name: string };

/** Enforces `access-verdict`, which the desk may `override` with a reason. Fails without input. */
export function requireAccess(
  access: GatheredAccess | null,
  { key, holder }: { key: KeyRow; holder: Receiver },
  atDesk?: { desk: { id: string }; override: Overriding | undefined },
): AccessRight {
  if (!access) throw new Error('Nothing is known about who may take this key');
  const readerId = atDesk?.desk.id ?? holder.id;
  const verdict = decideAccess(access.input, undefined, { readerId });
  if (verdict.outcome === 'allowed')
    return { grantId: isByGrantAlone(access.input) ? access.grantId : null, override: null };
  const refused = accessRefusal(verdict, key, holder);
  if (!atDesk) throw refused;
  const { desk, override } = atDesk;
  const { language } = access.input.person;
  const messageToHolder = inLanguage(
    language ?? 'en',
    () => decideAccess(access.input).reasons[0]?.text,
  );
  const details = { ...(refused.details as RefusedAccess), messageToHolder };
  const cannot = overrideRefusal(verdict, key, { holder, desk });
  if (cannot) throw (override ? cannot : refused).withDetails(details);
  if (override)
    return { grantId: null, override: { ...override, refusal: refusalToStore(access.input) } };
  throw refused.withDetails({ ...details, mayOverride: true, spot: presentStorageLocation(key) });
}

/** What is stored names no one but the holder, since others may be erased earlier. */
function refusalToStore(input: AccessInput): RefusalCause | null {
  const rules = input.rules.map(withoutAuthor);
  return refusalByRules({ ...input, rules }, input.approverName === null ? null : 'its-approver');
}

/** Only `personal`, which may name the holder, can be erased. */
export function recordedOverride({ refusal }: NonNullable<AccessRight['override']>) {
  return {
    details: refusal ? recordedCause(refusal) : {},
    personal: { refusal },
  };
}

/**
 * Call it before `gatherAccess` of a hand-out to a visitor. Visitors may share a phone number or
 * sponsor, so concurrent hand-outs must count each other's keys (`visitors`).
 */
export async function lockVisitor(
  tx: Transaction,
  whose: { personId: string } | { cardHash: Buffer },
): Promise<void> {
  const [personId, cardHash] =
    'personId' in whose ? [whose.personId, null] : [null, whose.cardHash];
  await tx.query({
    name: 'lock-visitor',
    text: `SELECT pg_advisory_xact_lock(${visitorLock}) FROM visitors
            WHERE user_id = coalesce($1, (SELECT user_id FROM person_cards
                                           WHERE card_hash = $2 AND ended_at IS NULL))
              FOR UPDATE`,
    values: [personId, cardHash],
  });
}

const visitorLock = 7_233_018;
const accessLock = 7_233_017;

/**
 * Call it before anything that decides a hand-out, key locks included: no rule, group, grant, level
 * or owner changes until the hand-out has committed (`rules-hold-at-once`).
 */
export async function lockAccessForHandOut(tx: Transaction): Promise<void> {
  await tx.query(lockForHandOutStatement);
}

export const lockForHandOutStatement: Statement = {
  name: 'lock-access-for-hand-out',
  text: 'SELECT pg_advisory_xact_lock_shared($1)',
  values: [accessLock],
};

/**
 * Call it before any change of rules, groups, grants, levels, owners, roles or suspensions, and
 * before any other lock. Waits for running hand-outs and other changes.
 */
export async function lockAccessForChange(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [accessLock]);
}

/** SQL for the names of what an access rule `r` refers to. */
export const ruleNames = {
  target: `CASE r.target
       WHEN 'department' THEN (SELECT label FROM departments WHERE code = r.target_id)
       WHEN 'category' THEN (SELECT label FROM categories WHERE code = r.target_id)
       WHEN 'block' THEN (SELECT label FROM blocks WHERE code = r.target_id)
       WHEN 'key' THEN (SELECT key_number FROM keys WHERE id = r.target_id) END`,
  subject: `CASE r.subject
       WHEN 'role' THEN initcap(r.subject_id)
       WHEN 'department' THEN (SELECT label FROM departments WHERE code = r.subject_id)
       WHEN 'group' THEN (SELECT name FROM groups WHERE id = r.subject_id)
       WHEN 'person' THEN (SELECT name FROM users WHERE id = r.subject_id) END`,
  exceptGroup: '(SELECT name FROM groups WHERE id = r.except_group_id)',
  createdBy: '(SELECT name FROM users WHERE id = r.created_by)',
};

const ruleFields = `'id', r.id, 'target', r.target, 'targetId', r.target_id,
    'subject', r.subject, 'subjectId', r.subject_id, 'effect', r.effect,
    'exceptGroupId', r.except_group_id, 'weekdays', r.weekdays, 'fromTime', r.from_time,
    'toTime', r.to_time, 'validFrom', r.valid_from, 'validUntil', r.valid_until`;

/** SQL for rule `r` as an `AccessRule`; without names it takes a fifth of the time. */
export const ruleJson = `json_build_object(${ruleFields})`;

/** SQL for rule `r` as a `NamedRule`. */
export const namedRuleJson = `json_build_object(${ruleFields},
    'targetName', ${ruleNames.target}, 'subjectName', ${ruleNames.subject},
    'exceptGroupName', ${ruleNames.exceptGroup}, 'createdByName', ${ruleNames.createdBy},
    'note', r.note)`;

/** Converts times from PostgreSQL's JSON to the API's format. */
export function withInstants<R extends AccessRule>(rule: R): R {
  return { ...rule, validFrom: instant(rule.validFrom), validUntil: instant(rule.validUntil) };
}

function instant(text: string | null): string | null {
  return text && new Date(text).toISOString();
}

/**
 * SQL for whether a rule with `targetId` may apply to key `k`: to the key, its department, category
 * or block. `isAboutKey` decides which.
 */
export function mayBeAboutKey(targetId: string): string {
  return `(${targetId} IS NULL OR ${targetId} IN (k.id, k.department, k.category, k.block))`;
}

/** SQL for whether a rule may apply to person `p` in these groups; `isForPerson` decides. */
export function mayBeForPerson(
  subjectId: string,
  { p, groupIds }: { p: string; groupIds: string },
) {
  return `(${subjectId} IS NULL OR ${subjectId} IN (${p}.id, ${p}.role, ${p}.department)
    OR ${subjectId} = ANY (${groupIds}))`;
}

/** SQL conditions for rows in force: now, by partial indexes, or at `at` in the past. */
const current = {
  rule: 'r.ended_at IS NULL',
  membership: isMember('m', 'asked.at'),
  grant: isUsableGrant('g', 'asked.at'),
  loan: isHeldLoan('l'),
  // A disputed loan counts: the key is not back.
  out: 'l.returned_at IS NULL',
};
const outThen = `l.taken_at < asked.at AND (l.returned_at IS NULL OR l.returned_at > asked.at)
      AND ${isUse('l')}`;
const past = {
  rule: 'r.created_at <= asked.at AND (r.ended_at IS NULL OR r.ended_at > asked.at)',
  membership: `(m.ended_at IS NULL OR m.ended_at > asked.at) AND ${isWithin('m', 'asked.at')}`,
  grant: `g.created_at <= asked.at AND (g.revoked_at IS NULL OR g.revoked_at > asked.at)
      AND (g.used_up_at IS NULL OR g.used_up_at >= asked.at) AND ${isWithin('g', 'asked.at')}`,
  loan: outThen,
  out: outThen,
};

/** SQL for the columns of key `k` that rules use. */
export const keyJson = `json_build_object('id', k.id, 'keyNumber', k.key_number, 'level', k.level,
           'department', k.department, 'category', k.category, 'block', k.block)`;

/** SQL for the number of the key that person `p` has had overdue longest at `asked.at`. */
export function overdueKeyNumber(isHeldThen: string): string {
  return `(SELECT lent.key_number FROM loans l JOIN keys lent ON lent.id = l.key_id
            WHERE l.holder_id = p.id AND ${isHeldThen} AND ${isOverdue('l', 'asked.at')}
            ORDER BY l.grace_until, lent.key_number LIMIT 1)`;
}

/** The database's clock in milliseconds, the precision of the application. */
const clock = `date_trunc('milliseconds', clock_timestamp())`;

/** The statements by kind of question. $1 says whether overdue keys count. */
export const inputTexts = {
  pair: inputSql(`SELECT $2::text AS key_id, $3::text AS user_id, ${clock} AS at`, current),
  code: inputSql(
    `SELECT key_ids[1] AS key_id, user_id, ${clock} AS at FROM codes WHERE secret_hash = $2`,
    current,
  ),
  card: inputSql(
    `SELECT $2::text AS key_id, user_id, ${clock} AS at FROM person_cards
      WHERE card_hash = $3 AND ended_at IS NULL`,
    current,
  ),
  past: inputSql(`SELECT $2::text AS key_id, $3::text AS user_id, $4::timestamptz AS at`, past),
};

function inputSql(asked: string, held: typeof current): string {
  return `
  WITH asked AS MATERIALIZED (${asked}),
       member_of AS MATERIALIZED (
         SELECT coalesce(array_agg(m.group_id ORDER BY m.group_id), '{}') AS ids
           FROM asked JOIN group_members m ON m.user_id = asked.user_id
          WHERE ${held.membership})
  SELECT asked.at, member_of.ids AS "groupIds",
         ${keyJson} AS key,
         json_build_object('id', p.id, 'name', p.name, 'role', p.role,
           'department', p.department, 'departmentConfirmed', p.department_confirmed,
           'language', p.language) AS person,
         (SELECT coalesce(json_agg(${namedRuleJson} ORDER BY r.created_at DESC, r.id DESC), '[]')
            FROM access_rules r
           WHERE ${held.rule} AND ${mayBeAboutKey('r.target_id')}
             AND ${mayBeForPerson('r.subject_id', { p: 'p', groupIds: 'member_of.ids' })}) AS rules,
         (SELECT g.id FROM grants g
           WHERE g.user_id = p.id AND g.key_id = k.id AND ${held.grant}
           ORDER BY g.uses_left IS NOT NULL, g.valid_until NULLS LAST, g.id LIMIT 1) AS "grantId",
         ${approverNameFor('p')} AS "approverName",
         (SELECT json_build_object('name', ${visitorName('v')},
                   'sponsor', json_build_object('id', s.id, 'name', s.name),
                   'sponsorMayBorrow', ${mayBorrow('s')}, 'answer', v.answer,
                   'validUntil', v.valid_until,
                   'vouched', v.vouched,
                   'refusedBy', (SELECT string_agg(o.name, ' and ' ORDER BY o.name) FROM users o
                                  WHERE o.id IN ${refusersOf('v', 'p')}
                                    AND NOT (o.id = v.sponsor_id AND v.vouched)),
                   'keysOfNumber', (SELECT count(*) FROM loans l JOIN users o ON o.id = l.holder_id
                                     WHERE l.sponsor_id IS NOT NULL AND ${held.out}
                                       AND ${isSamePhone('o.phone', 'p.phone')}),
                   'keysOfSponsor', (SELECT count(*) FROM loans l
                                      WHERE l.sponsor_id = v.sponsor_id AND ${held.out}))
            FROM visitors v JOIN users s ON s.id = v.sponsor_id
           WHERE v.user_id = p.id) AS visitor,
         CASE WHEN $1::boolean THEN ${overdueKeyNumber(held.loan)} END AS "overdueKeyNumber"
    FROM asked
    JOIN keys k ON k.id = asked.key_id
    JOIN users p ON p.id = asked.user_id
   CROSS JOIN member_of`;
}
