import { observable } from '../observable.ts';

/** `offline` while nothing reaches the server; `reconnecting` while only live events are missing. */
export type Connection = 'connected' | 'reconnecting' | 'offline';

export type ConnectionState = {
  /** The device has a network. */
  deviceOnline: boolean;
  /** The server answered when last asked. */
  serverAnswers: boolean;
  /** Events arrive. */
  live: boolean;
};

/** What the facts come to. */
export function toConnection(facts: ConnectionState): Connection {
  if (!facts.deviceOnline || !facts.serverAnswers) return 'offline';
  return facts.live ? 'connected' : 'reconnecting';
}

/** Why nothing can be changed, in words; null while it can. */
export function toOfflineReason({ deviceOnline, serverAnswers }: ConnectionState): string | null {
  if (!deviceOnline) return 'You are offline.';
  return serverAnswers ? null : 'The server cannot be reached.';
}

const facts = observable<ConnectionState>({
  deviceOnline: typeof navigator === 'undefined' || navigator.onLine,
  serverAnswers: true,
  live: false,
});

/** Takes note of what has been found out. */
export function updateConnection(found: Partial<ConnectionState>): void {
  const held = facts.get();
  const next = { ...held, ...found };
  const changed =
    next.deviceOnline !== held.deviceOnline ||
    next.serverAnswers !== held.serverAnswers ||
    next.live !== held.live;
  if (changed) facts.set(next);
}

export function getConnectionState(): ConnectionState {
  return facts.get();
}

export function useConnection(): Connection {
  return toConnection(facts.use());
}

/** Why nothing can be changed just now; null while there is a way to the server. */
export function useOfflineReason(): string | null {
  return toOfflineReason(facts.use());
}

export function isConnected(): boolean {
  return toConnection(facts.get()) === 'connected';
}

/** Calls back whenever the way to the server is found again. */
export const onServerReachable = onChange(
  (before, now) => before === 'offline' && now !== 'offline',
);

function onChange(isMeant: (before: Connection, now: Connection) => boolean) {
  return (listener: () => void): (() => void) => {
    let before = toConnection(facts.get());
    return facts.watch(() => {
      const now = toConnection(facts.get());
      const called = isMeant(before, now);
      before = now;
      if (called) listener();
    });
  };
}

const connectionRank: Record<Connection, number> = { offline: 0, reconnecting: 1, connected: 2 };

/** Calls back whenever the connection has become better. */
export const onConnectionImproved = onChange(
  (before, now) => connectionRank[now] > connectionRank[before],
);

/** Follows the device's own word on its network. */
export function watchNetwork(): void {
  window.addEventListener('offline', () => updateConnection({ deviceOnline: false }));
  window.addEventListener('online', () => updateConnection({ deviceOnline: true }));
}
