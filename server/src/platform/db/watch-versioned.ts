import type { FastifyBaseLogger } from 'fastify';
import { runEvery } from '../jobs/jobs.ts';

/** Something of the database that this process keeps in memory, as it last read it. */
export type Watched<T> = {
  current(): T;
  /** Reads it again; if the database fails, the last known one stays. */
  refresh(): Promise<void>;
  /** Calls back whenever a refresh found another version. */
  onChange(listener: () => void): void;
  stop(): void;
};

type WatchOptions = { name: string; everyMs: number; log: FastifyBaseLogger };

/** Reads a versioned value and keeps it up to date. */
export async function watchVersioned<T extends { version: unknown }>(
  read: () => Promise<T>,
  { name, everyMs, log }: WatchOptions,
): Promise<Watched<T>> {
  let latest = await read();
  const listeners: (() => void)[] = [];
  const update = async (): Promise<void> => {
    const found = await read();
    if (found.version === latest.version) return;
    latest = found;
    for (const listener of listeners) listener();
  };
  // One after the other: a slow answer from before a change must not replace the one from after it.
  let queue = Promise.resolve();
  const refresh = (): Promise<void> => {
    queue = queue.then(update).catch((error: unknown) => log.warn({ err: error }, name));
    return queue;
  };
  const stop = runEvery(everyMs, refresh, () => undefined);
  return {
    current: () => latest,
    refresh,
    onChange: (listener) => listeners.push(listener),
    stop,
  };
}
