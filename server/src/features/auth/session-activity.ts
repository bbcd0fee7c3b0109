import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../db/client.ts';
import { storeSessionUses } from './sessions.repository.ts';

/** A session's last use is stored at most this often. */
const storedEveryMs = 60_000;
/** How soon a use that is to be stored is stored. */
const tickMs = 1_000;

type Use = { at: number; storedAt: number };

/** Remembers when sessions were last used, and stores it without holding any request up. */
export type SessionActivity = {
  used(sessionId: string): void;
  start(): void;
  /** Stores what is not stored yet. */
  stop(): Promise<void>;
};

export const watchSessionActivity = (
  db: Database,
  log: FastifyBaseLogger,
  clock: () => number = Date.now,
): SessionActivity => {
  const uses = new Map<string, Use>();
  let timer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();

  const store = async (isDue: (use: Use, now: number) => boolean): Promise<void> => {
    const now = clock();
    const due = [...uses].filter(([, use]) => use.at > use.storedAt && isDue(use, now));
    for (const [id, use] of uses)
      if (use.at <= use.storedAt && now - use.storedAt > storedEveryMs) uses.delete(id);
    if (due.length === 0) return;
    await storeSessionUses(
      db,
      due.map(([id, { at }]) => ({ id, agoMs: now - at })),
    );
    for (const [, use] of due) use.storedAt = now;
  };
  const storeQuietly = (isDue: (use: Use, now: number) => boolean): Promise<void> =>
    store(isDue).catch((error: unknown) => log.warn({ err: error }, 'session activity'));

  return {
    used(sessionId) {
      const use = uses.get(sessionId);
      if (use) use.at = clock();
      else uses.set(sessionId, { at: clock(), storedAt: 0 });
    },
    start() {
      timer = setInterval(() => {
        storing = storing.then(() =>
          storeQuietly((use, now) => now - use.storedAt >= storedEveryMs),
        );
      }, tickMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await storing;
      await storeQuietly(() => true);
    },
  };
};
