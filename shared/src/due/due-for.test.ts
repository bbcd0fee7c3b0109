import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Calendar, CampusDay } from './calendar.ts';
import type { DueRule } from './due-for.ts';
import { dueFor } from './due-for.ts';
import { walkToDue } from './testing/walk-to-due.ts';

const key = { id: 'k1', category: 'lab', department: 'CSE' };
const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '08:00', closes: '17:20' }));

function campus(change: Partial<Calendar> = {}): Calendar {
  const usual = { timezone: 'Asia/Kolkata', reminderTime: '17:20', hours: weekdays, days: [] };
  return { ...usual, ...change };
}

function rule(change: Partial<DueRule>): DueRule {
  return {
    id: 'r',
    scope: 'campus',
    scopeId: null,
    kind: 'closing',
    amount: null,
    ceiling: false,
    extensions: 0,
    extendMinutes: 0,
    graceMinutes: 0,
    note: '',
    ...change,
  };
}

function due(takenAt: string, rules: readonly DueRule[] = [], calendar = campus()) {
  return dueFor(new Date(takenAt), { key, holderId: 'asha', rules }, calendar);
}

function dueAt(takenAt: string, rules: readonly DueRule[] = [], calendar = campus()) {
  return due(takenAt, rules, calendar).dueAt;
}

function at(instant: string) {
  return new Date(instant);
}

// 27 November 2026 is a Friday.
describe('without a rule a key is due', () => {
  test('at the next closing time of an open day', () => {
    expect(due('2026-11-27T10:00:00+05:30')).toEqual({
      dueAt: at('2026-11-27T17:20:00+05:30'),
      graceUntil: at('2026-11-27T17:20:00+05:30'),
      rule: null,
      latest: null,
    });
    expect(dueAt('2026-11-27T17:20:00+05:30')).toEqual(at('2026-11-30T17:20:00+05:30'));
    expect(dueAt('2026-11-27T18:00:00+05:30')).toEqual(at('2026-11-30T17:20:00+05:30'));
  });

  test('after a holiday, and earlier on a short day', () => {
    const days: CampusDay[] = [
      { day: '2026-11-30', kind: 'closed', label: 'Holiday' },
      { day: '2026-12-01', kind: 'short', closes: '13:00', label: 'Exams' },
    ];
    const calendar = campus({ days });
    expect(dueAt('2026-11-27T18:00:00+05:30', [], calendar)).toEqual(
      at('2026-12-01T13:00:00+05:30'),
    );
  });

  test('every day at the reminder time, as long as no opening hours are saved', () => {
    const calendar = campus({ hours: [] });
    expect(dueAt('2026-11-27T18:00:00+05:30', [], calendar)).toEqual(
      at('2026-11-28T17:20:00+05:30'),
    );
  });

  test('also where a weekday that is usually closed is open for once', () => {
    const days: CampusDay[] = [
      { day: '2026-11-28', kind: 'short', closes: '12:00', label: 'Open day' },
    ];
    expect(dueAt('2026-11-27T18:00:00+05:30', [], campus({ days }))).toEqual(
      at('2026-11-28T12:00:00+05:30'),
    );
  });
});

describe('a rule', () => {
  test('of each kind gives its own time', () => {
    const friday = '2026-11-27T10:00:00+05:30';
    expect(dueAt(friday, [rule({ kind: 'after', amount: 90 })])).toEqual(
      at('2026-11-27T11:30:00+05:30'),
    );
    expect(dueAt(friday, [rule({ kind: 'days', amount: 1 })])).toEqual(
      at('2026-11-27T17:20:00+05:30'),
    );
    expect(dueAt(friday, [rule({ kind: 'days', amount: 3 })])).toEqual(
      at('2026-12-01T17:20:00+05:30'),
    );
    expect(due(friday, [rule({ kind: 'open' })])).toMatchObject({ dueAt: null, graceUntil: null });
  });

  test('holds for the narrowest thing first, in whatever order they are', () => {
    const scopes = [
      rule({ id: 'campus', kind: 'open' }),
      rule({ id: 'department', scope: 'department', scopeId: 'CSE' }),
      rule({ id: 'category', scope: 'category', scopeId: 'lab' }),
      rule({ id: 'key', scope: 'key', scopeId: 'k1' }),
      rule({ id: 'person', scope: 'person', scopeId: 'asha' }),
    ];
    for (let count = scopes.length; count > 0; count -= 1)
      for (const rules of [scopes.slice(0, count), scopes.slice(0, count).reverse()])
        expect(due('2026-11-27T10:00:00+05:30', rules).rule).toBe(scopes[count - 1]);
    expect(
      due('2026-11-27T10:00:00+05:30', [rule({ scope: 'key', scopeId: 'k2' })]).rule,
    ).toBeNull();
  });

  test('of two for the same thing the first holds', () => {
    const [newer, older] = [rule({ id: 'newer' }), rule({ id: 'older', kind: 'open' })];
    expect(due('2026-11-27T10:00:00+05:30', [newer, older]).rule).toBe(newer);
  });

  test('gives time after the due time until the key is overdue', () => {
    expect(due('2026-11-27T10:00:00+05:30', [rule({ graceMinutes: 15 })]).graceUntil).toEqual(
      at('2026-11-27T17:35:00+05:30'),
    );
  });
});

describe('a maximum', () => {
  const twoHours = rule({ id: 'maximum', ceiling: true, kind: 'after', amount: 120 });

  test('shortens what another rule gives, and decides then', () => {
    expect(due('2026-11-27T10:00:00+05:30', [rule({ kind: 'open' }), twoHours])).toEqual({
      dueAt: at('2026-11-27T12:00:00+05:30'),
      graceUntil: at('2026-11-27T12:00:00+05:30'),
      rule: twoHours,
      latest: at('2026-11-27T12:00:00+05:30'),
    });
  });

  test('never makes it longer, and says how long a key may be kept at most', () => {
    const hour = rule({ kind: 'after', amount: 60 });
    expect(due('2026-11-27T10:00:00+05:30', [twoHours, hour])).toMatchObject({
      dueAt: at('2026-11-27T11:00:00+05:30'),
      rule: hour,
      latest: at('2026-11-27T12:00:00+05:30'),
    });
  });

  test('for the moment of another rule leaves it, and of two the narrowest decides', () => {
    const mine = { ...twoHours, scope: 'person', scopeId: 'asha', graceMinutes: 10 } as const;
    const usual = rule({ kind: 'after', amount: 120 });
    expect(due('2026-11-27T10:00:00+05:30', [twoHours, mine]).rule).toBe(mine);
    expect(due('2026-11-27T10:00:00+05:30', [usual, mine]).rule).toBe(usual);
  });
});

/** Days on which clocks change, where due times go wrong; and a day on which none does. */
const changes = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/St_Johns', '2026-03-08'],
  ['America/St_Johns', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  // At midnight itself.
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-30'],
  ['America/Havana', '2026-11-01'],
  ['Asia/Kolkata', '2026-06-15'],
] as const;

const anyTime = fc.oneof(
  fc.constantFrom('00:30', '01:00', '01:15', '01:30', '01:45', '02:00', '02:15', '02:30', '03:00'),
  fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':')),
);

const anyClosing = fc.oneof(anyTime, fc.constantFrom('00:00', '24:00', '02:00', '12:00'));

/** Up to four days before or two days after the clocks change. */
function anyMomentNear(day: string) {
  return fc
    .tuple(fc.integer({ min: -4 * 1440, max: 2 * 1440 }), fc.nat(59_999))
    .map(([minutes, ms]) => new Date(Date.parse(day) + minutes * 60_000 + ms));
}

function daysNear(moment: Date) {
  const entry = fc.record({
    ahead: fc.integer({ min: -1, max: 6 }),
    closes: fc.option(anyClosing, { nil: undefined }),
  });
  return fc.uniqueArray(entry, { maxLength: 4, selector: ({ ahead }) => ahead }).map((entries) =>
    entries.map(({ ahead, closes }): CampusDay => {
      const day = new Date(moment.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
      return closes === undefined
        ? { day, kind: 'closed', label: '' }
        : { day, kind: 'short', closes, label: '' };
    }),
  );
}

/** Many go on past midnight, some into the next day's own hours. */
const anyHours = fc.uniqueArray(
  fc.record({
    weekday: fc.integer({ min: 1, max: 7 }),
    opens: fc.oneof(fc.constantFrom('00:00', '08:00', '18:00'), anyTime),
    closes: anyClosing,
  }),
  { maxLength: 7, selector: ({ weekday }) => weekday },
);

const anyRule: fc.Arbitrary<DueRule> = fc
  .record({
    id: fc.uuid(),
    where: fc.constantFrom(
      ['campus', null] as const,
      ['category', 'lab'] as const,
      ['category', 'office'] as const,
      ['department', 'CSE'] as const,
      ['key', 'k1'] as const,
      ['key', 'k2'] as const,
      ['person', 'asha'] as const,
    ),
    kind: fc.constantFrom('closing', 'after', 'days', 'open'),
    amount: fc.integer({ min: 1, max: 3 }),
    minutes: fc.integer({ min: 1, max: 3_000 }),
    ceiling: fc.boolean(),
    graceMinutes: fc.constantFrom(0, 10),
  })
  .map(({ where: [scope, scopeId], minutes, amount, ...more }) =>
    rule({
      ...more,
      scope,
      scopeId,
      amount: more.kind === 'after' ? minutes : more.kind === 'days' ? amount : null,
    }),
  );

test('due times are those that somebody finds who walks through every minute', () => {
  const anyStart = fc
    .constantFrom(...changes)
    .chain(([timezone, day]) => anyMomentNear(day).map((takenAt) => ({ timezone, takenAt })));
  const anyCase = anyStart.chain(({ timezone, takenAt }) =>
    fc.record({
      takenAt: fc.constant(takenAt),
      rules: fc.array(anyRule, { maxLength: 5 }),
      calendar: fc.record({
        timezone: fc.constant(timezone),
        reminderTime: anyTime,
        hours: fc.oneof(fc.constant([]), anyHours),
        days: daysNear(takenAt),
      }),
    }),
  );
  fc.assert(
    fc.property(anyCase, ({ takenAt, rules, calendar }) => {
      const input = { key, holderId: 'asha', rules };
      const { dueAt, graceUntil } = dueFor(takenAt, input, calendar);
      expect({ dueAt, graceUntil }).toEqual(walkToDue(takenAt, input, calendar));
    }),
    { numRuns: 250 },
  );
});
