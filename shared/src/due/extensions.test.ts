import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DueLoan,
  decideExtension,
  type ExtensionLimits,
  type ExtensionRequest,
  extensionChoices,
} from './extensions.ts';

const timezone = 'Asia/Kolkata';

/** A moment on one day of the campus. */
function at(time: string): Date {
  return new Date(`2026-03-10T${time}:00+05:30`);
}

const loan: DueLoan = {
  keyNumber: 'A-101',
  dueAt: at('17:20'),
  graceUntil: at('17:40'),
  extended: 0,
  recalledAt: null,
};
const limits: ExtensionLimits = { extensions: 1, extendMinutes: 120, latest: null };

type Asked = {
  now?: string;
  until?: string;
  as?: ExtensionRequest['as'];
  loan?: Partial<DueLoan>;
  limits?: Partial<ExtensionLimits>;
};

/** The new due time, or why there is none. */
function answer({ now = '16:00', until, as = 'holder', ...given }: Asked = {}): Date | string {
  const verdict = decideExtension(
    { ...loan, ...given.loan },
    { ...limits, ...given.limits },
    { as, until: until === undefined ? undefined : at(until) },
    { now: at(now), timezone },
  );
  return verdict.outcome === 'extended' ? verdict.dueAt : verdict.error.message;
}

describe('the holder', () => {
  test('may keep a key once by as much as its rule says, or for less', () => {
    expect(answer()).toEqual(at('19:20'));
    expect(answer({ until: '18:00' })).toEqual(at('18:00'));
    expect(answer({ until: '19:21' })).toBe('You can keep key A-101 until 19:20 at most.');
    expect(answer({ loan: { extended: 1 } })).toBe(
      'You have already extended this key. Ask the desk.',
    );
  });

  test('may ask from two hours before it is due until the grace ends', () => {
    expect(answer({ now: '15:19' })).toBe('You can extend key A-101 from 15:20.');
    expect(answer({ now: '15:20' })).toEqual(at('19:20'));
    expect(answer({ now: '17:39' })).toEqual(at('19:20'));
    expect(answer({ now: '17:40' })).toBe(
      'This key was due at 17:20. Return it to the desk or call them.',
    );
  });

  test('is told when the rules allow no extension at all', () => {
    expect(answer({ limits: { extensions: 0 } })).toBe(
      'You can keep key A-101 until 17:20 at most.',
    );
    expect(answer({ limits: { extendMinutes: 0 } })).toBe(
      'You can keep key A-101 until 17:20 at most.',
    );
    for (const none of [{ dueAt: null, graceUntil: null }, { graceUntil: null }])
      expect(answer({ loan: none })).toBe(
        'Key A-101 has no due time, so there is nothing to extend.',
      );
  });

  test('keeps no key that is recalled', () => {
    expect(answer({ loan: { recalledAt: at('15:50') } })).toBe(
      'Key A-101 is recalled. Return it by 17:20.',
    );
  });

  test('has nothing left to ask for once what the rule gives is over', () => {
    expect(answer({ now: '17:30', limits: { extendMinutes: 10 } })).toBe(
      'This key was due at 17:20. Return it to the desk or call them.',
    );
  });

  test('stays below the maximum', () => {
    expect(answer({ limits: { latest: at('19:00') } })).toEqual(at('19:00'));
    expect(answer({ limits: { latest: at('19:00') }, until: '19:10' })).toBe(
      'This key must be returned by 19:00.',
    );
    expect(answer({ limits: { latest: at('17:20') } })).toBe('This key must be returned by 17:20.');
    expect(answer({ limits: { latest: at('19:20') }, until: '19:21' })).toBe(
      'You can keep key A-101 until 19:20 at most.',
    );
  });

  test('cannot ask for a time that is over, or not later than now', () => {
    expect(answer({ until: '17:20' })).toBe('Choose a time after 17:20.');
    expect(answer({ now: '17:30', until: '17:25' })).toBe('Choose a time after 17:30.');
  });

  test('keeps the grace that the loan had', () => {
    const verdict = decideExtension(loan, limits, { as: 'holder' }, { now: at('16:00'), timezone });
    expect(verdict).toMatchObject({ outcome: 'extended', graceUntil: at('19:40') });
  });
});

describe('the desk', () => {
  test('may extend at any time and again, up to the maximum', () => {
    expect(answer({ as: 'desk', now: '09:00', until: '23:00' })).toEqual(at('23:00'));
    expect(answer({ as: 'desk', now: '20:00', until: '21:00', loan: { extended: 3 } })).toEqual(
      at('21:00'),
    );
    const latest = at('19:00');
    expect(answer({ as: 'desk', until: '19:00', limits: { latest } })).toEqual(latest);
    expect(answer({ as: 'desk', until: '19:01', limits: { latest } })).toBe(
      'This key must be returned by 19:00.',
    );
    expect(answer({ as: 'desk', now: '19:30', limits: { latest } })).toBe(
      'This key must be returned by 19:00.',
    );
    expect(answer({ as: 'desk', limits: { latest: at('17:20') } })).toBe(
      'This key must be returned by 17:20.',
    );
  });

  test('says until when, where the rule does not', () => {
    expect(answer({ as: 'desk' })).toEqual(at('19:20'));
    expect(answer({ as: 'desk', limits: { extendMinutes: 0 } })).toBe('Choose an end time.');
    for (const now of ['19:20', '20:00'])
      expect(answer({ as: 'desk', now })).toBe('Choose an end time.');
  });

  test('gives the time of the rule or the maximum, whichever comes first', () => {
    const until = (latest: string) => answer({ as: 'desk', limits: { latest: at(latest) } });
    expect(until('19:00')).toEqual(at('19:00'));
    expect(until('23:00')).toEqual(at('19:20'));
  });

  test('extends by a year at most, however late the maximum is', () => {
    const inDays = (days: number) => new Date(at('16:00').getTime() + days * 86_400_000);
    const decide = (days: number) =>
      decideExtension(
        loan,
        { ...limits, latest: inDays(800) },
        { as: 'desk', until: inDays(days) },
        { now: at('16:00'), timezone },
      );
    expect(decide(366)).toMatchObject({ outcome: 'extended', dueAt: inDays(366) });
    expect(decide(367)).toMatchObject({ outcome: 'refused' });
  });
});

test('an admin may go beyond the maximum, which the verdict says, but not for years', () => {
  const given = { ...limits, latest: at('19:00') };
  const clock = { now: at('16:00'), timezone };
  const decide = (until: Date) => decideExtension(loan, given, { as: 'admin', until }, clock);
  expect(decide(at('19:01'))).toMatchObject({ outcome: 'extended', beyondMaximum: true });
  expect(decide(at('19:00'))).toMatchObject({ outcome: 'extended', beyondMaximum: false });
  const year = clock.now.getTime() + 366 * 86_400_000;
  expect(decide(new Date(year))).toMatchObject({ outcome: 'extended' });
  expect(decide(new Date(year + 1))).toMatchObject({ outcome: 'refused' });
  expect(decideExtension(loan, limits, { as: 'admin', until: at('19:01') }, clock)).toMatchObject({
    beyondMaximum: false,
  });
});

describe('where an admin went beyond the maximum', () => {
  const beyond = { limits: { latest: at('17:00') } };

  test('the time that is named is that of the loan', () => {
    for (const as of ['holder', 'desk'] as const)
      expect(answer({ ...beyond, as })).toBe('This key must be returned by 17:20.');
    expect(answer({ ...beyond, as: 'desk', until: '17:30' })).toBe(
      'This key must be returned by 17:20.',
    );
  });
});

describe('the choices of a loan that is due at 17:20', () => {
  type Choosing = { extended?: number; due?: null; now?: string } & Partial<ExtensionLimits>;

  function choices({ extended = 0, due, now = '16:00', ...given }: Choosing): Date[] {
    const dueAt = due === null ? null : loan.dueAt;
    const all = { ...limits, extendMinutes: 60, ...given };
    return extensionChoices({ dueAt, extended }, all, at(now));
  }

  test.each<[string, Choosing, string[]]>([
    ['each extension that is left', { extensions: 2 }, ['18:20', '19:20']],
    ['without those that were used', { extensions: 2, extended: 1 }, ['18:20']],
    ['none once all are used', { extensions: 2, extended: 3 }, []],
    ['four at most', { extensions: 9 }, ['18:20', '19:20', '20:20', '21:20']],
    ['the maximum once', { extensions: 4, latest: at('19:00') }, ['18:20', '19:00']],
    ['none at the maximum', { extensions: 2, latest: at('17:20') }, []],
    ['those that are to come', { extensions: 3, now: '18:20' }, ['19:20', '20:20']],
    ['none where the rule gives no time', { extensions: 2, extendMinutes: 0 }, []],
    ['none without a due time', { extensions: 2, due: null }, []],
  ])('are %s', (_which, given, times) => {
    expect(choices(given)).toEqual(times.map(at));
  });
});

describe('a refusal', () => {
  function reasonsOf(now: string, given: Partial<ExtensionLimits>, until?: string) {
    const request = { as: 'holder' as const, until: until === undefined ? undefined : at(until) };
    const clock = { now: at(now), timezone };
    const verdict = decideExtension(loan, { ...limits, ...given }, request, clock);
    const { details } = verdict.outcome === 'refused' ? verdict.error : { details: null };
    return details;
  }

  test.each([
    ['KEEP_AT_MOST', '17:20', 'ask-desk', '16:00', { extensions: 0 }, undefined],
    ['KEEP_AT_MOST', '19:20', 'ask-desk', '16:00', {}, '19:21'],
    ['MUST_BE_BACK', '19:00', 'ask-desk', '16:00', { latest: at('19:00') }, '19:10'],
    ['EXTEND_LATER', '15:20', null, '15:00', {}, undefined],
  ])('with %s has the moment %s, and what to do next', (code, until, next, now, given, asked) => {
    expect(reasonsOf(now, given, asked)).toMatchObject({
      verdict: { next, reasons: [{ code, until: at(until).toISOString() }] },
    });
  });
});

describe('on any loan', () => {
  const minute = 60_000;
  const start = at('06:00').getTime();
  const moment = fc.integer({ min: 0, max: 720 }).map((minutes) => start + minutes * minute);
  const facts = fc.record({
    due: moment,
    grace: fc.integer({ min: 0, max: 60 }),
    extended: fc.nat(3),
    extensions: fc.nat(3),
    extendMinutes: fc.nat(240),
    latest: fc.option(moment),
    now: moment,
    as: fc.constantFrom('holder', 'desk', 'admin'),
  });
  type Facts = typeof facts extends fc.Arbitrary<infer F> ? F : never;

  /** Every whole minute of two days that may be asked for, found by asking of each one alone. */
  function allowedMinutes(given: Facts): number[] {
    const { due, grace, extended, extensions, extendMinutes, latest, now, as } = given;
    const everyMinute = Array.from({ length: 2_880 }, (_, n) => start + n * minute);
    const isStillToCome = (time: number) => time > due && time > now;
    const isBelowMaximum = (time: number) => latest === null || time <= latest;
    if (as === 'admin') return everyMinute.filter(isStillToCome);
    const common = everyMinute.filter((time) => isStillToCome(time) && isBelowMaximum(time));
    if (as === 'desk') return common;
    const mayAskNow = now >= due - 120 * minute && now < due + grace * minute;
    const hasOneLeft = extended < extensions;
    return mayAskNow && hasOneLeft
      ? common.filter((time) => (time - due) / minute <= extendMinutes)
      : [];
  }

  function decide(given: Facts, until?: number) {
    const { due, grace, extended, extensions, extendMinutes, latest, now, as } = given;
    return decideExtension(
      {
        keyNumber: 'A-101',
        dueAt: new Date(due),
        graceUntil: new Date(due + grace * minute),
        extended,
        recalledAt: null,
      },
      { extensions, extendMinutes, latest: latest === null ? null : new Date(latest) },
      { as, until: until === undefined ? undefined : new Date(until) },
      { now: new Date(now), timezone },
    );
  }

  test('exactly the times are granted that an independent search finds', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 0, max: 2_879 }), (given, minutes) => {
        const until = start + minutes * minute;
        const granted = decide(given, until).outcome === 'extended';
        expect(granted).toBe(allowedMinutes(given).includes(until));
      }),
      { numRuns: 2_000 },
    );
  });

  test('without a time the holder gets the latest that could be asked for, or a refusal', () => {
    fc.assert(
      fc.property(facts, (facts) => {
        const given = { ...facts, as: 'holder' as const };
        const verdict = decide(given);
        const most = allowedMinutes(given).at(-1);
        expect(verdict.outcome === 'extended' ? verdict.dueAt.getTime() : undefined).toBe(most);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the time that a refusal names as the latest is granted, where it is still to come', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const all = allowedMinutes(given);
        const most = all.at(-1);
        if (most === undefined || given.as === 'admin') return;
        const verdict = decide(given, most + minute);
        if (verdict.outcome === 'extended') return;
        const shown = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: timezone });
        expect(verdict.error.message).toContain(shown.format(most));
      }),
    );
  });

  test('every choice of the desk is granted one after the other, and none is above the maximum', () => {
    fc.assert(
      fc.property(facts, (facts) => {
        const given = { ...facts, as: 'desk' as const, extended: 0 };
        const { due, extensions, extendMinutes, latest, now } = given;
        const choices = extensionChoices(
          { dueAt: new Date(due), extended: 0 },
          { extensions, extendMinutes, latest: latest === null ? null : new Date(latest) },
          new Date(now),
        );
        expect(choices.length).toBeLessThanOrEqual(extensions);
        for (const choice of choices)
          expect(decide(given, choice.getTime())).toMatchObject({ outcome: 'extended' });
      }),
    );
  });
});
