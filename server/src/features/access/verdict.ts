import type { NamedRule } from '@keydesk/shared/access/access-rule';
import { decideAccess, denyingRule } from '@keydesk/shared/access/decide-access';
import { whoMayTake } from '@keydesk/shared/access/who-may-take';
import { appError } from '@keydesk/shared/errors';
import type { RuleVerdict } from '@keydesk/shared/handovers/rule-verdict';
import { isDesk, may } from '@keydesk/shared/users/role';
import type { User } from '@keydesk/shared/users/user';
import type { Connection } from '../../platform/db/client.ts';
import { findKeys } from '../keys/index.ts';
import { findPerson } from '../users/index.ts';
import { type AccessPolicy, gatherAccess, gatherPastAccess } from './facts.ts';
import { isAboutKeySql, namedRuleJson, withInstants } from './facts-sql.ts';

type Question = { keyId: string; userId?: string | undefined; at?: string | undefined };

/**
 * Whether somebody may take a key at a moment, by the rules, groups and grants in force then, and
 * who may in general. Only the desk asks about others, and reads of rules and grants for one person.
 * @throws NOT_ALLOWED, KEY_NOT_FOUND, PERSON_NOT_FOUND
 */
export async function keyVerdict(
  db: Connection,
  caller: User,
  { keyId, userId = caller.id, at }: Question,
  policy: AccessPolicy,
): Promise<KeyVerdict> {
  if (userId !== caller.id && !isDesk(caller.role)) throw appError('NOT_ALLOWED');
  const [key] = await findKeys(db, [keyId]);
  if (!key || key.deletedAt) throw appError('KEY_NOT_FOUND');
  const person = await findPerson(db, userId);
  if (!person) throw appError('PERSON_NOT_FOUND');
  const moment = at === undefined ? null : new Date(at);
  const asked = { keyId, personId: userId };
  const gathered = moment
    ? await gatherPastAccess(db, { ...asked, at: moment }, policy)
    : await gatherAccess(db, asked, policy);
  if (!gathered) throw appError('KEY_NOT_FOUND');
  const { facts } = gathered;
  const { rules, named } = await readAboutKey(db, keyId, facts.at);
  const mayBorrow = may(person.role, 'borrowKeys') && !(await isSuspended(db, userId));
  const isOwn = key.ownerId === caller.id;
  const reader = isDesk(caller.role) || isOwn ? null : caller.id;
  const verdict = mayBorrow
    ? decideAccess(facts, undefined, { readerId: caller.id })
    : cannotBorrow();
  const code = verdict.reasons[0]?.code;
  const { sentences, inReason, isOpen } = whoMayTake({
    key,
    rules: rules.filter(
      ({ subject, subjectId }) => !reader || subject !== 'person' || subjectId === reader,
    ),
    named: reader ? [] : named,
    approverName: facts.approverName,
    readerId: caller.id,
    isOwn,
    at: facts.at,
    timezone: policy.timezone,
    refusal:
      verdict.outcome !== 'allowed' && code !== undefined
        ? { code, ruleId: code === 'DENIED_BY_RULE' ? denyingRule(facts)?.id : undefined }
        : null,
  });
  return { verdict, whoMayTake: sentences, inReason, isOpen };
}

type KeyVerdict = {
  verdict: RuleVerdict;
  whoMayTake: string[];
  inReason: number | null;
  isOpen: boolean;
};

async function isSuspended(db: Connection, userId: string): Promise<boolean> {
  const { rows } = await db.query('SELECT FROM users WHERE id = $1 AND suspended_at IS NOT NULL', [
    userId,
  ]);
  return rows.length > 0;
}

function cannotBorrow(): RuleVerdict {
  const { code, message: text } = appError('HOLDER_CANNOT_BORROW');
  return { outcome: 'refused', reasons: [{ code, text }], obligations: [], next: null };
}

/** The rules about a key that held or were still to hold then, and who had a grant for it. */
async function readAboutKey(
  db: Connection,
  keyId: string,
  at: Date,
): Promise<{ rules: NamedRule[]; named: string[] }> {
  const { rows } = await db.query<{ rules: NamedRule[]; named: string[] }>({
    name: 'rules-about-key',
    text: `
      SELECT (SELECT coalesce(json_agg(${namedRuleJson} ORDER BY r.created_at DESC, r.id DESC), '[]')
                FROM access_rules r
               WHERE r.created_at <= $2 AND (r.ended_at IS NULL OR r.ended_at > $2)
                 AND (r.valid_until IS NULL OR r.valid_until > $2) AND ${isAboutKeySql}) AS rules,
             ARRAY(SELECT DISTINCT u.name FROM grants g JOIN users u ON u.id = g.user_id
                    WHERE g.key_id = k.id AND (g.revoked_at IS NULL OR g.revoked_at > $2)
                      AND (g.used_up_at IS NULL OR g.used_up_at >= $2)
                    AND g.created_at <= $2 AND g.valid_from <= $2
                      AND (g.valid_until IS NULL OR g.valid_until > $2)
                    ORDER BY u.name) AS named
        FROM keys k WHERE k.id = $1`,
    values: [keyId, at],
  });
  const [row] = rows;
  return { rules: (row?.rules ?? []).map(withInstants), named: row?.named ?? [] };
}
