import type { ListedAccessRule, NewAccessRule } from '@keydesk/shared/access/rule-routes';
import { appError } from '@keydesk/shared/errors';
import { roles } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import { type Connection, type Database, transact } from '../../platform/db/client.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import { recordAudit } from '../audit/index.ts';
import { readCampus, requireKnownEntries } from '../campus/index.ts';
import type { CurrentDue } from '../due/index.ts';
import { findKeys } from '../keys/index.ts';
import { findPersonDetails } from '../users/index.ts';
import { findGroupName } from './group-queries.ts';
import { announceRecalled, type Recalled, recallByRule } from './recall.ts';
import {
  columnsOf,
  countRules,
  endRule,
  insertRule,
  type ListedRuleRow,
  listRuleRows,
  toNamedRule,
} from './rule-queries.ts';

/** What a change of access needs. */
export type AccessDeps = { db: Database; publisher: Publisher; due: CurrentDue };

/** Each process keeps all of them. */
const maxRules = 2_000;

/** The rules in force, the newest first. */
export async function listRules(db: Connection): Promise<ListedAccessRule[]> {
  return (await listRuleRows(db)).map(present);
}

function present({
  isOver,
  hasKeys,
  hasPeople,
  createdAt,
  ...rule
}: ListedRuleRow): ListedAccessRule {
  return {
    ...toNamedRule(rule),
    weekdays: [...rule.weekdays],
    createdAt: createdAt.toISOString(),
    neverApplies: reasonNeverApplies({ isOver, hasKeys, hasPeople, subject: rule.subject }),
  };
}

function reasonNeverApplies({
  isOver,
  hasKeys,
  hasPeople,
  subject,
}: Pick<ListedRuleRow, 'isOver' | 'hasKeys' | 'hasPeople' | 'subject'>): string | null {
  if (isOver) return 'Its time is over.';
  if (!hasKeys) return 'There is no such key any more.';
  if (hasPeople) return null;
  return {
    everyone: 'Everybody who takes keys is left out of it.',
    role: 'Nobody with this role takes keys.',
    department: 'Nobody of this department takes keys.',
    group: 'This group has no members who take keys.',
    person: 'This person takes no keys.',
  }[subject];
}

/**
 * Adds a rule, which holds at once, and recalls what is out against it.
 * @throws UNKNOWN_ENTRY, KEY_NOT_FOUND, PERSON_NOT_FOUND, GROUP_NOT_FOUND; TOO_MANY_ACCESS_RULES
 */
export async function addRule(
  { db, publisher, due }: AccessDeps,
  admin: User,
  rule: NewAccessRule,
): Promise<{ rule: ListedAccessRule; recalled: number }> {
  const options = { byId: admin.id, timezone: due.calendar().timezone };
  const { result, recalled } = await transact(db, (tx) =>
    recallByRule(tx, options, async () => {
      await requireKnownRule(tx, rule);
      if ((await countRules(tx)) >= maxRules) throw appError('TOO_MANY_ACCESS_RULES', maxRules);
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
    }),
  );
  announceAccess(publisher, recalled);
  return { rule: present(result.rule), recalled: recalled.keys.length };
}

/** To be called after a committed change of access: tells every page (`live-access`). */
export function announceAccess(publisher: Publisher, recalled?: Recalled): void {
  publisher.campusChanged();
  if (recalled) announceRecalled(publisher, recalled);
}

/** What is noted about a person can be erased, the rest of the event cannot. */
function recordedRule(ruleId: string, given: NewAccessRule) {
  const { note, ...rule } = columnsOf(given);
  return rule.subject === 'person'
    ? { details: { ruleId, ...rule }, personal: { note } }
    : { details: { ruleId, ...rule, note } };
}

/**
 * Checks that what a rule names is there.
 * @throws UNKNOWN_ENTRY, KEY_NOT_FOUND, PERSON_NOT_FOUND, GROUP_NOT_FOUND
 */
export async function requireKnownRule(db: Connection, rule: NewAccessRule): Promise<void> {
  const { target, targetId, subject, subjectId, exceptGroupId } = rule;
  const campus = await readCampus(db);
  if (targetId && target !== 'all' && target !== 'key')
    requireKnownEntries(campus, { [target]: targetId });
  if (targetId && target === 'key') {
    const [key] = await findKeys(db, [targetId]);
    if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
  }
  if (subjectId && subject === 'department') requireKnownEntries(campus, { department: subjectId });
  if (subjectId && subject === 'role' && !roles.some((role) => role === subjectId))
    throw appError('UNKNOWN_ENTRY', 'role', subjectId);
  if (subjectId && subject === 'person' && !(await findPersonDetails(db, subjectId)))
    throw appError('PERSON_NOT_FOUND');
  for (const groupId of [subject === 'group' ? subjectId : undefined, exceptGroupId])
    if (groupId && (await findGroupName(db, groupId)) === undefined)
      throw appError('GROUP_NOT_FOUND');
}

type Concerned = Pick<ListedRuleRow, 'target' | 'subject'> & {
  targetId?: string | null | undefined;
  subjectId?: string | null | undefined;
};

/** The key or person that an audit event about a rule concerns. */
function scopeOf({ target, targetId, subject, subjectId }: Concerned) {
  return {
    ...(target === 'key' && targetId ? { keyId: targetId } : {}),
    ...(subject === 'person' && subjectId ? { subjectId } : {}),
  };
}

/**
 * Ends a rule, and recalls what is out only because of it.
 * @throws ACCESS_RULE_NOT_FOUND, also if it has ended already
 */
export async function endRuleById(
  { db, publisher, due }: AccessDeps,
  admin: User,
  id: string,
): Promise<Recalled> {
  const options = { byId: admin.id, timezone: due.calendar().timezone };
  const { recalled } = await transact(db, (tx) =>
    recallByRule(tx, options, async () => {
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
    }),
  );
  announceAccess(publisher, recalled);
  return recalled;
}
