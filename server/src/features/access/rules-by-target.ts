import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import type { NamedRule, RuleTarget } from '@keydesk/shared/access/access-rule';

/** Finds the rules about a key, in their order, without looking at all of them for each key. */
export function rulesByTarget(
  rules: readonly NamedRule[],
): (key: AccessFacts['key']) => readonly NamedRule[] {
  const byTarget = new Map<string, { rule: NamedRule; place: number }[]>();
  for (const [place, rule] of rules.entries()) {
    const target = targetOf(rule.target, rule.targetId);
    const there = byTarget.get(target);
    if (there) there.push({ rule, place });
    else byTarget.set(target, [{ rule, place }]);
  }
  const found = new Map<string, readonly NamedRule[]>();
  return ({ id, department, category, block }) => {
    const targets = [
      targetOf('all', null),
      targetOf('department', department),
      targetOf('category', category),
      targetOf('block', block),
      targetOf('key', id),
    ].filter((target) => byTarget.has(target));
    // Most keys are alike to the rules.
    const alike = targets.join('\n');
    const known = found.get(alike);
    if (known) return known;
    const about = targets
      .flatMap((target) => byTarget.get(target) ?? [])
      .sort((a, b) => a.place - b.place)
      .map(({ rule }) => rule);
    found.set(alike, about);
    return about;
  };
}

function targetOf(target: RuleTarget, id: string | null): string {
  return `${target} ${id ?? ''}`;
}
