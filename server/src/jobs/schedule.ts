import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';

/** Timed work: `run` looks at the time, does what is due and not done, and is safe to repeat. */
export type Job = { name: string; run(now: Date): Promise<void> };

export type Schedule = {
  start(): void;
  /** Resolves once the round under way is done; none follows. */
  stop(): Promise<void>;
};

/** Work that is late for whatever reason (downtime, sleep, a changed clock) is caught up this soon. */
const everyMs = 20_000;

/** Keeps running the jobs, each round after the last is done. */
export const scheduleJobs = (
  jobs: readonly Job[],
  clock: Clock,
  log: FastifyBaseLogger,
): Schedule => {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const round = async (): Promise<void> => {
    for (const job of jobs)
      await job.run(clock()).catch((error: unknown) => log.warn({ err: error }, job.name));
    if (!stopped) timer = setTimeout(start, everyMs).unref();
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
};
