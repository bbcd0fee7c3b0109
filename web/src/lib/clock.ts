import { useEffect, useState } from 'react';

type Estimate = { offset: number; uncertainty: number };

/** Prefers the smaller uncertainty, unless the device's clock was changed in between. */
export function preferredEstimate(current: Estimate | null, next: Estimate): Estimate {
  if (!current || next.uncertainty <= current.uncertainty) return next;
  const margin = current.uncertainty + next.uncertainty;
  return Math.abs(current.offset - next.offset) > margin ? next : current;
}

let estimate: Estimate | null = null;

/** The Date header has a resolution of one second. */
export function observeDateHeader(header: string | null, roundTrip: number): void {
  if (header) updateEstimate(Date.parse(header), roundTrip, 1000);
}

function updateEstimate(serverTime: number, roundTrip: number, resolution: number): void {
  if (Number.isNaN(serverTime)) return;
  const uncertainty = roundTrip / 2 + resolution / 2;
  const offset = serverTime + resolution / 2 + roundTrip / 2 - Date.now();
  estimate = preferredEstimate(estimate, { offset, uncertainty });
}

/** The server's clock has a resolution of a millisecond. */
export function observeServerTime(instant: string, roundTrip: number): void {
  updateEstimate(Date.parse(instant), roundTrip, 0);
}

/** In Unix milliseconds, as this device estimates it. */
export function serverNow(): number {
  return Date.now() + (estimate?.offset ?? 0);
}

/** The server's time in Unix milliseconds, updated every `interval`. */
export function useNow(interval = 30_000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
