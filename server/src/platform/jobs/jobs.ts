import { and, eq, lt } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, type Transaction, transact } from '../db/client.ts';
import { jobRuns } from '../db/tables.ts';

/** Timed work: `run` looks at the time, does what is due and not done, and is safe to repeat. */
export type Job = { name: string; run(now: Date): Promise<void> };

type Schedule = {
  start(): void;
  /** Resolves once the round under way is done; none follows. */
  stop(): Promise<void>;
};

/** Work that is late for whatever reason (downtime, sleep, a changed clock) is caught up this soon. */
const roundIntervalMs = 20_000;

/** Keeps running the jobs, each round after the last is done. */
export function scheduleJobs(jobs: readonly Job[], clock: Clock, log: FastifyBaseLogger): Schedule {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const round = async (): Promise<void> => {
    for (const job of jobs)
      await job.run(clock()).catch((error: unknown) => log.warn({ err: error }, job.name));
    if (!stopped) timer = setTimeout(start, roundIntervalMs).unref();
  };
  const start = (): void => {
    running = round();
  };
  return {
    start,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** What time it is for timed work; tests move it. */
export type Clock = () => Date;

/** How long it is remembered that timed work was done. */
const retentionMs = 40 * 86_400_000;

/**
 * Does timed work once for the moment at which it was due, whatever the number of processes: the
 * work and the record of it commit together. Null when it was done already.
 */
export async function runOnce<T>(
  db: Database,
  job: string,
  dueAt: Date,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | null> {
  return transact(db, async (tx) => {
    const { rowCount } = await tx.orm.insert(jobRuns).values({ job, dueAt }).onConflictDoNothing();
    if (rowCount === 0) return null;
    await tx.orm
      .delete(jobRuns)
      .where(and(eq(jobRuns.job, job), lt(jobRuns.dueAt, new Date(dueAt.getTime() - retentionMs))));
    return work(tx);
  });
}

/**
 * Does this work again and again, without keeping the process alive; the answer stops it. A turn
 * that comes while the last is still at work is left out.
 */
export function runEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  let busy = false;
  const turn = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      onError(error);
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void turn(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
