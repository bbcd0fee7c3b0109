import { describe, expect, test } from 'vitest';
import type { RuleVerdict } from '../core/rule-verdict.ts';
import type { AccessInput } from './decide-access.ts';
import { decideAccess } from './decide-access.ts';
import { accessOracle } from './testing/access-oracle.ts';
import { timezones } from './testing/random-inputs.ts';
import { accessRule } from './testing/rule.ts';

const hours = { weekdays: [1, 2, 3, 4, 5], fromTime: '08:00', toTime: '18:00' };
const nights = { weekdays: [5], fromTime: '22:00', toTime: '06:00' };
const highKey = { level: 'high', keyNumber: 'MK-1' } as const;
const mondayEvening = '2026-11-30T19:00:00+05:30';
const saturday = '2026-11-28T11:00:00+05:30';

function verdict({ key, at, ...change }: Change = {}): RuleVerdict {
  return decideAccess(inputOf({ key, at, ...change }));
}

type Change = Partial<Omit<AccessInput, 'key' | 'at'>> & {
  key?: Partial<AccessInput['key']> | undefined;
  at?: string | undefined;
};

function inputOf({ key, at = mondayEvening, ...change }: Change): AccessInput {
  return {
    at: new Date(at),
    timezone: 'Asia/Kolkata',
    key: {
      id: 'k1',
      keyNumber: 'B-204',
      level: 'normal',
      category: 'workshop',
      block: 'B',
      department: 'MECH',
      ...key,
    },
    person: {
      id: 'asha',
      name: 'Asha Rao',
      role: 'faculty',
      department: 'CSE',
      departmentConfirmed: true,
    },
    rules: [],
    groupIds: ['students'],
    granted: false,
    approverName: null,
    overdueKeyNumber: null,
    ...change,
  };
}

function said(change: Change) {
  const { outcome, reasons, next } = verdict(change);
  return [outcome, reasons[0]?.text, next];
}

const evenings = accessRule({
  target: 'category',
  targetId: 'workshop',
  targetName: 'Workshop',
  effect: 'deny',
  subject: 'group',
  subjectId: 'students',
  subjectName: 'Students',
  fromTime: '18:00',
});
const office = accessRule(hours);

describe('the person reads', () => {
  test('which rule refuses', () => {
    const text = 'Students: no workshop keys after 18:00 (rule by R. Iyer).';
    expect(said({ rules: [evenings] })).toEqual(['refused', text, 'ask-desk']);
    expect(said({ rules: [evenings], key: { level: 'restricted' } })[2]).toBe('ask-desk');
    expect(said({ rules: [evenings], key: highKey })).toEqual(['refused', text, null]);
  });

  test('one refusing rule of several, always the same', () => {
    const [one, other] = [
      { ...evenings, id: 'a' },
      { ...evenings, id: 'b', createdByName: 'B. Rao' },
    ];
    for (const rules of [
      [one, other],
      [other, one],
    ])
      expect(said({ rules })[1]).toContain('(rule by R. Iyer)');
  });

  test('when the key may be taken, and what the time is', () => {
    const weekend = 'You can take this key Mon–Fri 08:00–18:00. It is Saturday.';
    const evening = 'You can take this key Mon–Fri 08:00–18:00. It is 19:00.';
    const rules = [office];
    expect(said({ rules, key: highKey, at: saturday })).toEqual(['refused', weekend, null]);
    expect(said({ rules, key: highKey })).toEqual(['refused', evening, null]);
  });

  test('every time at which it may be taken, with the day where the time alone says too little', () => {
    const days = accessRule({ id: 'b', weekdays: [6], toTime: '12:00' });
    expect(said({ rules: [days, office], key: highKey })[1]).toBe(
      'You can take this key Mon–Fri 08:00–18:00 or on Saturdays before 12:00. It is Monday 19:00.',
    );
    const night = accessRule({ ...hours, fromTime: '22:00', toTime: '06:00' });
    expect(said({ rules: [night], key: highKey, at: '2026-11-30T03:05:00+05:30' })[1]).toBe(
      'You can take this key Mon–Fri 22:00–06:00 the next day. It is Monday 03:05.',
    );
    expect(said({ rules: [office, office], key: highKey })[1]).toMatch(/18:00\. It is 19:00\.$/);
  });

  test('who decides, and when nobody has to', () => {
    const [key, who] = [{ level: 'restricted' } as const, 'Dr Menon'];
    const text = 'Dr Menon decides who takes this key.';
    expect(verdict({ key, approverName: who })).toEqual({
      outcome: 'needs-approval',
      reasons: [{ code: 'APPROVAL_NEEDED', text, who }],
      obligations: [],
      next: 'request',
    });
    const rules = [accessRule({ id: 'b', effect: 'approve' })];
    for (const level of ['normal', 'restricted', 'high'] as const)
      expect(said({ rules, key: { level }, approverName: who })[1]).toBe(text);
    const outside = `You can take this key Mon–Fri 08:00–18:00. It is Saturday. ${text}`;
    const late = { approverName: who, at: saturday };
    expect(said({ ...late, rules: [office], key })[1]).toBe(outside);
    expect(said({ ...late, rules: [office, ...rules] })[1]).toBe(outside);
  });

  test('that the admins decide about a key without an owner', () => {
    expect(verdict({ key: { level: 'restricted' } }).reasons).toEqual([
      { code: 'APPROVAL_NEEDED', text: 'An admin decides who takes this key.' },
    ]);
  });

  test('that a high-security key is only for people named for it', () => {
    const text = 'MK-1 is a high-security key, for people with access by name only.';
    expect(said({ key: highKey })).toEqual(['refused', text, null]);
  });

  test('which key is overdue, unless that would not help', () => {
    const text = 'Your key B-204 is overdue. Return it when you collect this one.';
    const late = { overdueKeyNumber: 'B-204' };
    expect(said(late)).toEqual(['refused', text, 'return-first']);
    expect(said({ ...late, granted: true })).toEqual(['refused', text, 'return-first']);
    expect(said({ ...late, key: { level: 'restricted' } })[1]).toBe(text);
    expect(said({ ...late, rules: [evenings] })[1]).toMatch(/^Students/);
    expect(said({ ...late, key: highKey })[1]).toMatch(/^MK-1/);
  });

  test('why the key may be taken', () => {
    expect(said({})).toEqual(['allowed', 'Everyone can take this key.', null]);
    const given = 'You have access to this key.';
    expect(said({ granted: true, key: highKey })).toEqual(['allowed', given, null]);
    const rules = [accessRule({})];
    expect(said({ rules, key: highKey })).toEqual([
      'allowed',
      'A rule lets you take this key.',
      null,
    ]);
  });
});

describe('the desk reads the same of the person', () => {
  function saidToDesk(change: Change) {
    const { reasons } = decideAccess(inputOf(change), undefined, { readerId: 'desk' });
    return reasons[0]?.text;
  }

  test.each<[Change, string]>([
    [{ overdueKeyNumber: 'B-204' }, 'Asha Rao must first return an overdue key: B-204.'],
    [{ granted: true, key: highKey }, 'Asha Rao has access to this key.'],
    [{ rules: [accessRule({})], key: highKey }, 'A rule lets Asha Rao take this key.'],
    [
      { rules: [office], key: highKey },
      'Asha Rao can take this key Mon–Fri 08:00–18:00. It is 19:00.',
    ],
  ])('%j: %s', (change, text) => {
    expect(saidToDesk(change)).toBe(text);
    expect(said(change)[1]).not.toBe(text);
  });
});

describe('windows follow the clocks of the campus', () => {
  function allowed(at: string, timezone: string, window: Partial<typeof nights>) {
    return (
      verdict({ key: highKey, rules: [accessRule(window)], at, timezone }).outcome === 'allowed'
    );
  }

  test.each([
    // Friday, 27 November 2026.
    ['2026-11-27T21:59:59.999+05:30', false],
    ['2026-11-27T22:00:00+05:30', true],
    ['2026-11-28T05:59:59.999+05:30', true],
    ['2026-11-28T06:00:00+05:30', false],
    ['2026-11-28T22:00:00+05:30', false],
    ['2026-11-27T05:00:00+05:30', false],
  ])('the night of Friday at %s: %s', (at, expected) => {
    expect(allowed(at, 'Asia/Kolkata', nights)).toBe(expected);
  });

  test('a window without an end lasts to the end of its day', () => {
    const evening = { weekdays: [5], fromTime: '18:00' };
    const during = (time: string) => allowed(`2026-11-${time}+05:30`, 'Asia/Kolkata', evening);
    expect(['27T17:59', '27T18:00', '27T23:59:59.999', '28T00:00'].map(during)).toEqual([
      ...[false, true, true, false],
    ]);
    const day = { weekdays: [5] };
    expect(allowed('2026-11-27T23:59+05:30', 'Asia/Kolkata', day)).toBe(true);
    expect(allowed('2026-11-28T00:00+05:30', 'Asia/Kolkata', day)).toBe(false);
  });

  test('the night of Sunday ends on Monday', () => {
    const window = { ...nights, weekdays: [7] };
    expect(allowed('2026-11-30T05:00:00+05:30', 'Asia/Kolkata', window)).toBe(true);
    expect(allowed('2026-11-29T05:00:00+05:30', 'Asia/Kolkata', window)).toBe(false);
  });

  test('an hour that clocks show twice is in the window twice', () => {
    const window = { weekdays: [7], fromTime: '02:00', toTime: '03:00' };
    const during = (time: string) => allowed(`2026-10-25T${time}Z`, 'Europe/Berlin', window);
    expect(['00:00', '00:59', '01:00', '01:59'].map(during)).toEqual([true, true, true, true]);
    expect([during('02:00'), allowed('2026-10-24T23:59Z', 'Europe/Berlin', window)]).toEqual([
      false,
      false,
    ]);
  });

  test('one that clocks skip holds at no moment', () => {
    const window = { weekdays: [7], fromTime: '02:00', toTime: '03:00' };
    const during = (time: string) => allowed(`2026-03-29T${time}Z`, 'Europe/Berlin', window);
    expect(['00:59', '01:00', '01:59'].map(during)).toEqual([false, false, false]);
  });

  test('clocks on Lord Howe change by half an hour', () => {
    // 4 October 2026: 02:00 becomes 02:30.
    const window = { weekdays: [7], fromTime: '02:15', toTime: '02:45' };
    const during = (time: string) => allowed(`2026-10-03T${time}Z`, 'Australia/Lord_Howe', window);
    expect(['15:29', '15:30', '15:44', '15:45'].map(during)).toEqual([false, true, true, false]);
  });

  test.each(timezones)('every minute of the days on which clocks change, as in %s', (timezone) => {
    const early = accessRule({ ...nights, id: 'b', weekdays: [6, 7], toTime: '02:20' });
    const rules = [{ ...early, effect: 'approve' } as const, accessRule(nights)];
    const wrong: string[] = [];
    for (const day of ['2026-03-28', '2026-04-04', '2026-10-03', '2026-10-24']) {
      for (let minute = 0; minute < 2 * 1440; minute += 1) {
        const at = new Date(Date.parse(day) + minute * 60_000).toISOString();
        const inputs = inputOf({ key: highKey, rules, at, timezone });
        if (decideAccess(inputs).outcome !== accessOracle(inputs).outcome) wrong.push(at);
      }
    }
    expect(wrong).toEqual([]);
  });
});
