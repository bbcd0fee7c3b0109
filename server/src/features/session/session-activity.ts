import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { type SessionUse, storeSessionUses } from './queries.ts';

/** A session's last use is stored at most this often. */
const sessionFlushMs = 60_000;
/** How often uses are checked for being due to be stored. */
const tickMs = 1_000;

/** The last use, the last stored use, and when it was stored; Unix ms. */
type TrackedUse = { at: number; address: string | undefined; stored: number; storedAt: number };

/** Tracks when sessions were last used, and stores it without delaying requests. */
export type SessionActivityTracker = {
  touch(sessionId: string, address?: string): void;
  /** Unix ms; undefined if this process does not remember the session. */
  lastUse(sessionId: string): number | undefined;
  start(): void;
  /** Stores uses that have not been stored recently. */
  flush(): Promise<void>;
  /** Stores all remaining uses. */
  stop(): Promise<void>;
};

export function createSessionActivityTracker(
  db: Database,
  log: FastifyBaseLogger,
  clock: () => number = Date.now,
): SessionActivityTracker {
  const store = (uses: readonly SessionUse[]) => storeSessionUses(db, uses);
  return createActivityTracker(store, sessionFlushMs, log, clock);
}

/** Tracks any kind of id; each id's last use is stored every `flushEveryMs`. */
export function createActivityTracker(
  store: (uses: readonly SessionUse[]) => Promise<void>,
  flushEveryMs: number,
  log: FastifyBaseLogger,
  clock: () => number = Date.now,
): SessionActivityTracker {
  const uses = new Map<string, TrackedUse>();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let lastFlush = Promise.resolve();

  const flushDue = async (minAgeMs: number): Promise<void> => {
    const now = clock();
    const due: { id: string; use: TrackedUse; at: number }[] = [];
    for (const [id, use] of uses) {
      if (now - use.storedAt < minAgeMs) continue;
      if (use.at > use.stored) due.push({ id, use, at: use.at });
      else uses.delete(id);
    }
    if (due.length === 0) return;
    await store(due.map(({ id, use, at }) => ({ id, agoMs: now - at, address: use.address })));
    for (const { use, at } of due) Object.assign(use, { stored: at, storedAt: now });
  };
  /** One flush at a time; failed ones are retried by the next. */
  const flushInSequence = (minAgeMs: number): Promise<void> => {
    lastFlush = lastFlush
      .then(() => flushDue(minAgeMs))
      .catch((error: unknown) => log.warn({ err: error }, 'session activity'));
    return lastFlush;
  };

  /** The timer runs only while there are tracked uses. */
  const tick = async (): Promise<void> => {
    await flushInSequence(flushEveryMs);
    if (uses.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const ensureTimer = (): void => {
    if (started) timer ??= setInterval(() => void tick(), tickMs).unref();
  };

  return {
    touch(sessionId, address) {
      const use = uses.get(sessionId);
      if (use) Object.assign(use, { at: clock(), address });
      else uses.set(sessionId, { at: clock(), address, stored: 0, storedAt: 0 });
      ensureTimer();
    },
    lastUse: (sessionId) => uses.get(sessionId)?.at,
    start() {
      started = true;
      ensureTimer();
    },
    flush: () => flushInSequence(flushEveryMs),
    stop() {
      started = false;
      clearInterval(timer);
      return flushInSequence(0);
    },
  };
}
