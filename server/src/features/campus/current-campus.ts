import type { Campus } from '@keydesk/shared/campus/campus';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { runEvery } from '../../platform/jobs/jobs.ts';
import { readCampus } from './queries.ts';

/** A changed list is known in every process within 5 s, announcement or not (`live-campus`). */
const refreshEveryMs = 4_000;

/** The campus as this process knows it. */
export type CurrentCampus = {
  current(): Campus;
  /** Reads it again; if the database fails, the last known one stays. */
  refresh(): Promise<void>;
  /** Calls back whenever a refresh found something new. */
  onChange(listener: () => void): void;
  stop(): void;
};

/** Reads the campus and keeps it up to date. */
export async function watchCampus(db: Database, log: FastifyBaseLogger): Promise<CurrentCampus> {
  let latest = await readCampus(db);
  const listeners: (() => void)[] = [];
  const read = async (): Promise<void> => {
    const campus = await readCampus(db);
    if (campus.version === latest.version) return;
    latest = campus;
    for (const listener of listeners) listener();
  };
  // One after the other: a slow answer from before a change must not replace the one from after it.
  let queue = Promise.resolve();
  const refresh = (): Promise<void> => {
    queue = queue.then(read).catch((error: unknown) => log.warn({ err: error }, 'campus'));
    return queue;
  };
  const stop = runEvery(refreshEveryMs, refresh, () => undefined);
  return {
    current: () => latest,
    refresh,
    onChange: (listener) => listeners.push(listener),
    stop,
  };
}
