import { hourMs } from '../durations.ts';

/** For so long after they were told, a holder can say that it was not them. */
const disputeHours = 24;

/** Whether 'Not me' can still be said at `now`, a time in milliseconds. */
export function isDisputable(toldAt: Date, now: number): boolean {
  return now - toldAt.getTime() <= disputeHours * hourMs;
}
