import { minuteMs } from '../durations.ts';
import { plural } from '../plural.ts';

/** How long after a reminder nobody can send another one for the same loan. */
const pauseMinutes = 15;

/**
 * Whole minutes until a holder can be reminded of a loan again; 0 if they can be reminded now
 * (`reminder-pause`).
 */
export function minutesUntilReminder(remindedAt: Date | null, now: Date): number {
  if (!remindedAt) return 0;
  const passed = Math.max(0, now.getTime() - remindedAt.getTime());
  return Math.max(0, Math.ceil(pauseMinutes - passed / minuteMs));
}

/** '1 minute', '12 minutes' */
export function formatMinutes(minutes: number): string {
  return plural(minutes, 'minute');
}
