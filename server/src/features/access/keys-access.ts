import { createHash } from 'node:crypto';
import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import { concernsPerson, decideAccess, isAboutKey } from '@keydesk/shared/access/decide-access';
import { isInWindow, type LocalMoment, localMoment } from '@keydesk/shared/access/rule-window';
import type { NotFree } from '@keydesk/shared/access/verdict-routes';
import type { Database } from '../../platform/db/client.ts';
import type { AccessPolicy } from './facts.ts';
import { type PersonAccess, readPersonAccess } from './person-access.ts';

/** A key as rules see it, and all of them with a version of their own. */
type Places = { version: string; keys: readonly AccessFacts['key'][] };

type Deps = { db: Database; keyList: { places(): Promise<Places> } };

/** The keys that a person may not simply take now, and a version that differs whenever these do. */
type KeysAccess = { version: string; notFree: () => NotFree };

/** Reads which keys a person may not simply take; they are decided once `notFree` is asked. */
export async function readKeysAccess(
  { db, keyList }: Deps,
  person: AccessFacts['person'],
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

type Base = Omit<AccessFacts, 'key' | 'granted'> & Pick<PersonAccess, 'grantedKeyIds'>;

/**
 * Decides each key by the rules that are about it. Keys for which nothing names them share the
 * verdict of their department, category, block and level.
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
  const decide = (key: AccessFacts['key']): NotFree[string] | null => {
    const rules = base.rules.filter((rule) => isAboutKey(rule, key));
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
