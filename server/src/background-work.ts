import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import type { Clock } from './clock.ts';
import { closeDaysJob } from './features/analytics/close-days.job.ts';
import { auditRetentionJob } from './features/audit/retention.job.ts';
import { createSealer } from './features/audit/sealer.ts';
import { reminderJob } from './features/notifications/reminders.job.ts';
import { retentionJob } from './features/notifications/retention.job.ts';
import { scheduleJobs } from './jobs/schedule.ts';
import type { AppMetrics } from './metrics/app-metrics.ts';
import { countJob } from './metrics/count-job.ts';

type Work = Pick<AppDeps, 'config' | 'db' | 'publisher' | 'settings'> & {
  metrics: AppMetrics;
  /** The time for timed work. */
  clock?: Clock;
};

/** What a process keeps doing from when it listens until it stops: seals and timed work. */
export const keepWorking = (
  app: FastifyInstance,
  { config, db, publisher, settings, metrics, clock = () => new Date() }: Work,
): void => {
  const sealer = createSealer(db, app.log);
  app.addHook('onListen', async () => sealer.start());
  app.addHook('preClose', () => sealer.stop());

  const { reminderTime, campusTimezone: timezone } = config;
  const jobs = scheduleJobs(
    [
      reminderJob(db, publisher, { reminderTime, timezone }),
      retentionJob(db),
      auditRetentionJob(db, settings),
      closeDaysJob(db, timezone),
    ].map(countJob(metrics)),
    clock,
    app.log,
  );
  app.addHook('onListen', async () => jobs.start());
  app.addHook('preClose', () => jobs.stop());
};
