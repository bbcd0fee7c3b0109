import { getConnectionState, updateConnection } from './connection.ts';

/** While events are missing the server is asked this often, so that its return is noticed soon. */
const pollIntervalMs = 2_500;
/** A server that says nothing for this long does not answer. */
const timeoutMs = 5_000;

/** A server that has answered so often is asked less: it is there, only its events do not arrive. */
const slowDownAfter = 12;
const slowPollEvery = 8;

let answeredAt = 0;
let answersInARow = 0;

/** Finds out, while `isWanted`, whether the server can be reached. */
export function startHealthPoller(isWanted: () => boolean): void {
  let turn = 0;
  setInterval(() => {
    turn += 1;
    if (getConnectionState().live) answersInARow = 0;
    const rests = answersInARow >= slowDownAfter && turn % slowPollEvery !== 0;
    if (!rests && shouldCheck() && isWanted()) void ask();
  }, pollIntervalMs);
}

function shouldCheck(): boolean {
  const { deviceOnline, serverAnswers, live } = getConnectionState();
  return deviceOnline && document.visibilityState === 'visible' && !(serverAnswers && live);
}

/** Asks whether the server and its database are there; costs neither a session nor an allowance. */
async function ask(): Promise<void> {
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
  // A question asked earlier may fail after a later one was answered.
  if (ready || answeredAt < askedAt) updateConnection({ serverAnswers: ready });
}

/** A call got no answer: asks at once whether any would. */
export function checkNow(): void {
  if (getConnectionState().deviceOnline) void ask();
}
