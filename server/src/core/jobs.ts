import { setTimeout } from 'node:timers/promises';
import { dayMs } from '@keydesk/shared/core/dates';
import { and, eq, lt } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type Database, type Transaction, transact } from '../db/client.ts';
import { jobRuns } from '../db/schema.ts';

/** `run` does what is due and not done yet; it must be repeatable and heed `stopping`. */
export type Job = { name: string; run(now: Date, stopping?: AbortSignal): Promise<void> };

/** Runs when the process starts and when the day (UTC) has changed. */
export function daily(name: string, work: (now: Date) => Promise<void>): Job {
  let doneOn = 0;
  return {
    name,
    async run(now) {
      const today = Math.floor(now.getTime() / dayMs);
      if (today === doneOn) return;
      await work(now);
      doneOn = today;
    },
  };
}

type Schedule = {
  start(): void;
  /** Resolves when running work has ended; nothing follows. */
  stop(): Promise<void>;
};

/** How soon overdue work is caught up on (after downtime, sleep, a changed clock). */
const repeatMs = 20_000;

/** Repeats each job some time after it ended; jobs do not wait for each other. */
export function scheduleJobs(jobs: readonly Job[], clock: Clock, log: FastifyBaseLogger): Schedule {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<unknown> = Promise.resolve();
  const repeat = async (job: Job): Promise<void> => {
    while (!signal.aborted) {
      await job.run(clock(), signal).catch((error: unknown) => log.warn({ err: error }, job.name));
      await setTimeout(repeatMs, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  return {
    start() {
      running = Promise.all(jobs.map(repeat));
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Tests replace it. */
export type Clock = () => Date;

/** How long completed runs are remembered. */
const retentionMs = 40 * dayMs;

/**
 * Runs a job's work once per due time across all processes: the work and its record are committed
 * together. Null when it was already done.
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
 * Does not keep the process alive; skips runs while one is in progress. Returns a stop function.
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

/** A cached value of the database. */
export type Watched<T> = {
  current(): T;
  /** Reads it again; if the database fails, the last known value stays. */
  refresh(): Promise<void>;
  /** Calls back whenever a refresh found another version. */
  onChange(listener: () => void): void;
  stop(): void;
};

type WatchOptions = { name: string; log: FastifyBaseLogger };

/** Changes are announced at once; this finds those whose announcement was lost. */
const rereadMs = 20_000;

export async function watchVersioned<T extends { version: unknown }>(
  read: () => Promise<T>,
  { name, log }: WatchOptions,
): Promise<Watched<T>> {
  let latest = await read();
  const listeners: (() => void)[] = [];
  const update = async (): Promise<void> => {
    const found = await read();
    if (found.version === latest.version) return;
    latest = found;
    for (const listener of listeners) listener();
  };
  // In sequence: a slow answer from before a change must not replace the one from after it.
  let queue = Promise.resolve();
  const refresh = (): Promise<void> => {
    queue = queue.then(update).catch((error: unknown) => log.warn({ err: error }, name));
    return queue;
  };
  const stop = runEvery(rereadMs, refresh, () => undefined);
  return {
    current: () => latest,
    refresh,
    onChange: (listener) => listeners.push(listener),
    stop,
  };
}
