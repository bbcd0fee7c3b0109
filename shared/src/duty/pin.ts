import { z } from 'zod';
import { minuteMs } from '../core/dates.ts';

export const pinSchema = z
  .string({ error: 'PIN is required' })
  .regex(/^\d{6}$/, 'A PIN has six digits');

/** The ten that people choose most often, by published lists of leaked PINs. */
const commonest: readonly string[] = [
  '123456',
  '654321',
  '111111',
  '000000',
  '123123',
  '666666',
  '121212',
  '112233',
  '789456',
  '159753',
];

/**
 * Why a PIN is too easy to guess, null if it is not: it repeats itself, counts up or down in equal
 * steps (also from 9 to 0), is chosen often, or is the number of the person's Faculty ID.
 */
export function pinProblem(pin: string, facultyId: string | null): 'common' | 'faculty-id' | null {
  const steps = Array.from(pin, (digit, at) => (Number(pin[at + 1]) - Number(digit) + 10) % 10);
  const countsEvenly = new Set(steps.slice(0, -1)).size === 1;
  if (countsEvenly || /^(\d{1,3})\1+$/.test(pin) || commonest.includes(pin)) return 'common';
  const idDigits = facultyId?.replaceAll(/\D/g, '') ?? '';
  // Shorter numbers are in too many PINs by chance.
  const holdsId = idDigits.length >= 4 && pin.includes(idDigits);
  const isPartOfId = idDigits !== '' && idDigits.padStart(6, '0').includes(pin);
  return holdsId || isPartOfId ? 'faculty-id' : null;
}

/** Wrong PINs after which a guard is locked out at one computer, and for how many minutes. */
export const maxPinFailures = 5;
export const pinLockMinutes = 15;

/** Wrong PINs of all guards together after which no PIN is taken at a computer for so long. */
export const maxComputerPinFailures = 20;

/** Tries of one guard at one computer since the last right one. */
export type PinTries = { failures: number; lockedUntil: Date | null };

type PinVerdict =
  | { allowed: false; minutesLeft: number }
  /** `after` is stored before the PIN is compared; a right one clears it. */
  | { allowed: true; after: PinTries; triesLeft: number };

/**
 * May a PIN be compared at `now`? Each try counts as wrong before it is compared, so that tries
 * made at the same time are all counted.
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
 * Until when no PIN is taken at a computer, null if PINs are: once twenty wrong ones came within 15
 * minutes, for 15 minutes after the last. `failedAt` are its latest failures, the oldest first.
 */
export function pinEntryClosedUntil(failedAt: readonly Date[], now: Date): Date | null {
  const last = failedAt.at(-1);
  const first = failedAt.at(-maxComputerPinFailures);
  if (!first || !last || last.getTime() - first.getTime() > pinLockMinutes * minuteMs) return null;
  const until = new Date(last.getTime() + pinLockMinutes * minuteMs);
  return until > now ? until : null;
}
