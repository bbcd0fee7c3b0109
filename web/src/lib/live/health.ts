import { getConnectionState, updateConnection } from './connection.ts';

/** While no events arrive, the server is polled this often, so that its return is noticed soon. */
const pollIntervalMs = 2_500;
/** A server that takes longer than this does not answer. */
const timeoutMs = 5_000;

/** After this many answers in a row polling slows down: only events are missing. */
const slowDownAfter = 12;
const slowPollEvery = 8;

let answeredAt = 0;
let answersInARow = 0;

/** Polls, while `isNeeded` and events are missing, whether the server can be reached. */
export function startHealthPoller(isNeeded: () => boolean): void {
  let polls = 0;
  setInterval(() => {
    polls += 1;
    if (getConnectionState().live) answersInARow = 0;
    const skipped = answersInARow >= slowDownAfter && polls % slowPollEvery !== 0;
    if (!skipped && shouldCheck() && isNeeded()) void checkHealth();
  }, pollIntervalMs);
}

function shouldCheck(): boolean {
  const { deviceOnline, serverAnswers, live } = getConnectionState();
  return deviceOnline && document.visibilityState === 'visible' && !(serverAnswers && live);
}

/** Checks the server and its database. Needs no session and does not count towards rate limits. */
async function checkHealth(): Promise<void> {
  const askedAt = performance.now();
  const ready = await fetch('/readyz', {
    cache: 'no-store',
    signal: AbortSignal.timeout(timeoutMs),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (ready) answeredAt = performance.now();
  answersInARow = ready ? answersInARow + 1 : 0;
  // An earlier check may fail after a later one succeeded.
  if (ready || answeredAt < askedAt) updateConnection({ serverAnswers: ready });
}

/** Checks at once, because a call got no response. */
export function checkNow(): void {
  if (getConnectionState().deviceOnline) void checkHealth();
}
