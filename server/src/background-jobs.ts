import { isQuiet } from '@keydesk/shared/due/ladder';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from './app-deps.ts';
import { type AppMetrics, countJob } from './app-metrics.ts';
import { requestJob } from './features/access/request-job.ts';
import { auditRetentionJob } from './features/audit/retention-job.ts';
import { createSealer } from './features/audit/sealer.ts';
import { currentMessages } from './features/ladder/current-messages.ts';
import { ladderJob } from './features/ladder/job.ts';
import { readLadder } from './features/ladder/settings.ts';
import { mailJob } from './features/mail/sender.ts';
import { createMailTransport } from './features/mail/transport.ts';
import { type Clock, scheduleJobs } from './platform/jobs/jobs.ts';
import { retentionJob } from './retention-job.ts';
import { scheduledBackupJob } from './scheduled-backup.ts';

type BackgroundJobsOptions = Pick<AppDeps, 'config' | 'db' | 'due' | 'publisher' | 'settings'> & {
  databaseUrl: string;
  metrics: AppMetrics;
  /** The time that scheduled jobs go by. */
  clock?: Clock;
};

/** What a process does in the background while it serves: audit seals, scheduled jobs, backups. */
export function startBackgroundJobs(app: FastifyInstance, options: BackgroundJobsOptions): void {
  const { config, db, due, publisher, settings, metrics, clock = () => new Date() } = options;
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
      auditRetentionJob(db, settings),
      retentionJob(db),
      ...(config.mail
        ? [
            mailJob({
              db,
              metrics,
              transport: createMailTransport(config.mail),
              current: currentMessages(db),
              isQuiet: async (now) => isQuiet(now, (await readLadder(db)).ladder, due.calendar()),
              clock,
              about: config,
              log: app.log,
            }),
          ]
        : []),
      ...(config.scheduledBackup
        ? [
            scheduledBackupJob({
              ...options,
              ...config.scheduledBackup,
              timezone: () => due.calendar().timezone,
            }),
          ]
        : []),
    ].map(countJob(metrics)),
    clock,
    app.log,
  );
  app.addHook('onListen', async () => jobs.start());
  app.addHook('preClose', () => jobs.stop());
}
