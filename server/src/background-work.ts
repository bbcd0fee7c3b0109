import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { scheduledBackupJob } from './backup/scheduled-backup.job.ts';
import type { Clock } from './clock.ts';
import { closeDaysJob } from './features/analytics/close-days.job.ts';
import { auditRetentionJob } from './features/audit/retention.job.ts';
import { createSealer } from './features/audit/sealer.ts';
import { recordRetentionJob } from './features/auth/retention.job.ts';
import { reminderJob } from './features/notifications/reminders.job.ts';
import { retentionJob } from './features/notifications/retention.job.ts';
import { scheduleJobs } from './jobs/schedule.ts';
import type { AppMetrics } from './metrics/app-metrics.ts';
import { countJob } from './metrics/count-job.ts';

type Work = Pick<AppDeps, 'config' | 'db' | 'publisher' | 'settings'> & {
  databaseUrl: string;
  metrics: AppMetrics;
  /** The time for timed work. */
  clock?: Clock;
};

/** What a process keeps doing from when it listens until it stops: seals and timed work. */
export const keepWorking = (app: FastifyInstance, work: Work): void => {
  const { config, db, publisher, settings, metrics, clock = () => new Date() } = work;
  const sealer = createSealer(db, app.log);
  app.addHook('onListen', async () => sealer.start());
  app.addHook('onResponse', async ({ url }) => {
    if (url.startsWith('/api/')) sealer.expectEvents();
  });
  app.addHook('preClose', () => sealer.stop());

  const { reminderTime, campusTimezone: timezone } = config;
  const jobs = scheduleJobs(
    [
      reminderJob(db, publisher, { reminderTime, timezone }),
      retentionJob(db),
      auditRetentionJob(db, settings),
      recordRetentionJob(db),
      closeDaysJob(db, timezone),
    ].map(countJob(metrics)),
    clock,
    app.log,
  );
  app.addHook('onListen', async () => jobs.start());
  app.addHook('preClose', () => jobs.stop());
  keepBackingUp(app, { ...work, clock });
};

/** Beside the other timed work, which must not wait for a large database to be written. */
function keepBackingUp(app: FastifyInstance, work: Work & { clock: Clock }): void {
  const { scheduledBackup, campusTimezone: timezone } = work.config;
  if (!scheduledBackup) return;
  const stopping = new AbortController();
  const { signal } = stopping;
  const job = scheduledBackupJob({ ...work, ...scheduledBackup, timezone, signal });
  const schedule = scheduleJobs([countJob(work.metrics)(job)], work.clock, app.log);
  app.addHook('onListen', async () => schedule.start());
  app.addHook('preClose', () => {
    stopping.abort();
    return schedule.stop();
  });
}
