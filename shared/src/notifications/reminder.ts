/** How long after a reminder nobody can send another one for the same loan. */
const pauseMinutes = 15;

/**
 * Whole minutes until a holder can be reminded of a loan again; 0 if they can be reminded now
 * (`reminder-pause`).
 */
export function minutesUntilReminder(remindedAt: Date | null, now: Date): number {
  if (!remindedAt) return 0;
  const passed = Math.max(0, now.getTime() - remindedAt.getTime());
  return Math.max(0, Math.ceil(pauseMinutes - passed / 60_000));
}

/** '1 minute', '12 minutes' */
export function formatMinutes(minutes: number): string {
  return `${minutes} minute${minutes === 1 ? '' : 's'}`;
}
