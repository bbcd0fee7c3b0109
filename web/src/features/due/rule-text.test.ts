import { expect, test } from 'vitest';
import { isReplaced, ruleText } from './rule-text.ts';

type Rule = Parameters<typeof ruleText>[0];

const campus: Rule = {
  scope: 'campus',
  scopeName: null,
  kind: 'closing',
  amount: null,
  ceiling: false,
  extensions: 0,
  extendMinutes: 0,
  graceMinutes: 0,
};

test.each<[Rule, string]>([
  [campus, 'All keys are due at the next closing time.'],
  [
    { ...campus, scope: 'category', scopeName: 'Lab', kind: 'after', amount: 90, graceMinutes: 10 },
    'Keys of the category Lab are due 90 min after the hand-out; overdue 10 min later.',
  ],
  [
    { ...campus, scope: 'department', scopeName: 'CSE', kind: 'days', amount: 3 },
    'Keys of the department CSE are due at the 3rd closing time after the hand-out.',
  ],
  [{ ...campus, scope: 'key', scopeName: 'A-101', kind: 'open' }, 'Key A-101 has no due time.'],
  [
    { ...campus, scope: 'person', scopeName: 'Asha', kind: 'after', amount: 120, ceiling: true },
    'Keys that Asha takes must be back at the latest 2 h after the hand-out.',
  ],
  [
    { ...campus, extensions: 2, extendMinutes: 60 },
    'All keys are due at the next closing time; holders can extend twice by 1 h.',
  ],
])('%j reads as a sentence', (rule, text) => {
  expect(ruleText(rule)).toBe(text);
});

test('of two rules for the same thing the newer holds; limits all hold', () => {
  const rule = (id: string, scopeId: string | null, ceiling = false) => ({
    id,
    scopeId,
    ceiling,
    scope: scopeId ? ('category' as const) : ('campus' as const),
  });
  const rules = [
    rule('new', 'lab'),
    rule('limit', 'lab', true),
    rule('old', 'lab'),
    rule('all', null),
  ];
  expect(rules.filter((each) => isReplaced(each, rules)).map(({ id }) => id)).toEqual(['old']);
});
