import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import type { NamedRule, RuleTarget } from '@keydesk/shared/access/access-rule';

/** Sorts rules by what they are about, so that one key of many need not be held against all of them. */
export function rulesByTarget(
  rules: readonly NamedRule[],
): (key: AccessFacts['key']) => readonly NamedRule[] {
  const byTarget = new Map<string, NamedRule[]>();
  for (const rule of rules) {
    const place = placeOf(rule.target, rule.targetId);
    const there = byTarget.get(place);
    if (there) there.push(rule);
    else byTarget.set(place, [rule]);
  }
  const byKey = new Map<string, readonly NamedRule[]>();
  return (key) => {
    const known = byKey.get(key.id);
    if (known) return known;
    const own = [
      placeOf('key', key.id),
      placeOf('category', key.category),
      placeOf('department', key.department),
      placeOf('block', key.block),
      placeOf('all', null),
    ].flatMap((place) => byTarget.get(place) ?? []);
    byKey.set(key.id, own);
    return own;
  };
}

function placeOf(target: RuleTarget, id: string | null): string {
  return `${target} ${id ?? ''}`;
}
