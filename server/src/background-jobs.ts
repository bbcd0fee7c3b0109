import { isQuiet } from '@keydesk/shared/due/ladder';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { type AppMetrics, countJob } from './app-metrics.ts';
import { requestJob } from './features/access/request-job.ts';
import { auditRetentionJob } from './features/audit/retention-job.ts';
import { createSealer } from './features/audit/sealer.ts';
import { recordRetentionJob } from './features/auth/retention-job.ts';
import { currentMessages } from './features/ladder/current-messages.ts';
import { ladderJob } from './features/ladder/job.ts';
import { readLadder } from './features/ladder/settings.ts';
import { mailJob, mailRetentionJob } from './features/mail/sender.ts';
import { createMailTransport } from './features/mail/transport.ts';
import { notificationRetentionJob } from './features/notifications/service.ts';
import { type Clock, scheduleJobs } from './platform/jobs/jobs.ts';
import { scheduledBackupJob } from './scheduled-backup.ts';

type BackgroundJobsOptions = Pick<AppDeps, 'config' | 'db' | 'due' | 'publisher' | 'settings'> & {
  databaseUrl: string;
  metrics: AppMetrics;
  /** The time that scheduled jobs go by. */
  clock?: Clock;
};

/** What a process does in the background while it serves: audit seals, scheduled jobs, backups. */
export function startBackgroundJobs(app: FastifyInstance, options: BackgroundJobsOptions): void {
  const { db, due, publisher, settings, metrics, clock = () => new Date() } = options;
  const sealer = createSealer(db, app.log);
  app.addHook('onListen', async () => sealer.start());
  app.addHook('onResponse', async ({ url }) => {
    if (url.startsWith('/api/')) sealer.expectEvents();
  });
  app.addHook('preClose', () => sealer.stop());

  const jobs = scheduleJobs(
    [
      ladderJob({ db, publisher, calendar: due.calendar }),
      requestJob({ db, publisher, calendar: due.calendar }),
      notificationRetentionJob(db),
      mailRetentionJob(db),
      auditRetentionJob(db, settings),
      recordRetentionJob(db),
    ].map(countJob(metrics)),
    clock,
    app.log,
  );
  app.addHook('onListen', async () => jobs.start());
  app.addHook('preClose', () => jobs.stop());
  scheduleMail(app, { ...options, clock });
  scheduleBackups(app, { ...options, clock });
}

/** On a schedule of its own, so that other jobs do not wait for a slow mail server. */
function scheduleMail(
  app: FastifyInstance,
  { config, db, due, metrics, clock }: BackgroundJobsOptions & { clock: Clock },
): void {
  if (!config.mail) return;
  const stopping = new AbortController();
  const job = mailJob({
    db,
    metrics,
    transport: createMailTransport(config.mail),
    current: currentMessages(db),
    isQuiet: async (now) => isQuiet(now, (await readLadder(db)).ladder, due.calendar()),
    clock,
    about: config,
    log: app.log,
    stopping: stopping.signal,
  });
  const schedule = scheduleJobs([job].map(countJob(metrics)), clock, app.log);
  app.addHook('onListen', async () => schedule.start());
  app.addHook('preClose', () => {
    stopping.abort();
    return schedule.stop();
  });
}

/** On a schedule of their own, so that other jobs do not wait while a large database is written. */
function scheduleBackups(
  app: FastifyInstance,
  options: BackgroundJobsOptions & { clock: Clock },
): void {
  const { scheduledBackup } = options.config;
  if (!scheduledBackup) return;
  const stopping = new AbortController();
  const { signal } = stopping;
  const job = scheduledBackupJob({
    ...options,
    ...scheduledBackup,
    timezone: () => options.due.calendar().timezone,
    signal,
  });
  const schedule = scheduleJobs([countJob(options.metrics)(job)], options.clock, app.log);
  app.addHook('onListen', async () => schedule.start());
  app.addHook('preClose', () => {
    stopping.abort();
    return schedule.stop();
  });
}
