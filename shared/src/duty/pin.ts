import { z } from 'zod';
import { minuteMs } from '../core/dates.ts';
import { says } from '../core/schema-texts.ts';

export const pinSchema = z.string(says('pin-required')).regex(/^\d{6}$/, says('pin-digits'));

/** Known numbers and keypad rows that no rule below covers. */
const commonest: readonly string[] = ['112358', '142857', '271828', '314159', '135790'];

/**
 * Why a PIN is too easy to guess, or null: a pattern, a date, a common choice, or digits of the
 * person's Faculty ID.
 */
export function pinProblem(pin: string, facultyId: string | null): 'common' | 'faculty-id' | null {
  const isEasy = [isRepetitive, isCounted, isDate, isDrawn].some((rule) => rule(pin));
  if (isEasy || commonest.includes(pin)) return 'common';
  const idDigits = facultyId?.replaceAll(/\D/g, '') ?? '';
  // Shorter numbers are in too many PINs by chance.
  const holdsId = idDigits.length >= 4 && pin.includes(idDigits);
  const isPartOfId = idDigits.padStart(6, '0').includes(pin);
  return holdsId || isPartOfId ? 'faculty-id' : null;
}

/** At most two different digits, a half twice or mirrored, or three pairs. */
function isRepetitive(pin: string): boolean {
  const isMirrored = pin === [...pin].reverse().join('');
  return new Set(pin).size <= 2 || isMirrored || /(\d{3})\1|(?:(\d)\2){3}/.test(pin);
}

/**
 * The whole (wrapping from 9 to 0), both halves, or every second digit count in equal steps, as
 * straight lines on a keypad do (147, 951); or numbers do (8, 10, 12).
 */
function isCounted(pin: string): boolean {
  const digits = Array.from(pin, Number);
  const parts = [
    [digits.slice(0, 3), digits.slice(3)],
    [0, 1].map((from) => digits.filter((_, at) => at % 2 === from)),
  ];
  return (
    new Set(stepsOf(digits).map((step) => (step + 10) % 10)).size === 1 ||
    parts.some((both) => both.every((part) => new Set(stepsOf(part)).size === 1)) ||
    countsOn(pin, 1, 1) ||
    countsOn(pin, 1, 2) ||
    countsOn(pin, 2, 2)
  );
}

function stepsOf(digits: readonly number[]): number[] {
  return digits.slice(1).map((digit, at) => digit - (digits[at] ?? 0));
}

/** Whether the PIN is a row of numbers in equal steps, the first two with so many digits. */
function countsOn(pin: string, first: number, next: number): boolean {
  const start = Number(pin.slice(0, first));
  const step = Number(pin.slice(first, first + next)) - start;
  return Array.from(pin, (_, nth) => start + nth * step)
    .join('')
    .startsWith(pin);
}

/**
 * A year and a month, or a day and a month with a two-digit year before or after them. A month and
 * then a year is such a day too: the 19th or 20th.
 */
function isDate(pin: string): boolean {
  if (/(?:19|20)\d\d(?:0[1-9]|1[0-2])/.test(pin)) return true;
  const [a = 0, b = 0, c = 0] = [0, 2, 4].map((at) => Number(pin.slice(at, at + 2)));
  return isDayOfYear(a, b) || isDayOfYear(b, a) || isDayOfYear(b, c) || isDayOfYear(c, b);
}

function isDayOfYear(day: number, month: number): boolean {
  return day >= 1 && day <= 31 && month >= 1 && month <= 12;
}

/** Each key of the keypad touches the one before. */
function isDrawn(pin: string): boolean {
  const places = Array.from(pin, (digit) => '123456789 0'.indexOf(digit));
  return places.every((place, at) => {
    const before = places[at - 1] ?? place;
    const down = Math.floor(place / 3) - Math.floor(before / 3);
    return Math.abs(down) <= 1 && Math.abs((place % 3) - (before % 3)) <= 1;
  });
}

/** Wrong PINs that lock a guard out at one computer, and for how many minutes. */
export const maxPinFailures = 5;
export const pinLockMinutes = 15;

/** Wrong PINs of all guards together that close PIN entry at a computer for as long. */
export const maxComputerPinFailures = 20;

/** Attempts of one guard at one computer since the last correct one. */
export type PinTries = { failures: number; lockedUntil: Date | null };

type PinVerdict =
  | { allowed: false; minutesLeft: number }
  /** `after` is stored before the PIN is compared; a correct one clears it. */
  | { allowed: true; after: PinTries; triesLeft: number };

/**
 * Whether a PIN may be compared at `now`. Each attempt counts as wrong before it is compared, so
 * that concurrent attempts are all counted.
 */
export function decidePinTry({ failures, lockedUntil }: PinTries, now: Date): PinVerdict {
  if (lockedUntil && lockedUntil > now)
    return {
      allowed: false,
      minutesLeft: Math.ceil((lockedUntil.getTime() - now.getTime()) / minuteMs),
    };
  const tried = (lockedUntil ? 0 : failures) + 1;
  const isLast = tried >= maxPinFailures;
  return {
    allowed: true,
    after: {
      failures: tried,
      lockedUntil: isLast ? new Date(now.getTime() + pinLockMinutes * minuteMs) : null,
    },
    triesLeft: maxPinFailures - tried,
  };
}

/**
 * Until when PIN entry is closed at a computer, or null: for 15 minutes after the last of twenty
 * wrong ones within 15 minutes. `failedAt` are its latest failures, oldest first.
 */
export function pinEntryClosedUntil(failedAt: readonly Date[], now: Date): Date | null {
  const last = failedAt.at(-1);
  const first = failedAt.at(-maxComputerPinFailures);
  if (!first || !last || last.getTime() - first.getTime() > pinLockMinutes * minuteMs) return null;
  const until = new Date(last.getTime() + pinLockMinutes * minuteMs);
  return until > now ? until : null;
}
