import { dayMs } from '@keydesk/shared/durations';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, type Transaction, transact } from '../db/client.ts';
import { jobRuns } from '../db/tables.ts';

/** Scheduled work: `run` looks at the time, does what is due and not done yet, and may be repeated. */
export type Job = { name: string; run(now: Date): Promise<void> };

type Schedule = {
  start(): void;
  /** Resolves when the current round is done; no other follows. */
  stop(): Promise<void>;
};

/** How soon overdue work is caught up on (after downtime, sleep, a changed clock). */
const roundIntervalMs = 20_000;

/** Runs the jobs in rounds, each some time after the previous one is done. */
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

/** The time that jobs go by; tests set it. */
export type Clock = () => Date;

/** How long it is remembered that a job was done. */
const retentionMs = 40 * dayMs;

/**
 * Does a job's work once for the moment at which it was due, however many processes there are: the
 * work and the record of it are committed together. Null when it was done already.
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
 * Repeats work at an interval, without keeping the process alive; the returned function stops it. A
 * run is skipped while the previous one is still running.
 */
export function runEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => void {
  let busy = false;
  const run = async (): Promise<void> => {
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
  const timer = setInterval(() => void run(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
