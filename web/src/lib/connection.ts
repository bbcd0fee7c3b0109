import { observable } from './observable.ts';

/** `offline` while nothing reaches the server; `reconnecting` while only live events are missing. */
export type Connection = 'connected' | 'reconnecting' | 'offline';

export type ConnectionFacts = {
  /** The device has a network. */
  deviceOnline: boolean;
  /** The server answered when last asked. */
  serverAnswers: boolean;
  /** Events arrive. */
  live: boolean;
};

/** What the facts come to. */
export const connectionOf = (facts: ConnectionFacts): Connection => {
  if (!facts.deviceOnline || !facts.serverAnswers) return 'offline';
  return facts.live ? 'connected' : 'reconnecting';
};

/** Why nothing can be changed, in words; null while it can. */
export const offlineReasonOf = ({
  deviceOnline,
  serverAnswers,
}: ConnectionFacts): string | null => {
  if (!deviceOnline) return 'You are offline.';
  return serverAnswers ? null : 'The server cannot be reached.';
};

const facts = observable<ConnectionFacts>({
  deviceOnline: typeof navigator === 'undefined' || navigator.onLine,
  serverAnswers: true,
  live: false,
});

/** Takes note of what has been found out. */
export const noteConnection = (found: Partial<ConnectionFacts>): void => {
  const held = facts.get();
  const next = { ...held, ...found };
  const changed =
    next.deviceOnline !== held.deviceOnline ||
    next.serverAnswers !== held.serverAnswers ||
    next.live !== held.live;
  if (changed) facts.set(next);
};

export const connectionFacts = (): ConnectionFacts => facts.get();

export const useConnection = (): Connection => connectionOf(facts.use());

/** Why nothing can be changed just now; null while there is a way to the server. */
export const useOfflineReason = (): string | null => offlineReasonOf(facts.use());

export const isConnected = (): boolean => connectionOf(facts.get()) === 'connected';

const onChange =
  (isMeant: (before: Connection, now: Connection) => boolean) =>
  (listener: () => void): (() => void) => {
    let before = connectionOf(facts.get());
    return facts.watch(() => {
      const now = connectionOf(facts.get());
      const called = isMeant(before, now);
      before = now;
      if (called) listener();
    });
  };

/** Calls back whenever the way to the server is found again. */
export const onServerBack = onChange((before, now) => before === 'offline' && now !== 'offline');

const grades: Record<Connection, number> = { offline: 0, reconnecting: 1, connected: 2 };

/** Calls back whenever the connection has become better. */
export const onBetterConnection = onChange((before, now) => grades[now] > grades[before]);

/** Follows the device's own word on its network. */
export const followNetwork = (): void => {
  window.addEventListener('offline', () => noteConnection({ deviceOnline: false }));
  window.addEventListener('online', () => noteConnection({ deviceOnline: true }));
};
