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

/** From published lists of leaked PINs and from keypads, written down by hand. */
const easy = `
  000000 111111 666666 777777 123456 654321 012345 890123 210987 987654 135791 246810 510152
  101112 891011 102030 081012 131517 121314 123123 321321 520520 456456 121212 696969 101010
  112233 334422 447722 111222 777333 100000 123321 179971 159951 007007 112358 314159 142857
  147258 258369 159357 753951 159753 789456 456123 741852 963852 147852 123654 987321 789123
  142536 010203 102938 134679 124578 147896 145632 258085 874123 236985 201225 251220 122520
  192837 789012 678901 321098 140789 311299 070485 199012 991231 993112 010100 290224
`;

test.each(easy.trim().split(/\s+/))('%s is too easy to guess', (pin) => {
  expect(pinProblem(pin, null)).toBe('common');
});

test('every day of a century is too easy, in whichever order it is written', () => {
  const day = new Date(Date.UTC(1950, 0, 1));
  const easyOnes = (date: string) => {
    const [year = '', month = '', dayOfMonth = ''] = date.slice(2).split('-');
    return [
      `${dayOfMonth}${month}${year}`,
      `${month}${dayOfMonth}${year}`,
      `${year}${month}${dayOfMonth}`,
      `${year}${dayOfMonth}${month}`,
      `${dayOfMonth}${month}${date}`.slice(0, 6),
      `${month}${dayOfMonth}${date}`.slice(0, 6),
      `${date.slice(0, 4)}${month}`,
      `${month}${date.slice(0, 4)}`,
    ];
  };
  const allowed: string[] = [];
  for (; day.getUTCFullYear() < 2050; day.setUTCDate(day.getUTCDate() + 1)) {
    const pins = easyOnes(day.toISOString().slice(0, 10));
    allowed.push(...pins.filter((pin) => pinProblem(pin, null) === null));
  }
  expect(allowed).toEqual([]);
});

test('whatever repeats, is mirrored, comes in pairs or joins lines of the keypad is too easy', () => {
  const digit = fc.integer({ min: 0, max: 9 }).map(String);
  const lines = ['123', '456', '789', '147', '258', '369', '159', '357'];
  const line = fc
    .constantFrom(...lines, ...lines.map((keys) => [...keys].reverse().join('')))
    .map((keys) => [...keys]);
  const patterns = [
    fc.tuple(digit, digit).map(([a, b]) => [a, b, a, b, a, b]),
    fc.tuple(digit, digit, digit).map(([a, b, c]) => [a, b, c, a, b, c]),
    fc.tuple(digit, digit, digit).map(([a, b, c]) => [a, b, c, c, b, a]),
    fc.tuple(digit, digit, digit).map(([a, b, c]) => [a, a, b, b, c, c]),
    fc.tuple(digit, digit).map(([a, b]) => [a, a, a, b, b, b]),
    fc.tuple(line, line).map(([a, b]) => [...a, ...b]),
    fc.tuple(line, line).map(([a, b]) => a.flatMap((key, at) => [key, b[at] ?? ''])),
  ];
  fc.assert(
    fc.property(fc.oneof(...patterns), (digits) => {
      expect(pinProblem(digits.join(''), null)).toBe('common');
    }),
  );
});

test('four in five PINs will do', () => {
  const every = Array.from({ length: 10_000 }, (_, nth) => String(nth * 97).padStart(6, '0'));
  const allowed = every.filter((pin) => pinProblem(pin, null) === null);
  expect(allowed.length).toBeGreaterThan(8_000);
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
  ['482913', null],
  ['975310', null],
  ['402719', null],
  ['000795', null],
  ['482913', 'CSE-913482'],
  ['482913', 'F-48'],
  ['482913', 'Faculty'],
])('%s will do, with Faculty ID %s', (pin, facultyId) => {
  expect(pinProblem(pin, facultyId)).toBeNull();
});

describe('at a computer', () => {
  const moment = (minutes: number) => new Date(Date.UTC(2026, 2, 10) + minutes * minute);
  /** Twenty failures, evenly over these minutes. */
  const within = (minutes: number) =>
    Array.from({ length: maxComputerPinFailures }, (_, nth) =>
      moment((nth * minutes) / (maxComputerPinFailures - 1)),
    );

  test('twenty wrong PINs in 15 minutes close PIN entry until 15 minutes after the last', () => {
    const until = moment(30);
    expect(pinEntryClosedUntil(within(15), moment(15))).toEqual(until);
    expect(pinEntryClosedUntil(within(15), new Date(until.getTime() - 1))).toEqual(until);
    expect(pinEntryClosedUntil(within(15), until)).toBeNull();
  });

  test('fewer do not, nor do twenty over a longer time', () => {
    const now = moment(15);
    expect(pinEntryClosedUntil([], now)).toBeNull();
    expect(pinEntryClosedUntil(within(15).slice(1), now)).toBeNull();
    expect(pinEntryClosedUntil(within(15.1), now)).toBeNull();
  });

  test('one more after that is the first of the next twenty', () => {
    const next = moment(31);
    expect(pinEntryClosedUntil([...within(15).slice(1), next], next)).toBeNull();
  });
});
