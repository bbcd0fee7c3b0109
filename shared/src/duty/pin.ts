import { z } from 'zod';

export const pinSchema = z
  .string({ error: 'PIN is required' })
  .regex(/^\d{6}$/, 'A PIN has six digits');

/** Wrong PINs after which a guard is locked out at one computer, and for how many minutes. */
export const maxPinFailures = 5;
export const pinLockMinutes = 15;

/** Tries of one guard at one computer since the last right one. */
export type PinTries = { failures: number; lockedUntil: Date | null };

type PinVerdict =
  | { allowed: false; minutesLeft: number }
  /** `after` is stored before the PIN is compared; a right one clears it. */
  | { allowed: true; after: PinTries; triesLeft: number };

/**
 * May a PIN be compared at `now`? Each try counts as wrong before it is compared, so that tries made
 * at the same time are all counted.
 */
export function decidePinTry({ failures, lockedUntil }: PinTries, now: Date): PinVerdict {
  if (lockedUntil && lockedUntil > now)
    return {
      allowed: false,
      minutesLeft: Math.ceil((lockedUntil.getTime() - now.getTime()) / 60_000),
    };
  const tried = (lockedUntil ? 0 : failures) + 1;
  const isLast = tried >= maxPinFailures;
  return {
    allowed: true,
    after: {
      failures: tried,
      lockedUntil: isLast ? new Date(now.getTime() + pinLockMinutes * 60_000) : null,
    },
    triesLeft: maxPinFailures - tried,
  };
}
