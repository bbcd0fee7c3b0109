import type { NamedRule } from '../access-rule.ts';

/** A rule that allows every key to everyone at all times, but for what is given. */
export function accessRule(change: Partial<NamedRule>): NamedRule {
  return {
    id: 'r',
    target: 'all',
    targetId: null,
    targetName: null,
    subject: 'everyone',
    subjectId: null,
    subjectName: null,
    effect: 'allow',
    exceptGroupId: null,
    exceptGroupName: null,
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    fromTime: null,
    toTime: null,
    validFrom: null,
    validUntil: null,
    createdByName: 'R. Iyer',
    note: '',
    ...change,
  };
}
