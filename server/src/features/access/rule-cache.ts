import type { AccessFacts } from '@keydesk/shared/access/access-facts';
import type { NamedRule, RuleTarget } from '@keydesk/shared/access/access-rule';
import type { Database } from '../../platform/db/client.ts';
import { readAllRules } from './person-access.ts';

/** Every rule in force at an access version, the newest first, and those about a key. */
type RulesInForce = {
  version: number;
  all: readonly NamedRule[];
  about: (key: AccessFacts['key']) => readonly NamedRule[];
};

/**
 * The rules as this process last read them. What decides by them checks their version in the
 * database first: a hand-out in its own statement, under the lock (`rules-hold-at-once`).
 */
export type RuleCache = {
  /** Null also if they were read so long ago that what they name may have other names by now. */
  known(): RulesInForce | null;
  /** Reads them again, unless a running read finds this version or a later one. */
  refresh(atLeast?: number): Promise<RulesInForce>;
  /** After a fail-over a version may stand for other rules than before. */
  forget(): void;
};

const longestMs = 60_000;

export function createRuleCache(db: Database): RuleCache {
  let known: RulesInForce | null = null;
  let readAt = 0;
  let reading: Promise<RulesInForce> | null = null;
  const read = async (): Promise<RulesInForce> => {
    const began = performance.now();
    const { version, all } = await readAllRules(db);
    known = { version, all, about: rulesByTarget(all) };
    readAt = began;
    return known;
  };
  const readOnce = (): Promise<RulesInForce> => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    known: () => (performance.now() - readAt < longestMs ? known : null),
    async refresh(atLeast = 0) {
      const found = await readOnce();
      // A running read may have begun before the change.
      return found.version < atLeast ? readOnce() : found;
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}

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
