import { connectionFacts, noteConnection } from './connection.ts';

/** While events are missing the server is asked this often, so that its return is noticed soon. */
const askEvery = 2_500;
/** A server that says nothing for this long does not answer. */
const patience = 5_000;

/** A server that has answered so often is asked less: it is there, only its events do not arrive. */
const oftenEnough = 12;
const restTurns = 8;

let answeredAt = 0;
let answersInARow = 0;

/** Asks whether the server and its database are there; costs neither a session nor an allowance. */
const ask = async (): Promise<void> => {
  const askedAt = performance.now();
  const ready = await fetch('/readyz', {
    cache: 'no-store',
    signal: AbortSignal.timeout(patience),
  }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (ready) answeredAt = performance.now();
  answersInARow = ready ? answersInARow + 1 : 0;
  // A question asked earlier may fail after a later one was answered.
  if (ready || answeredAt < askedAt) noteConnection({ serverAnswers: ready });
};

const isWorthAsking = (): boolean => {
  const { deviceOnline, serverAnswers, live } = connectionFacts();
  return deviceOnline && document.visibilityState === 'visible' && !(serverAnswers && live);
};

/** Finds out, while `isWanted`, whether the server can be reached. */
export const watchServer = (isWanted: () => boolean): void => {
  let turn = 0;
  setInterval(() => {
    turn += 1;
    if (connectionFacts().live) answersInARow = 0;
    const rests = answersInARow >= oftenEnough && turn % restTurns !== 0;
    if (!rests && isWorthAsking() && isWanted()) void ask();
  }, askEvery);
};

/** A call got no answer: asks at once whether any would. */
export const suspectServer = (): void => {
  if (connectionFacts().deviceOnline) void ask();
};
