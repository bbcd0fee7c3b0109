import { expect, test } from 'vitest';
import { emptyRule, errorsOf, type RuleDraft, toNewRule } from './rule-dialog.tsx';

function draft(change: Partial<RuleDraft>): RuleDraft {
  return { ...emptyRule, ...change };
}

const lab = { id: 'lab', label: 'Lab' };

test('the form begins with what holds without any rule', () => {
  expect(errorsOf(emptyRule)).toEqual({});
  expect(toNewRule(emptyRule)).toEqual({
    scope: 'campus',
    scopeId: undefined,
    kind: 'closing',
    amount: undefined,
    ceiling: false,
    graceMinutes: 0,
    extensions: 0,
    extendMinutes: 0,
    note: '',
  });
});

test('what a kind does not use is not sent', () => {
  const full = { subject: lab, amount: '90', graceMinutes: '10', extendMinutes: '30' };
  expect(toNewRule(draft({ ...full, scope: 'category', kind: 'after' }))).toMatchObject({
    scopeId: 'lab',
    amount: 90,
    graceMinutes: 10,
    extensions: 0,
    extendMinutes: 0,
  });
  expect(toNewRule(draft({ ...full, kind: 'open' }))).toMatchObject({
    scopeId: undefined,
    amount: undefined,
    graceMinutes: 0,
  });
});

test.each([
  [{ scope: 'key' }, 'subject'],
  [{ kind: 'after' }, 'amount'],
  [{ kind: 'days', amount: '367' }, 'amount'],
  [{ kind: 'after', amount: '1.5' }, 'amount'],
  [{ graceMinutes: '-1' }, 'graceMinutes'],
  [{ extensions: '2' }, 'extendMinutes'],
  [{ kind: 'open', ceiling: true }, 'kind'],
] as const)('%j is not complete', (change, field) => {
  expect(Object.keys(errorsOf(draft(change)))).toEqual([field]);
});
