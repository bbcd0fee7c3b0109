import { t } from '@keydesk/shared/texts/en/page';
import { createStore } from '../store.ts';

/** `offline`: nothing reaches the server; `reconnecting`: only live events are missing. */
export type Connection = 'connected' | 'reconnecting' | 'offline';

export type ConnectionState = {
  deviceOnline: boolean;
  serverAnswers: boolean;
  /** False while a session check is unanswered. */
  sessionChecked: boolean;
  live: boolean;
};

export function toConnection(state: ConnectionState): Connection {
  if (toOfflineReason(state) !== null) return 'offline';
  return state.live ? 'connected' : 'reconnecting';
}

/** Why changes are impossible; null if they are possible. */
export function toOfflineReason(state: ConnectionState): string | null {
  if (!state.deviceOnline) return t('device-offline');
  return state.serverAnswers && state.sessionChecked ? null : t('server-unreachable');
}

const connectionState = createStore<ConnectionState>({
  deviceOnline: typeof navigator === 'undefined' || navigator.onLine,
  serverAnswers: true,
  sessionChecked: true,
  live: false,
});

let liveUntil: number | null = null;

/** Until when events arrived, in Unix milliseconds; null while they do, or if they never did. */
export function getLiveUntil(): number | null {
  return liveUntil;
}

export function updateConnection(change: Partial<ConnectionState>): void {
  const current = connectionState.get();
  const next = { ...current, ...change };
  const [isLive, wasLive] = [next, current].map((state) => toConnection(state) === 'connected');
  if (isLive !== wasLive) liveUntil = isLive ? null : Date.now();
  const changed =
    next.deviceOnline !== current.deviceOnline ||
    next.serverAnswers !== current.serverAnswers ||
    next.sessionChecked !== current.sessionChecked ||
    next.live !== current.live;
  if (changed) connectionState.set(next);
}

export function getConnectionState(): ConnectionState {
  return connectionState.get();
}

export function useConnection(): Connection {
  return toConnection(connectionState.use());
}

/** Why changes are impossible now; null while the server is reachable. */
export function useOfflineReason(): string | null {
  return toOfflineReason(connectionState.use());
}

export function isConnected(): boolean {
  return toConnection(connectionState.get()) === 'connected';
}

export const onServerReachable = onChange(
  (before, now) => before === 'offline' && now !== 'offline',
);

export const onServerLost = onChange((before, now) => before !== 'offline' && now === 'offline');

function onChange(matches: (before: Connection, now: Connection) => boolean) {
  return (listener: () => void): (() => void) => {
    let before = toConnection(connectionState.get());
    return connectionState.subscribe(() => {
      const now = toConnection(connectionState.get());
      const matched = matches(before, now);
      before = now;
      if (matched) listener();
    });
  };
}

const connectionRank: Record<Connection, number> = { offline: 0, reconnecting: 1, connected: 2 };

/** Calls back whenever the connection improves. */
export const onConnectionImproved = onChange(
  (before, now) => connectionRank[now] > connectionRank[before],
);

export function watchNetwork(): void {
  window.addEventListener('offline', () => updateConnection({ deviceOnline: false }));
  window.addEventListener('online', () => updateConnection({ deviceOnline: true }));
}

/** Poll interval while no events arrive, in milliseconds. */
const pollIntervalMs = 2_500;
/** A slower answer counts as none. */
const timeoutMs = 5_000;

/** After this many answers in a row polling slows down, because only events are missing. */
const slowDownAfter = 12;
const slowPollEvery = 8;

let answeredAt = 0;
let answersInARow = 0;

/** Polls the server's health while `isNeeded` and events are missing. */
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

export function checkNow(): void {
  if (getConnectionState().deviceOnline) void checkHealth();
}
