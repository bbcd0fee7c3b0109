import type { ListedDueRule, NewDueRule } from '@keydesk/shared/due/rule-routes';
import { appError } from '@keydesk/shared/errors';
import type { User } from '@keydesk/shared/users/user';
import { type Connection, type Transaction, transact } from '../../platform/db/client.ts';
import { recordAudit } from '../audit/index.ts';
import { readCampus, requireKnownEntries } from '../campus/index.ts';
import { findKeys } from '../keys/index.ts';
import { findPersonDetails } from '../users/index.ts';
import { announceDue, type DueDeps } from './announce.ts';
import { lockDue } from './queries.ts';
import { countRules, endRule, insertRule, type RuleRow, readRules } from './rule-queries.ts';

/** Each hand-out looks at all of them. */
const maxRules = 1_000;

/** The rules in force, the newest first. */
export async function listRules(db: Connection): Promise<ListedDueRule[]> {
  return (await readRules(db)).map(present);
}

function present({ createdAt, ...rule }: RuleRow): ListedDueRule {
  return { ...rule, createdAt: createdAt.toISOString() };
}

/**
 * Adds a rule, which holds for what is handed out from now on.
 * @throws UNKNOWN_ENTRY, KEY_NOT_FOUND, PERSON_NOT_FOUND; TOO_MANY_DUE_RULES
 */
export async function addRule(
  deps: DueDeps,
  admin: User,
  rule: NewDueRule,
): Promise<ListedDueRule> {
  const added = await transact(deps.db, async (tx) => {
    await lockDue(tx);
    await requireScope(tx, rule);
    if ((await countRules(tx)) >= maxRules) throw appError('TOO_MANY_DUE_RULES', maxRules);
    const id = await insertRule(tx, rule, admin.id);
    await recordAudit(tx, {
      action: 'add-due-rule',
      actorId: admin.id,
      ...subjectOf(rule),
      ...recordedRule(id, rule),
    });
    return (await readRules(tx)).find((each) => each.id === id);
  });
  await announceDue(deps);
  if (!added) throw new Error('The new rule was not stored');
  return present(added);
}

/** What is noted about a person can be erased, the rest of the event cannot. */
function recordedRule(ruleId: string, { note, ...rule }: NewDueRule) {
  return rule.scope === 'person'
    ? { details: { ruleId, ...rule }, personal: { note } }
    : { details: { ruleId, ...rule, note } };
}

type Scope = { scope: NewDueRule['scope']; scopeId?: string | null | undefined };

async function requireScope(tx: Transaction, { scope, scopeId }: Scope): Promise<void> {
  if (!scopeId) return;
  if (scope === 'category' || scope === 'department')
    requireKnownEntries(await readCampus(tx), { [scope]: scopeId });
  if (scope === 'key') {
    const [key] = await findKeys(tx, [scopeId]);
    if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
  }
  if (scope === 'person' && !(await findPersonDetails(tx, scopeId)))
    throw appError('PERSON_NOT_FOUND');
}

/** The key or person that an audit event about a rule concerns. */
function subjectOf({ scope, scopeId }: Scope): { keyId?: string; subjectId?: string } {
  if (!scopeId) return {};
  if (scope === 'key') return { keyId: scopeId };
  return scope === 'person' ? { subjectId: scopeId } : {};
}

/** @throws DUE_RULE_NOT_FOUND, also if it has ended already */
export async function endRuleById(deps: DueDeps, admin: User, id: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    await lockDue(tx);
    const rule = await endRule(tx, id, admin.id);
    if (!rule) throw appError('DUE_RULE_NOT_FOUND');
    await recordAudit(tx, {
      action: 'end-due-rule',
      actorId: admin.id,
      ...subjectOf(rule),
      details: { ruleId: id, scope: rule.scope, scopeId: rule.scopeId },
    });
  });
  await announceDue(deps);
}
