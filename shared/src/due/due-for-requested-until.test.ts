import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Due, DueRule } from './due-for.ts';
import { untilRefusal, withRequestedUntil } from './due-for.ts';

const minute = 60_000;
const now = new Date('2026-03-10T06:30:00Z');
const clock = { now, timezone: 'Asia/Kolkata' };

function inMinutes(minutes: number): Date {
  return new Date(now.getTime() + minutes * minute);
}

const rule: DueRule = {
  id: 'a'.repeat(24),
  scope: 'campus',
  scopeId: null,
  kind: 'after',
  amount: 60,
  ceiling: false,
  extensions: 2,
  extendMinutes: 30,
  graceMinutes: 10,
  note: '',
};
const due: Due = { dueAt: inMinutes(60), graceUntil: inMinutes(70), rule, latest: null };

function refusal(until: Date, given: Partial<Due> = {}) {
  return untilRefusal({ ...due, ...given }, until, 'A-101', clock)?.message;
}

describe('with a request code one may ask for a key', () => {
  test('for less time than usual', () => {
    expect(refusal(inMinutes(20))).toBeUndefined();
    expect(withRequestedUntil(due, inMinutes(20), now)).toMatchObject({
      dueAt: inMinutes(20),
      graceUntil: inMinutes(30),
      extended: 0,
    });
  });

  test('for longer, which takes of the extensions', () => {
    expect(refusal(inMinutes(120))).toBeUndefined();
    expect(withRequestedUntil(due, inMinutes(85), now)).toMatchObject({
      dueAt: inMinutes(85),
      extended: 1,
    });
    expect(withRequestedUntil(due, inMinutes(120), now)).toMatchObject({ extended: 2 });
  });

  test('but not for longer than extensions and maximums allow, and not until a time that is over', () => {
    for (const latest of [null, inMinutes(300)])
      expect(refusal(inMinutes(121), { latest })).toBe(
        'You can keep key A-101 until 14:00 at most.',
      );
    expect(refusal(inMinutes(91), { latest: inMinutes(90) })).toBe(
      'This key must be returned by 13:30.',
    );
    expect(refusal(now)).toBe('Choose a time after 12:00.');
    expect(refusal(inMinutes(61), { rule: null })).toBe(
      'You can keep key A-101 until 13:00 at most.',
    );
  });

  test('but not for longer than a year where it has no due time', () => {
    const open = { dueAt: null, graceUntil: null };
    const days = (count: number) => inMinutes(count * 24 * 60);
    expect(refusal(days(366), open)).toBeUndefined();
    expect(refusal(days(367), open)).toBe('Choose a time within a year.');
  });

  test('for as long as they say where it has no due time', () => {
    const open = { dueAt: null, graceUntil: null };
    expect(refusal(inMinutes(9_000), open)).toBeUndefined();
    expect(withRequestedUntil({ ...due, ...open }, inMinutes(9_000), now).dueAt).toEqual(
      inMinutes(9_000),
    );
  });
});

test('without such a wish, or when its time has passed, the rules decide alone', () => {
  expect(withRequestedUntil(due, null, now)).toEqual({ ...due, extended: 0 });
  for (const passed of [inMinutes(-1), now])
    expect(withRequestedUntil(due, passed, now)).toEqual({ ...due, extended: 0 });
});

test('what is granted at the hand-out is never later than what may be asked for', () => {
  const offset = fc.integer({ min: 1, max: 600 }).map(inMinutes);
  fc.assert(
    fc.property(
      fc.record({ dueAt: offset, until: offset, latest: fc.option(offset) }),
      fc.record({ extensions: fc.nat(3), extendMinutes: fc.nat(200) }),
      ({ dueAt, until, latest }, limits) => {
        const usual = latest && latest < dueAt ? latest : dueAt;
        const given: Due = {
          dueAt: usual,
          graceUntil: usual,
          rule: { ...rule, ...limits },
          latest,
        };
        const promised = withRequestedUntil(given, until, now);
        expect(refusal(promised.dueAt as Date, given)).toBeUndefined();
        if (refusal(until, given) === undefined) expect(promised.dueAt).toEqual(until);
        expect(promised.extended).toBeLessThanOrEqual(limits.extensions);
      },
    ),
  );
});
