import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { type AppMetrics, countJob } from './app-metrics.ts';
import { auditRetentionJob } from './features/audit/retention-job.ts';
import { createSealer } from './features/audit/sealer.ts';
import { recordRetentionJob } from './features/auth/retention-job.ts';
import { reminderJob } from './features/notifications/reminders.ts';
import { notificationRetentionJob } from './features/notifications/service.ts';
import { type Clock, scheduleJobs } from './platform/jobs/jobs.ts';
import { scheduledBackupJob } from './scheduled-backup.ts';

type BackgroundJobsOptions = Pick<AppDeps, 'config' | 'db' | 'publisher' | 'settings'> & {
  databaseUrl: string;
  metrics: AppMetrics;
  /** The time that scheduled jobs go by. */
  clock?: Clock;
};

/** What a process does in the background while it serves: audit seals, scheduled jobs, backups. */
export function startBackgroundJobs(app: FastifyInstance, options: BackgroundJobsOptions): void {
  const { config, db, publisher, settings, metrics, clock = () => new Date() } = options;
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
      notificationRetentionJob(db),
      auditRetentionJob(db, settings),
      recordRetentionJob(db),
    ].map(countJob(metrics)),
    clock,
    app.log,
  );
  app.addHook('onListen', async () => jobs.start());
  app.addHook('preClose', () => jobs.stop());
  scheduleBackups(app, { ...options, clock });
}

/** On a schedule of their own, so that other jobs do not wait while a large database is written. */
function scheduleBackups(
  app: FastifyInstance,
  options: BackgroundJobsOptions & { clock: Clock },
): void {
  const { scheduledBackup, campusTimezone: timezone } = options.config;
  if (!scheduledBackup) return;
  const stopping = new AbortController();
  const { signal } = stopping;
  const job = scheduledBackupJob({ ...options, ...scheduledBackup, timezone, signal });
  const schedule = scheduleJobs([countJob(options.metrics)(job)], options.clock, app.log);
  app.addHook('onListen', async () => schedule.start());
  app.addHook('preClose', () => {
    stopping.abort();
    return schedule.stop();
  });
}
