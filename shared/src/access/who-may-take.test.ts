import { describe, expect, test } from 'vitest';
import type { KeyLevel } from '../keys/key-levels.ts';
import type { NamedRule } from './access-rule.ts';
import { accessRule } from './testing/rule.ts';
import { whoMayTake } from './who-may-take.ts';

const oneKey = { target: 'key', targetId: 'k1', targetName: 'MK-1' } as const;
const trained = { exceptGroupId: 'g2', exceptGroupName: 'Laser trained' };
const welders = { exceptGroupId: 'g3', exceptGroupName: 'Welders' };
const students = { subject: 'group', subjectId: 'g1', subjectName: 'Students' } as const;
const deny = { effect: 'deny' } as const;
const approve = { effect: 'approve' } as const;

function sentences(rules: Partial<NamedRule>[], level: KeyLevel = 'normal', named: string[] = []) {
  return whoMayTake({
    readerId: null,
    key: { keyNumber: 'MK-1', level },
    rules: rules.map((rule, at) => accessRule({ id: `r${at}`, ...oneKey, ...rule })),
    named,
    approverName: null,
    isOwn: false,
    at: new Date('2026-06-01T06:00:00Z'),
    timezone: 'Asia/Kolkata',
    refusal: null,
  }).sentences;
}

describe('of a key that is closed to all but a group', () => {
  const only = 'No one except Laser trained can take key MK-1.';

  test('nothing is said about everybody else', () => {
    expect(sentences([{ ...deny, ...trained }])).toEqual([only]);
  });

  test('the level decides about the group alone', () => {
    expect(sentences([{ ...deny, ...trained }], 'restricted')).toEqual([
      only,
      'An admin decides about Laser trained.',
    ]);
    const both = [
      { ...deny, ...trained },
      { ...deny, ...welders },
    ];
    expect(sentences(both, 'restricted').at(-1)).toBe(
      'An admin decides about Laser trained who are also in Welders.',
    );
  });

  test('everybody may take it at other times, if it is only at times', () => {
    expect(sentences([{ ...deny, ...trained, fromTime: '18:00' }])).toEqual([
      'No one except Laser trained can take key MK-1 after 18:00.',
      'Otherwise everyone can take this key.',
    ]);
    expect(sentences([{ ...deny, validFrom: '2026-07-01T00:00:00Z' }]).at(-1)).toBe(
      'Otherwise everyone can take this key.',
    );
  });
});

test('a key that nobody may take is not also taken by those whom other rules name', () => {
  expect(sentences([deny, students], 'normal', ['Asha Rao'])).toEqual([
    'No one can take key MK-1.',
  ]);
});

test('where everybody needs approval, nobody else may take it without', () => {
  expect(sentences([approve])).toEqual(['Everyone can take key MK-1 only with approval.']);
  expect(sentences([{ ...approve, ...trained }])).toEqual([
    'Everyone except Laser trained can take key MK-1 only with approval.',
    'Laser trained can take this key.',
  ]);
});

test('rules for some people leave everybody else', () => {
  expect(sentences([{ ...students, ...deny }])).toEqual([
    'Students cannot take key MK-1.',
    'Everyone else can take this key.',
  ]);
  expect(sentences([students], 'restricted').at(-1)).toBe('An admin decides about everyone else.');
  expect(sentences([students], 'high').at(-1)).toContain('access by name only');
});

test('without rules the level decides about everybody', () => {
  expect(sentences([])).toEqual(['Everyone can take this key.']);
  expect(sentences([], 'restricted')).toEqual(['An admin decides about everyone.']);
});
