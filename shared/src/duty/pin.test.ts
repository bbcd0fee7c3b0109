import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  decidePinTry,
  maxComputerPinFailures,
  maxPinFailures,
  type PinTries,
  pinEntryClosedUntil,
  pinLockMinutes,
  pinProblem,
  pinSchema,
} from './pin.ts';

const untried: PinTries = { failures: 0, lockedUntil: null };
const minute = 60_000;

/** Tries wrong PINs at these moments, in milliseconds; returns when one was compared. */
function guessAt(moments: readonly number[]): number[] {
  let tries = untried;
  return moments.filter((moment) => {
    const verdict = decidePinTry(tries, new Date(moment));
    if (verdict.allowed) tries = verdict.after;
    return verdict.allowed;
  });
}

test('says how many tries are left, and refuses the sixth', () => {
  let tries = untried;
  const left: number[] = [];
  for (let nth = 0; nth < maxPinFailures; nth += 1) {
    const verdict = decidePinTry(tries, new Date(0));
    if (!verdict.allowed) throw new Error('refused too early');
    left.push(verdict.triesLeft);
    tries = verdict.after;
  }
  expect(left).toEqual([4, 3, 2, 1, 0]);
  expect(decidePinTry(tries, new Date(1))).toEqual({ allowed: false, minutesLeft: 15 });
  const justBefore = new Date(pinLockMinutes * minute - 1);
  expect(decidePinTry(tries, justBefore)).toEqual({ allowed: false, minutesLeft: 1 });
  expect(decidePinTry(tries, new Date(pinLockMinutes * minute))).toMatchObject({
    allowed: true,
    triesLeft: 4,
  });
});

test('of 10,000 guesses in a row, one a second, at most five are compared in any 15 minutes', () => {
  const compared = guessAt(Array.from({ length: 10_000 }, (_, second) => second * 1_000));
  expect(compared.length).toBeLessThanOrEqual(5 * Math.ceil(10_000 / (pinLockMinutes * 60)));
  for (const [index, moment] of compared.entries()) {
    const sixthAfter = compared[index + maxPinFailures];
    if (sixthAfter !== undefined)
      expect(sixthAfter - moment).toBeGreaterThanOrEqual(pinLockMinutes * minute);
  }
});

test('however guesses are spaced, no six are compared without a lock among them', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 20 * minute }), { maxLength: 60 });
  fc.assert(
    fc.property(gaps, (waits) => {
      let now = 0;
      const compared = guessAt(
        waits.map((wait) => {
          now += wait;
          return now;
        }),
      );
      for (let nth = maxPinFailures; nth < compared.length; nth += maxPinFailures)
        expect((compared[nth] ?? 0) - (compared[nth - 1] ?? 0)).toBeGreaterThanOrEqual(
          pinLockMinutes * minute,
        );
    }),
  );
});

test.each(['12345', '1234567', '12345a', '١٢٣٤٥٦', ' 123456', ''])('%j is no PIN', (pin) => {
  expect(pinSchema.safeParse(pin).success).toBe(false);
});

test.each([
  '000000',
  '777777',
  '123456',
  '987654',
  '012345',
  '890123',
  '210987',
  '135791',
  '121212',
  '123123',
  '654654',
  '112233',
  '789456',
  '159753',
])('%s is too easy to guess', (pin) => {
  expect(pinProblem(pin, null)).toBe('common');
});

test.each([
  ['CSE-482913', '482913'],
  ['CSE 48.29.13-7', '829137'],
  ['F-4829', '482917'],
  ['F-4829', '174829'],
  ['F-42', '000042'],
])('of Faculty ID %s the PIN %s is refused', (facultyId, pin) => {
  expect(pinProblem(pin, facultyId)).toBe('faculty-id');
});

test.each([
  ['246810', null],
  ['482913', 'CSE-913482'],
  ['482913', 'F-48'],
  ['482913', 'Faculty'],
])('%s will do, with Faculty ID %s', (pin, facultyId) => {
  expect(pinProblem(pin, facultyId)).toBeNull();
});

describe('at a computer', () => {
  /** Twenty failures, evenly over these minutes. */
  const within = (minutes: number) =>
    Array.from(
      { length: maxComputerPinFailures },
      (_, nth) => new Date((nth * minutes * minute) / (maxComputerPinFailures - 1)),
    );

  test('twenty wrong PINs in 15 minutes close PIN entry until 15 minutes after the last', () => {
    const until = new Date(30 * minute);
    expect(pinEntryClosedUntil(within(15), new Date(15 * minute))).toEqual(until);
    expect(pinEntryClosedUntil(within(15), new Date(30 * minute - 1))).toEqual(until);
    expect(pinEntryClosedUntil(within(15), until)).toBeNull();
  });

  test('fewer do not, nor do twenty over a longer time', () => {
    const now = new Date(15 * minute);
    expect(pinEntryClosedUntil([], now)).toBeNull();
    expect(pinEntryClosedUntil(within(15).slice(1), now)).toBeNull();
    expect(pinEntryClosedUntil(within(15.1), now)).toBeNull();
  });

  test('one more after that is the first of the next twenty', () => {
    const next = new Date(31 * minute);
    expect(pinEntryClosedUntil([...within(15).slice(1), next], next)).toBeNull();
  });
});
