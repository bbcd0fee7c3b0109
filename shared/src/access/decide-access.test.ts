import { describe, expect, test } from 'vitest';
import type { NamedRule } from './access-rule.ts';
import type { AccessInput } from './decide-access.ts';
import { decideAccess } from './decide-access.ts';
import { accessOracle } from './testing/access-oracle.ts';
import { randomInputs } from './testing/random-inputs.ts';
import { accessRule } from './testing/rule.ts';

describe('the rule agrees with sets', () => {
  const counts = new Map<string, number>();
  const wrong: unknown[] = [];

  test('on every one of 20,000 sets of inputs', () => {
    for (const input of randomInputs(20_000, 3)) {
      const expected = accessOracle(input);
      const { outcome, reasons } = decideAccess(input);
      const code = reasons[0]?.code;
      if (outcome !== expected.outcome || code !== expected.code)
        wrong.push({ inputs: input, expected, outcome, code });
      for (const seen of whatOccurs(input, expected)) counts.set(seen, (counts.get(seen) ?? 0) + 1);
    }
    expect(wrong.slice(0, 2)).toEqual([]);
  });

  test.each([
    ...['allowed', 'needs-approval', 'refused'],
    ...['DENIED_BY_RULE', 'OVERDUE_KEY', 'GRANTED', 'ALLOWED_BY_RULE', 'NORMAL_KEY'],
    ...['APPROVAL_NEEDED', 'OUTSIDE_HOURS', 'HIGH_SECURITY'],
    ...['normal', 'restricted', 'high', 'granted', 'overdue', 'two denies', 'no rule applies'],
    ...['deny beats grant', 'deny beats allow', 'allow beats approve', 'grant beats approve'],
    ...['applying deny', 'applying allow', 'applying approve'],
    ...['applying to all', 'applying to department', 'applying to category', 'applying to block'],
    ...['applying to key', 'applying for everyone', 'applying for role', 'applying for department'],
    ...['applying for group', 'applying for person', 'applying despite its except-group'],
    ...['applying in a window', 'applying across midnight', 'applying between its bounds'],
    ...['beginning at that moment', 'ending at that moment', 'left out by its except-group'],
  ])('and %s occurs at least 100 times', (seen) => {
    expect(counts.get(seen) ?? 0).toBeGreaterThanOrEqual(100);
  });
});

function whatOccurs(input: AccessInput, { outcome, code, applicable }: Answer): Set<string> {
  const { deny, allow, approve } = applicable;
  const seen = new Set<string>([outcome, code, input.key.level]);
  const note = (what: string, occurs: boolean) => occurs && seen.add(what);
  note('granted', input.granted);
  note('overdue', input.overdueKeyNumber !== null);
  note('two denies', deny.size > 1);
  note('no rule applies', deny.size + allow.size + approve.size === 0);
  note('deny beats grant', deny.size > 0 && input.granted);
  note('deny beats allow', deny.size > 0 && allow.size > 0);
  note('allow beats approve', outcome === 'allowed' && allow.size > 0 && approve.size > 0);
  note('grant beats approve', outcome === 'allowed' && input.granted && approve.size > 0);
  for (const rule of input.rules) {
    const { exceptGroupId, fromTime, toTime, validFrom, validUntil } = rule;
    note(
      'left out by its except-group',
      exceptGroupId !== null && input.groupIds.includes(exceptGroupId),
    );
    note('beginning at that moment', validFrom === input.at.toISOString());
    note('ending at that moment', validUntil === input.at.toISOString());
    if (!applicable[rule.effect].has(rule.id)) continue;
    note(`applying ${rule.effect}`, true);
    note(`applying to ${rule.target}`, true);
    note(`applying for ${rule.subject}`, true);
    note('applying despite its except-group', exceptGroupId !== null);
    note('applying in a window', fromTime !== null && toTime !== null && fromTime < toTime);
    note('applying across midnight', fromTime !== null && toTime !== null && fromTime > toTime);
    note('applying between its bounds', validFrom !== null && validUntil !== null);
  }
  return seen;
}

type Answer = ReturnType<typeof accessOracle>;

describe('whatever else holds', () => {
  /** The inputs for which what a further rule changes is not as it should be. */
  function failures(seed: number, holds: (input: AccessInput) => boolean): AccessInput[] {
    return [...randomInputs(2_000, seed)].filter((input) => !holds(input)).slice(0, 2);
  }

  function withRule(input: AccessInput, change: Partial<NamedRule>): AccessInput {
    return { ...input, rules: [...input.rules, accessRule({ id: 'added', ...change })] };
  }

  function outcome(input: AccessInput) {
    return decideAccess(input).outcome;
  }

  function sameVerdict(one: AccessInput, other: AccessInput) {
    return JSON.stringify(decideAccess(one)) === JSON.stringify(decideAccess(other));
  }

  const strictness = { allowed: 0, 'needs-approval': 1, refused: 2 };

  test('a deny that applies refuses', () => {
    const refuses = (input: AccessInput) =>
      outcome(withRule(input, { effect: 'deny' })) === 'refused';
    expect(failures(11, refuses)).toEqual([]);
  });

  test('a further deny, applying or not, never makes it easier', () => {
    expect(
      failures(12, (input) => {
        // A rule of other inputs: its window, people and keys are anybody's.
        const stricter = input.rules.map((rule) => ({ ...rule, effect: 'deny' as const }));
        return stricter.every(
          (deny) =>
            strictness[outcome({ ...input, rules: [...input.rules, deny] })] >=
            strictness[outcome(input)],
        );
      }),
    ).toEqual([]);
  });

  test('a further allow and a grant never make it harder', () => {
    expect(
      failures(
        13,
        (input) =>
          strictness[outcome(withRule(input, { effect: 'allow' }))] <= strictness[outcome(input)] &&
          strictness[outcome({ ...input, granted: true })] <= strictness[outcome(input)],
      ),
    ).toEqual([]);
  });

  test('the order of rules changes nothing, not even the sentence', () => {
    expect(
      failures(14, (input) => {
        const [first, ...others] = input.rules;
        return (
          sameVerdict(input, { ...input, rules: [...input.rules].reverse() }) &&
          (!first || sameVerdict(input, { ...input, rules: [...others, first] }))
        );
      }),
    ).toEqual([]);
  });

  test.each<[string, (input: AccessInput) => Partial<NamedRule>]>([
    ['another key', () => ({ target: 'key', targetId: 'k3' })],
    ['another category', () => ({ target: 'category', targetId: 'hall' })],
    ['the block of another key', () => ({ target: 'block', targetId: 'C' })],
    ['keys of another department', () => ({ target: 'department', targetId: 'ARTS' })],
    ['another person', () => ({ subject: 'person', subjectId: 'chen' })],
    ['another role', () => ({ subject: 'role', subjectId: 'admin' })],
    ['people of another department', () => ({ subject: 'department', subjectId: 'ARTS' })],
    ['a group of others', () => ({ subject: 'group', subjectId: 'night owls' })],
    ['what ends at that moment', ({ at }) => ({ validUntil: at.toISOString() })],
    ['later', ({ at }) => ({ validFrom: new Date(at.getTime() + 1).toISOString() })],
  ])('a rule about %s changes nothing', (_, change) => {
    expect(
      failures(15, (input) =>
        (['deny', 'allow', 'approve'] as const).every((effect) =>
          sameVerdict(input, withRule(input, { ...change(input), effect })),
        ),
      ),
    ).toEqual([]);
  });

  test('rules that do not apply change no outcome', () => {
    expect(
      failures(16, (input) => {
        const { applicable } = accessOracle(input);
        const rules = input.rules.filter(({ effect, id }) => applicable[effect].has(id));
        return outcome({ ...input, rules }) === outcome(input);
      }),
    ).toEqual([]);
  });
});
