type Estimate = { offset: number; uncertainty: number };

/** The better of two estimates; a disagreement beyond their margins means the device's clock moved. */
export const betterEstimate = (held: Estimate | null, seen: Estimate): Estimate => {
  if (!held || seen.uncertainty <= held.uncertainty) return seen;
  const margin = held.uncertainty + seen.uncertainty;
  return Math.abs(held.offset - seen.offset) > margin ? seen : held;
};

let estimate: Estimate | null = null;

const observe = (serverTime: number, roundTrip: number, grain: number): void => {
  if (Number.isNaN(serverTime)) return;
  const uncertainty = roundTrip / 2 + grain / 2;
  const offset = serverTime + grain / 2 + roundTrip / 2 - Date.now();
  estimate = betterEstimate(estimate, { offset, uncertainty });
};

/** Takes note of an answer's Date header, which counts whole seconds. */
export const observeDateHeader = (header: string | null, roundTrip: number): void => {
  if (header) observe(Date.parse(header), roundTrip, 1000);
};

/** Takes note of the server's clock to the millisecond. */
export const observeServerTime = (instant: string, roundTrip: number): void =>
  observe(Date.parse(instant), roundTrip, 0);

/** The server's time now in milliseconds, as well as this device can tell. */
export const serverNow = (): number => Date.now() + (estimate?.offset ?? 0);
