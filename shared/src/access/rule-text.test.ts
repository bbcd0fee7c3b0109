import { describe, expect, test } from 'vitest';
import type { NamedRule } from './access-rule.ts';
import { accessRuleText, denialText, windowText } from './rule-text.ts';
import { accessRule } from './testing/rule.ts';

const timezone = 'Asia/Kolkata';

function sentence(change: Partial<NamedRule>) {
  return accessRuleText(accessRule(change), timezone);
}

function denial(change: Partial<NamedRule>, readerId: string | null = null) {
  return denialText(accessRule({ effect: 'deny', ...change }), readerId);
}

const students = { subject: 'group', subjectId: 'g1', subjectName: 'Students' } as const;
const workshops = { target: 'category', targetId: 'workshop', targetName: 'Workshop' } as const;
const oneKey = { target: 'key', targetId: 'k1', targetName: 'MK-1' } as const;
const trained = { exceptGroupId: 'g2', exceptGroupName: 'Laser trained' };
const evenings = { fromTime: '18:00' };

describe('a rule as a sentence', () => {
  test('says what it does', () => {
    const rule = { ...students, ...workshops, ...evenings };
    expect(sentence({ ...rule, effect: 'allow' })).toBe(
      'Students can take workshop keys after 18:00.',
    );
    expect(sentence({ ...rule, effect: 'approve' })).toBe(
      'Students can take workshop keys after 18:00 only with approval.',
    );
    expect(sentence({ ...rule, effect: 'deny' })).toBe(
      'Students cannot take workshop keys after 18:00.',
    );
  });

  test.each<[Partial<NamedRule>, string, string]>([
    [{}, 'Everyone can take key MK-1 only with approval.', 'No one can take key MK-1.'],
    [
      trained,
      'Everyone except Laser trained can take key MK-1 only with approval.',
      'No one except Laser trained can take key MK-1.',
    ],
    [
      { subject: 'role', subjectId: 'security', subjectName: 'Security' },
      'Security staff can take key MK-1 only with approval.',
      'Security staff cannot take key MK-1.',
    ],
    [
      { subject: 'role', subjectId: 'admin', subjectName: 'Admin', ...trained },
      'Admins except Laser trained can take key MK-1 only with approval.',
      'Admins except Laser trained cannot take key MK-1.',
    ],
    [
      { subject: 'department', subjectId: 'CIVIL', subjectName: 'Civil Engineering' },
      'People of Civil Engineering can take key MK-1 only with approval.',
      'People of Civil Engineering cannot take key MK-1.',
    ],
    [
      { ...students, ...trained },
      'Students except Laser trained can take key MK-1 only with approval.',
      'Students except Laser trained cannot take key MK-1.',
    ],
    [
      { subject: 'person', subjectId: 'asha', subjectName: 'Asha Rao' },
      'Asha Rao can take key MK-1 only with approval.',
      'Asha Rao cannot take key MK-1.',
    ],
    [
      { subject: 'person', subjectId: 'asha', subjectName: 'Asha Rao', ...trained },
      'Asha Rao, unless in Laser trained, can take key MK-1 only with approval.',
      'Asha Rao, unless in Laser trained, cannot take key MK-1.',
    ],
  ])('says for whom: %o', (subject, approve, deny) => {
    expect(sentence({ ...oneKey, ...subject, effect: 'approve' })).toBe(approve);
    expect(sentence({ ...oneKey, ...subject, effect: 'deny' })).toBe(deny);
  });

  test.each<[NamedRule['target'], string | null, string, targetId?: string]>([
    ['all', null, 'any key'],
    ['department', 'Civil Engineering', 'keys of the department Civil Engineering'],
    ['category', 'Wood Workshop', 'wood workshop keys'],
    ['category', 'AV room', 'AV room keys'],
    ['category', 'IoT', 'IoT keys'],
    ['category', 'Other', 'keys of the category Other', 'other'],
    ['block', 'A', 'keys of block A'],
    ['block', 'PG', 'keys of block PG'],
    ['block', 'Library', 'keys of the Library block'],
    ['block', 'Block 7', 'keys of Block 7'],
    ['key', 'MK-1', 'key MK-1'],
  ])('says about which keys: %s %s', (target, targetName, keys, targetId = 'x') => {
    const rule = { ...students, target, targetId, targetName };
    expect(sentence(rule)).toBe(`Students can take ${keys}.`);
    const denied = { ...rule, effect: 'deny' } as const;
    expect(sentence(denied)).toBe(`Students cannot take ${keys}.`);
  });

  test('of approval is about keys, not about any one of them', () => {
    expect(sentence({ effect: 'approve' })).toBe('Everyone can take keys only with approval.');
  });

  test('says from when and until when, on the campus', () => {
    // In UTC both are a day earlier.
    const [first, last] = ['2026-11-23T18:30:00.000Z', '2026-12-18T18:30:00.000Z'];
    const rule = { ...students, ...workshops, weekdays: [6], effect: 'approve' } as const;
    const begin = 'Students can take workshop keys on Saturdays only with approval';
    expect(sentence({ ...rule, validFrom: first })).toBe(`${begin}, from 24 Nov 2026.`);
    expect(sentence({ ...rule, validUntil: last })).toBe(`${begin}, until the end of 18 Dec 2026.`);
    expect(sentence({ ...rule, validFrom: first, validUntil: '2026-12-18T08:35:00.000Z' })).toBe(
      `${begin}, from 24 Nov 2026 until 18 Dec 2026, 14:05.`,
    );
    expect(sentence({ ...rule, validUntil: '2026-12-18T18:45:00.000Z' })).toBe(
      `${begin}, until 19 Dec 2026, 00:15.`,
    );
  });
});

describe('a refusal', () => {
  test.each<[Partial<NamedRule>, string]>([
    [{ ...students, ...workshops, ...evenings }, 'Students: no workshop keys after 18:00'],
    [{ ...students, ...trained, ...workshops }, 'Students except Laser trained: no workshop keys'],
    [{}, 'Everyone: no keys'],
    [{ ...trained, weekdays: [7] }, 'Everyone except Laser trained: no keys on Sundays'],
    [oneKey, 'No one can take key MK-1'],
    [{ ...students, ...oneKey, ...evenings }, 'Students cannot take key MK-1 after 18:00'],
    [
      { subject: 'role', subjectId: 'faculty', target: 'block', targetName: 'B' },
      'Faculty: no keys of block B',
    ],
    [
      { subject: 'person', subjectName: 'Asha Rao', target: 'department', targetName: 'Physics' },
      'Asha Rao: no keys of the department Physics',
    ],
  ])('of %o names the rule and who made it', (rule, text) => {
    expect(denial(rule)).toBe(`${text} (rule by R. Iyer).`);
    expect(denial({ ...rule, createdByName: null, note: null })).toBe(`${text}.`);
  });

  test('says what its author noted, and speaks to the person whom it is about', () => {
    const asha = { subject: 'person', subjectId: 'asha', subjectName: 'Asha Rao' } as const;
    const rule = { ...oneKey, ...asha, note: 'Nobody works there alone.' };
    const why = '(rule by R. Iyer: Nobody works there alone).';
    expect(denial(rule, 'guard')).toBe(`Asha Rao cannot take key MK-1 ${why}`);
    expect(denial(rule, 'asha')).toBe(`You cannot take key MK-1 ${why}`);
    expect(denial({ ...rule, ...workshops }, 'asha')).toBe(`You cannot take workshop keys ${why}`);
    expect(denial({ ...students, ...workshops, note: 'Stocktaking' }, 'asha')).toBe(
      'Students: no workshop keys (rule by R. Iyer: Stocktaking).',
    );
    const sentences = accessRuleText(accessRule({ ...rule, effect: 'deny' }), timezone, 'asha');
    expect(sentences).toBe('You cannot take key MK-1.');
  });
});

describe('a window in words', () => {
  const [day, week] = [
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 6, 7],
  ];

  test.each<[number[], string | null, string | null, string]>([
    [week, null, null, ''],
    [week, '00:00', null, ''],
    [week, null, '00:00', ''],
    [week, '18:00', null, 'after 18:00'],
    [week, '18:00', '00:00', 'after 18:00'],
    [week, null, '08:00', 'before 08:00'],
    [week, '00:00', '08:00', 'before 08:00'],
    [week, '08:00', '18:00', '08:00–18:00'],
    [week, '22:00', '06:00', '22:00–06:00'],
    [day, '08:00', '18:00', 'Mon–Fri 08:00–18:00'],
    [day, '22:00', '06:00', 'Mon–Fri 22:00–06:00 the next day'],
    [day, null, null, 'Mon–Fri'],
    [[5], '22:00', '06:00', 'on Fridays 22:00–06:00 the next day'],
    [[6], null, null, 'on Saturdays'],
    [[7, 6], null, '12:00', 'on Sat and Sun before 12:00'],
    [[1, 3, 5], null, null, 'on Mon, Wed and Fri'],
    [[5, 1, 3, 4], '08:00', null, 'Mon and Wed–Fri after 08:00'],
    [[1, 2, 3, 5, 6, 7], null, null, 'Mon–Wed and Fri–Sun'],
    [[2, 2], null, null, 'on Tuesdays'],
  ])('%j %s to %s: %s', (weekdays, fromTime, toTime, text) => {
    expect(windowText({ weekdays, fromTime, toTime })).toBe(text);
  });
});
