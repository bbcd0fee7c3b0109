import { createHash } from 'node:crypto';
import type { NamedRule } from '@keydesk/shared/access/access-rule';
import {
  type AccessInput,
  concernsPerson,
  decideAccess,
  denyingRule,
  isAboutKey,
  isInWindow,
  type LocalMoment,
  localMoment,
} from '@keydesk/shared/access/decide-access';
import { type NotFree, whoMayTake } from '@keydesk/shared/access/who-may-take';
import { appError } from '@keydesk/shared/core/errors';
import type { RuleVerdict } from '@keydesk/shared/core/rule-verdict';
import { getsKeys, isDesk } from '@keydesk/shared/http/roles';
import { keyLevels } from '@keydesk/shared/keys/key-levels';
import type { User } from '@keydesk/shared/people/user';
import type { Connection, Database } from '../../db/client.ts';
import { readActiveKey } from '../keys/index.ts';
import { findPerson } from '../people/index.ts';
import { type PersonAccess, readPersonAccess } from './access-input.ts';
import {
  type AccessPolicy,
  gatherAccess,
  gatherPastAccess,
  mayBeAboutKey,
  namedRuleJson,
  withInstants,
} from './hand-out-access.ts';

type Question = { keyId: string; userId?: string | undefined; at?: string | undefined };

/**
 * Whether a person may take a key at a moment, by the rules, groups and grants in force then. Only
 * the desk may ask about others and see rules and grants for one person.
 */
export async function keyVerdict(
  db: Connection,
  caller: User,
  { keyId, userId = caller.id, at }: Question,
  policy: AccessPolicy,
): Promise<KeyVerdict> {
  if (userId !== caller.id && !isDesk(caller.role)) throw appError('NOT_ALLOWED');
  const key = await readActiveKey(db, keyId);
  const person = await findPerson(db, userId);
  if (!person) throw appError('PERSON_NOT_FOUND');
  const moment = at === undefined ? null : new Date(at);
  const asked = { keyId, personId: userId };
  const gathered = moment
    ? await gatherPastAccess(db, { ...asked, at: moment }, policy)
    : await gatherAccess(db, asked, policy);
  if (!gathered) throw appError('KEY_NOT_FOUND');
  const { input } = gathered;
  const { rules, named } = await readAboutKey(db, keyId, input.at);
  const mayBorrow = getsKeys(person.role) && !(await isSuspended(db, userId));
  const isOwn = key.ownerId === caller.id;
  const reader = isDesk(caller.role) || isOwn ? null : caller.id;
  const verdict = mayBorrow
    ? decideAccess(input, undefined, { readerId: caller.id })
    : cannotBorrow();
  const code = verdict.reasons[0]?.code;
  const { sentences, inReason, isOpen } = whoMayTake({
    key,
    rules: rules.filter(
      (rule) =>
        isAboutKey(rule, input.key) &&
        (!reader || rule.subject !== 'person' || rule.subjectId === reader),
    ),
    named: reader ? [] : named,
    approverName: input.approverName,
    readerId: caller.id,
    isOwn,
    at: input.at,
    timezone: policy.timezone,
    refusal:
      verdict.outcome !== 'allowed' && code !== undefined
        ? { code, ruleId: code === 'DENIED_BY_RULE' ? denyingRule(input)?.id : undefined }
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
  const rows = await db.rows('SELECT FROM users WHERE id = $1 AND suspended_at IS NOT NULL', [
    userId,
  ]);
  return rows.length > 0;
}

function cannotBorrow(): RuleVerdict {
  const { code, message: text } = appError('HOLDER_CANNOT_BORROW');
  return { outcome: 'refused', reasons: [{ code, text }], obligations: [], next: null };
}

/** Rules that may apply to a key, in force then or later, and the grants valid then. */
async function readAboutKey(
  db: Connection,
  keyId: string,
  at: Date,
): Promise<{ rules: NamedRule[]; named: string[] }> {
  const row = await db.first<{ rules: NamedRule[]; named: string[] }>({
    name: 'rules-about-key',
    text: `
      SELECT (SELECT coalesce(json_agg(${namedRuleJson} ORDER BY r.created_at DESC, r.id DESC), '[]')
                FROM access_rules r
               WHERE r.created_at <= $2 AND (r.ended_at IS NULL OR r.ended_at > $2)
                 AND (r.valid_until IS NULL OR r.valid_until > $2)
                 AND ${mayBeAboutKey('r.target_id')}) AS rules,
             ARRAY(SELECT DISTINCT u.name FROM grants g JOIN users u ON u.id = g.user_id
                    WHERE g.key_id = k.id AND (g.revoked_at IS NULL OR g.revoked_at > $2)
                      AND (g.used_up_at IS NULL OR g.used_up_at >= $2)
                    AND g.created_at <= $2 AND g.valid_from <= $2
                      AND (g.valid_until IS NULL OR g.valid_until > $2)
                    ORDER BY u.name) AS named
        FROM keys k WHERE k.id = $1`,
    values: [keyId, at],
  });
  return { rules: (row?.rules ?? []).map(withInstants), named: row?.named ?? [] };
}

/** The keys as rules see them, with a version of the whole. */
type Places = { version: string; keys: readonly AccessInput['key'][] };

type Deps = { db: Database; keyList: { places(): Promise<Places> } };

/** The keys that a person may not simply take now, and a version that changes with them. */
type KeysAccess = { version: string; notFree: () => NotFree };

/** Evaluates the keys only when `notFree` is called. */
export async function readKeysAccess(
  { db, keyList }: Deps,
  person: AccessInput['person'],
  policy: AccessPolicy,
): Promise<KeysAccess> {
  const [places, own] = await Promise.all([
    keyList.places(),
    readPersonAccess(db, person.id, policy),
  ]);
  const now = localMoment(own.at, policy.timezone);
  const rules = own.rules.filter((rule) => concernsPerson(rule, { ...own, person }));
  const base = { ...own, rules, person, timezone: policy.timezone, approverName: null };
  return {
    version: versionOf(places, { ...own, rules }, now),
    notFree: () => notFreeKeys(places.keys, base, now),
  };
}

function versionOf(
  { version }: Places,
  { rules, grantedKeyIds, overdueKeyNumber }: PersonAccess,
  now: LocalMoment,
): string {
  const hash = createHash('sha256').update(version);
  for (const rule of rules) hash.update(rule.id).update(isInWindow(rule, now) ? '+' : '-');
  hash.update(JSON.stringify([grantedKeyIds, overdueKeyNumber !== null]));
  return hash.digest('base64url').slice(0, 16);
}

type Base = Omit<AccessInput, 'key' | 'granted'> & Pick<PersonAccess, 'grantedKeyIds'>;

/**
 * Evaluates only the rules that may apply. Keys that no rule or grant names share the verdict of
 * their department, category, block and level.
 */
function notFreeKeys(
  keys: Places['keys'],
  { grantedKeyIds, ...base }: Base,
  now: LocalMoment,
): NotFree {
  const granted = new Set(grantedKeyIds);
  const named = new Set(
    base.rules.flatMap(({ target, targetId }) => (target === 'key' ? targetId : [])),
  );
  const decide = (key: AccessInput['key']): NotFree[string] | null => {
    const rules = base.rules.filter((rule) => isAboutKey(rule, key));
    if (
      rules.length === 0 &&
      keyLevels[key.level].byDefault === 'allowed' &&
      base.overdueKeyNumber === null
    )
      return null;
    const input = { ...base, key, rules, granted: granted.has(key.id) };
    const { outcome, reasons } = decideAccess(input, now);
    return outcome === 'allowed' ? null : { outcome, code: reasons[0]?.code ?? '' };
  };
  const shared = new Map<string, NotFree[string] | null>();
  const notFree: NotFree = {};
  for (const key of keys) {
    const isNamed = granted.has(key.id) || named.has(key.id);
    const place = `${key.department}\n${key.category}\n${key.block}\n${key.level}`;
    let verdict = isNamed ? decide(key) : shared.get(place);
    if (verdict === undefined) {
      verdict = decide(key);
      shared.set(place, verdict);
    }
    if (verdict) notFree[key.id] = verdict;
  }
  return notFree;
}
