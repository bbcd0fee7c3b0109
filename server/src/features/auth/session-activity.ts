import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { storeSessionUses } from './queries.ts';

/** A session's last use is stored at most this often. */
const flushEveryMs = 60_000;
/** How soon a use that is to be stored is stored. */
const tickMs = 1_000;

/** The last use, the last one that is stored, and when that was stored. */
type TrackedUse = { at: number; address: string | undefined; stored: number; storedAt: number };

/** Remembers when sessions were last used, and stores it without holding any request up. */
export type SessionActivityTracker = {
  touch(sessionId: string, address?: string): void;
  start(): void;
  /** Stores the uses of sessions for which none has been stored lately. */
  flush(): Promise<void>;
  /** Stores what is not stored yet. */
  stop(): Promise<void>;
};

export function createSessionActivityTracker(
  db: Database,
  log: FastifyBaseLogger,
  clock: () => number = Date.now,
): SessionActivityTracker {
  const uses = new Map<string, TrackedUse>();
  let started = false;
  let timer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();

  const storeAfter = async (pause: number): Promise<void> => {
    const now = clock();
    const due: { id: string; use: TrackedUse; at: number }[] = [];
    for (const [id, use] of uses) {
      if (now - use.storedAt < pause) continue;
      if (use.at > use.stored) due.push({ id, use, at: use.at });
      else uses.delete(id);
    }
    if (due.length === 0) return;
    await storeSessionUses(
      db,
      due.map(({ id, use, at }) => ({ id, agoMs: now - at, address: use.address })),
    );
    for (const { use, at } of due) Object.assign(use, { stored: at, storedAt: now });
  };
  /** One after the other; what fails is due again the next time. */
  const storeInTurn = (pause: number): Promise<void> => {
    storing = storing
      .then(() => storeAfter(pause))
      .catch((error: unknown) => log.warn({ err: error }, 'session activity'));
    return storing;
  };

  /** There is a timer only while there are uses. */
  const tick = async (): Promise<void> => {
    await storeInTurn(flushEveryMs);
    if (uses.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const keepStoring = (): void => {
    if (started) timer ??= setInterval(() => void tick(), tickMs).unref();
  };

  return {
    touch(sessionId, address) {
      const use = uses.get(sessionId);
      if (use) Object.assign(use, { at: clock(), address });
      else uses.set(sessionId, { at: clock(), address, stored: 0, storedAt: 0 });
      keepStoring();
    },
    start() {
      started = true;
      keepStoring();
    },
    flush: () => storeInTurn(flushEveryMs),
    stop() {
      started = false;
      clearInterval(timer);
      return storeInTurn(0);
    },
  };
}
