import type { ListedAccessRule, NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { appError } from '@keydesk/shared/core/errors';
import { roles } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { t } from '@keydesk/shared/texts/en/rule-list';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '../../core/audit/record.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type Connection, type Transaction, transact } from '../../db/client.ts';
import { isMember, takesKeys } from '../../db/predicates.ts';
import { type RowOf, toAnswer } from '../../db/rows.ts';
import { accessRules } from '../../db/schema.ts';
import { readCampus, requireKnownEntries } from '../campus/index.ts';
import { readActiveKey } from '../keys/index.ts';
import { findPersonDetails } from '../people/index.ts';
import type { RuleScope } from './access-input.ts';
import { findGroupName } from './group-queries.ts';
import { ruleNames } from './hand-out-access.ts';
import { type AccessDeps, announceRecalled, type Recalled, recallByRule } from './recall.ts';

/** Every process keeps all rules in memory. */
const maxRules = 2_000;

export async function listRules(db: Connection): Promise<ListedAccessRule[]> {
  return (await listRuleRows(db)).map(present);
}

function present({ isOver, hasKeys, hasPeople, ...rule }: ListedRuleRow): ListedAccessRule {
  const { subject } = rule;
  return {
    ...toAnswer(rule),
    neverApplies: reasonNeverApplies({ isOver, hasKeys, hasPeople, subject }),
  };
}

function reasonNeverApplies({
  isOver,
  hasKeys,
  hasPeople,
  subject,
}: Pick<ListedRuleRow, 'isOver' | 'hasKeys' | 'hasPeople' | 'subject'>): string | null {
  const why = isOver ? 'over' : !hasKeys ? 'keyGone' : hasPeople ? null : subject;
  return why && t('never-applies', { why });
}

/** Adds a rule, and recalls keys that it refuses. */
export async function addRule(
  deps: AccessDeps,
  admin: User,
  rule: NewAccessRule,
): Promise<{ rule: ListedAccessRule; recalled: number }> {
  const { result, recalled } = await changeRule(deps, admin, async (tx) => {
    await requireKnownRule(tx, rule);
    if ((await countRules(tx)) >= maxRules)
      throw appError('TOO_MANY_ACCESS_RULES', { most: maxRules });
    const id = await insertRule(tx, rule, admin.id);
    await recordAudit(tx, {
      action: 'add-access-rule',
      actorId: admin.id,
      ...scopeOf(rule),
      ...recordedRule(id, rule),
    });
    const [stored] = await listRuleRows(tx, id);
    if (!stored) throw new Error('The new rule was not stored');
    return { rule: stored };
  });
  return { rule: present(result.rule), recalled: recalled.keys.length };
}

async function changeRule<T extends { rule: RuleScope }>(
  { db, publisher, due }: AccessDeps,
  admin: User,
  change: (tx: Transaction) => Promise<T>,
): Promise<{ result: T; recalled: Recalled }> {
  const options = { byId: admin.id, timezone: due.calendar().timezone };
  const done = await transact(db, (tx) => recallByRule(tx, options, () => change(tx)));
  announceAccess(publisher, done.recalled);
  return done;
}

/** Call it after the commit: notifies every page (`live-access`). */
export function announceAccess(publisher: Publisher, recalled?: Recalled): void {
  publisher.campusChanged('access');
  if (recalled) announceRecalled(publisher, recalled);
}

/** Only the note about a person can be erased. */
function recordedRule(ruleId: string, given: NewAccessRule) {
  const { note, ...rule } = columnsOf(given);
  return rule.subject === 'person'
    ? { details: { ruleId, ...rule }, personal: { note } }
    : { details: { ruleId, ...rule, note } };
}

export async function requireKnownRule(db: Connection, rule: NewAccessRule): Promise<void> {
  const { target, targetId, subject, subjectId, exceptGroupId } = rule;
  const campus = await readCampus(db);
  if (targetId && target !== 'all' && target !== 'key')
    requireKnownEntries(campus, { [target]: targetId });
  if (targetId && target === 'key') await readActiveKey(db, targetId);
  if (subjectId && subject === 'department') requireKnownEntries(campus, { department: subjectId });
  if (subjectId && subject === 'role' && !roles.some((role) => role === subjectId))
    throw appError('UNKNOWN_ENTRY', { name: 'role', code: subjectId });
  if (subjectId && subject === 'person' && !(await findPersonDetails(db, subjectId)))
    throw appError('PERSON_NOT_FOUND');
  for (const groupId of [subject === 'group' ? subjectId : undefined, exceptGroupId])
    if (groupId && (await findGroupName(db, groupId)) === undefined)
      throw appError('GROUP_NOT_FOUND');
}

type Concerned = Pick<ListedAccessRule, 'target' | 'subject'> & {
  targetId?: string | null | undefined;
  subjectId?: string | null | undefined;
};

function scopeOf({ target, targetId, subject, subjectId }: Concerned) {
  return {
    ...(target === 'key' && targetId ? { keyId: targetId } : {}),
    ...(subject === 'person' && subjectId ? { subjectId } : {}),
  };
}

/**
 * Ends a rule and recalls keys held only because of it.
 * @throws ACCESS_RULE_NOT_FOUND, also if it has ended
 */
export async function endRuleById(deps: AccessDeps, admin: User, id: string): Promise<Recalled> {
  const { recalled } = await changeRule(deps, admin, async (tx) => {
    const rule = await endRule(tx, id, admin.id);
    if (!rule) throw appError('ACCESS_RULE_NOT_FOUND');
    const { target, targetId, subject, subjectId, effect } = rule;
    await recordAudit(tx, {
      action: 'end-access-rule',
      actorId: admin.id,
      ...scopeOf(rule),
      details: { ruleId: id, target, targetId, subject, subjectId, effect },
    });
    return { rule };
  });
  return recalled;
}

/** SQL for a rule `r` with the names of what it refers to. */
const namedRuleColumns = `
  r.id, r.target, r.target_id AS "targetId", r.subject, r.subject_id AS "subjectId", r.effect,
  r.except_group_id AS "exceptGroupId", r.weekdays, r.from_time AS "fromTime",
  r.to_time AS "toTime", r.valid_from AS "validFrom", r.valid_until AS "validUntil",
  ${ruleNames.target} AS "targetName", ${ruleNames.subject} AS "subjectName",
  ${ruleNames.exceptGroup} AS "exceptGroupName", ${ruleNames.createdBy} AS "createdByName", r.note`;

type ListedRuleRow = RowOf<
  Omit<ListedAccessRule, 'neverApplies'>,
  'createdAt' | 'validFrom' | 'validUntil'
> & { isOver: boolean; hasKeys: boolean; hasPeople: boolean };

/**
 * The rules in force, with whether any key and any person match them. People are counted once by
 * role and department, and so are group members: a search per rule would read all people each time.
 */
async function listRuleRows(db: Connection, id?: string): Promise<ListedRuleRow[]> {
  return db.rows<ListedRuleRow>({
    name: 'listed-access-rules',
    text: `
      WITH people AS MATERIALIZED (
        SELECT role, department, count(*) FROM users u WHERE ${takesKeys('u')}
         GROUP BY role, department),
      excepted AS MATERIALIZED (
        SELECT m.group_id, u.role, u.department, count(*)
          FROM group_members m JOIN users u ON u.id = m.user_id
         WHERE ${isMember('m', 'now()')} AND ${takesKeys('u')}
           AND m.group_id IN (SELECT except_group_id FROM access_rules
             WHERE ended_at IS NULL AND ($1::text IS NULL OR id = $1))
         GROUP BY m.group_id, u.role, u.department),
      places AS MATERIALIZED (
        SELECT DISTINCT category, department, block FROM keys WHERE deleted_at IS NULL)
      SELECT ${namedRuleColumns}, r.created_at AS "createdAt",
             r.created_by AS "createdById",
             coalesce(r.valid_until <= now(), false) AS "isOver",
             CASE r.target
               WHEN 'key' THEN EXISTS (
                 SELECT FROM keys k WHERE k.id = r.target_id AND k.deleted_at IS NULL)
               ELSE EXISTS (SELECT FROM places WHERE CASE r.target
                 WHEN 'all' THEN true
                 WHEN 'category' THEN places.category = r.target_id
                 WHEN 'department' THEN places.department = r.target_id
                 WHEN 'block' THEN places.block = r.target_id END) END AS "hasKeys",
             CASE r.subject
               WHEN 'person' THEN EXISTS (
                 SELECT FROM users u WHERE u.id = r.subject_id AND ${takesKeys('u')} AND ${isNotExcepted})
               WHEN 'group' THEN r.subject_id IS DISTINCT FROM r.except_group_id AND EXISTS (
                 SELECT FROM group_members m JOIN users u ON u.id = m.user_id
                  WHERE m.group_id = r.subject_id AND ${isMember('m', 'now()')} AND ${takesKeys('u')}
                    AND ${isNotExcepted})
               ELSE EXISTS (
                 SELECT FROM people LEFT JOIN excepted ON excepted.group_id = r.except_group_id
                    AND excepted.role = people.role
                    AND excepted.department IS NOT DISTINCT FROM people.department
                  WHERE people.count > coalesce(excepted.count, 0) AND CASE r.subject
                    WHEN 'everyone' THEN true
                    WHEN 'role' THEN people.role = r.subject_id
                    WHEN 'department' THEN people.department = r.subject_id END)
             END AS "hasPeople"
        FROM access_rules r
       WHERE r.ended_at IS NULL AND ($1::text IS NULL OR r.id = $1)
       ORDER BY r.created_at DESC, r.id DESC`,
    values: [id ?? null],
  });
}

/** SQL for whether rule `r` does not except person `u`. */
const isNotExcepted = `NOT EXISTS (SELECT FROM group_members m
  WHERE m.group_id = r.except_group_id AND m.user_id = u.id AND ${isMember('m', 'now()')})`;

function countRules(tx: Transaction): Promise<number> {
  return tx.orm.$count(accessRules, isNull(accessRules.endedAt));
}

async function insertRule(
  tx: Transaction,
  rule: NewAccessRule,
  createdBy: string,
): Promise<string> {
  const [row] = await tx.orm
    .insert(accessRules)
    .values({
      ...columnsOf(rule),
      createdBy,
      // Rules are ordered by creation time, so now() of a long transaction would not do.
      createdAt: sql`clock_timestamp()`,
    })
    .returning({ id: accessRules.id });
  if (!row) throw new Error('The new rule was not stored');
  return row.id;
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

/** Absent values become null, and no weekdays mean all of them. */
export function columnsOf(rule: NewAccessRule) {
  const { validFrom, validUntil } = rule;
  return {
    target: rule.target,
    targetId: rule.targetId ?? null,
    subject: rule.subject,
    subjectId: rule.subjectId ?? null,
    effect: rule.effect,
    exceptGroupId: rule.exceptGroupId ?? null,
    weekdays: [...new Set(rule.weekdays ?? everyDay)].sort((a, b) => a - b),
    fromTime: rule.fromTime ?? null,
    toTime: rule.toTime ?? null,
    validFrom: validFrom === undefined ? null : new Date(validFrom),
    validUntil: validUntil === undefined ? null : new Date(validUntil),
    note: rule.note ?? '',
  };
}

/** Undefined if no such rule is in force. */
async function endRule(tx: Transaction, id: string, endedBy: string) {
  const [row] = await tx.orm
    .update(accessRules)
    .set({ endedAt: sql`clock_timestamp()`, endedBy })
    .where(and(eq(accessRules.id, id), isNull(accessRules.endedAt)))
    .returning();
  return row;
}

/**
 * Moves rules, grants and requests to a key's replacement. The caller must hold the lock for
 * changes of access.
 * @returns the ids of the rules and grants
 */
export async function moveAccess(
  tx: Transaction,
  keyId: string,
  newKeyId: string,
): Promise<{ rules: string[]; grants: string[] }> {
  const rows = await tx.rows<{ id: string; isRule: boolean }>(
    `WITH rules AS (
       UPDATE access_rules SET target_id = $2
        WHERE target = 'key' AND target_id = $1 AND ended_at IS NULL RETURNING id),
     requests AS (
       UPDATE access_requests SET key_id = $2 WHERE key_id = $1 AND state = 'open'),
     given AS (
       UPDATE grants SET key_id = $2
        WHERE key_id = $1 AND revoked_at IS NULL
          AND (valid_until IS NULL OR valid_until > clock_timestamp()) RETURNING id)
     SELECT id, true AS "isRule" FROM rules UNION ALL SELECT id, false FROM given`,
    [keyId, newKeyId],
  );
  const idsOf = (wanted: boolean) =>
    rows.flatMap(({ id, isRule }) => (isRule === wanted ? id : []));
  return { rules: idsOf(true), grants: idsOf(false) };
}

/** Ends a person's rules and memberships, and erases the notes of all rules about them. */
export async function eraseAccessOf(
  tx: Transaction,
  personId: string,
  endedBy: string,
): Promise<void> {
  await tx.query(
    `UPDATE access_rules SET note = '', ended_at = coalesce(ended_at, clock_timestamp()),
                             ended_by = CASE WHEN ended_at IS NULL THEN $2 ELSE ended_by END
      WHERE subject = 'person' AND subject_id = $1`,
    [personId, endedBy],
  );
  await tx.query(
    `UPDATE group_members SET ended_at = clock_timestamp(), ended_by = $2
      WHERE user_id = $1 AND ended_at IS NULL`,
    [personId, endedBy],
  );
}
