import { useEffect, useState } from 'react';

type Estimate = { offset: number; uncertainty: number };

/** The better of two estimates; a disagreement beyond their margins means the device's clock moved. */
export function preferredEstimate(held: Estimate | null, seen: Estimate): Estimate {
  if (!held || seen.uncertainty <= held.uncertainty) return seen;
  const margin = held.uncertainty + seen.uncertainty;
  return Math.abs(held.offset - seen.offset) > margin ? seen : held;
}

let estimate: Estimate | null = null;

/** Takes note of an answer's Date header, which counts whole seconds. */
export function observeDateHeader(header: string | null, roundTrip: number): void {
  if (header) updateEstimate(Date.parse(header), roundTrip, 1000);
}

function updateEstimate(serverTime: number, roundTrip: number, grain: number): void {
  if (Number.isNaN(serverTime)) return;
  const uncertainty = roundTrip / 2 + grain / 2;
  const offset = serverTime + grain / 2 + roundTrip / 2 - Date.now();
  estimate = preferredEstimate(estimate, { offset, uncertainty });
}

/** Takes note of the server's clock to the millisecond. */
export function observeServerTime(instant: string, roundTrip: number): void {
  updateEstimate(Date.parse(instant), roundTrip, 0);
}

/** The server's time now in milliseconds, as well as this device can tell. */
export function serverNow(): number {
  return Date.now() + (estimate?.offset ?? 0);
}

/** The server's time in milliseconds, drawn anew every `interval`. */
export function useNow(interval = 30_000): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
