import { createHash } from 'node:crypto';
import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import type { NamedRule } from '@keydesk/shared/access/access-rule';
import { concernsPerson, decideAccess } from '@keydesk/shared/access/decide-access';
import { isInWindow, type LocalMoment, localMoment } from '@keydesk/shared/access/rule-window';
import type { NotFree } from '@keydesk/shared/access/verdict-routes';
import type { Database } from '../../platform/db/client.ts';
import type { AccessPolicy } from './facts.ts';
import { type PersonAccess, readPersonAccess } from './person-access.ts';
import { type RuleCache, rulesByTarget } from './rule-cache.ts';

/** A key as rules see it, and all of them with a version of their own. */
type Places = { version: string; keys: readonly AccessFacts['key'][] };

type Deps = {
  db: Database;
  keyList: { places(): Promise<Places> };
  accessRules: RuleCache;
};

/** The keys that a person may not simply take now, and a version that differs whenever these do. */
type KeysAccess = { version: string; notFree: () => NotFree };

/** Answers of people to whom the same rules apply are computed once; so many are kept. */
const maxAnswers = 200;

/**
 * Reads which keys a person may not simply take. The rules are kept in the process until the access
 * version changes; what is of the person is read each time.
 */
export function createKeysAccess({ db, keyList, accessRules }: Deps) {
  const answers = new Map<string, NotFree>();

  return async (person: AccessFacts['person'], policy: AccessPolicy): Promise<KeysAccess> => {
    const [places, own] = await Promise.all([
      keyList.places(),
      readPersonAccess(db, person.id, policy),
    ]);
    const known = accessRules.known();
    const rules = own.version === known?.version ? known : await accessRules.refresh(own.version);
    const now = localMoment(own.at, policy.timezone);
    const concerning = rules.all.filter((rule) => concernsPerson(rule, { ...own, person }));
    const version = versionOf(places, concerning, own, now);
    return {
      version,
      notFree() {
        const known = answers.get(version);
        if (known) return known;
        const base = { ...own, person, timezone: policy.timezone, approverName: null };
        const answer = notFreeKeys(places.keys, concerning, base, now);
        if (answers.size >= maxAnswers) answers.clear();
        answers.set(version, answer);
        return answer;
      },
    };
  };
}

function versionOf(
  { version }: Places,
  concerning: readonly NamedRule[],
  { grantedKeyIds, overdueKeyNumber }: PersonAccess,
  now: LocalMoment,
): string {
  const hash = createHash('sha256').update(version);
  for (const rule of concerning) hash.update(rule.id).update(isInWindow(rule, now) ? '+' : '-');
  hash.update(JSON.stringify([grantedKeyIds, overdueKeyNumber !== null]));
  return hash.digest('base64url').slice(0, 16);
}

type Base = Omit<AccessFacts, 'key' | 'rules' | 'granted'> & Pick<PersonAccess, 'grantedKeyIds'>;

/**
 * Decides each key by the rules that are about it. Keys for which nothing names them share the
 * verdict of their department, category, block and level.
 */
function notFreeKeys(
  keys: Places['keys'],
  concerning: readonly NamedRule[],
  { grantedKeyIds, ...base }: Base,
  now: LocalMoment,
): NotFree {
  const granted = new Set(grantedKeyIds);
  const about = rulesByTarget(concerning);
  const named = new Set(
    concerning.flatMap(({ target, targetId }) => (target === 'key' ? targetId : [])),
  );
  const decide = (key: AccessFacts['key']): NotFree[string] | null => {
    const rules = about(key);
    if (rules.length === 0 && key.level === 'normal' && base.overdueKeyNumber === null) return null;
    const facts = { ...base, key, rules, granted: granted.has(key.id) };
    const { outcome, reasons } = decideAccess(facts, now);
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
