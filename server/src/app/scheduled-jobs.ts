import { dayMs } from '@keydesk/shared/core/dates';
import { isQuiet } from '@keydesk/shared/due/reminder-schedule';
import { signInDays } from '@keydesk/shared/insight/analytics';
import type { FastifyInstance } from 'fastify';
import { auditRetentionJob, createSealer } from '../core/audit/chain.ts';
import { type Clock, daily, type Job, scheduleJobs } from '../core/jobs.ts';
import { createMailTransport } from '../core/messages/mail.ts';
import { mailJob } from '../core/messages/outbox.ts';
import type { Database } from '../db/client.ts';
import { isSeen, notSeenSince } from '../db/predicates.ts';
import { requestJob } from '../features/access/request-job.ts';
import { visitorJob } from '../features/administration/forget-visitors.ts';
import { readReminderSchedule, reminderJob } from '../features/due/reminder-schedule.ts';
import { heartbeatJob } from '../features/loans/outages.ts';
import { scheduledBackupJob } from '../ops/backup/scheduled-backup.ts';
import { type AppMetrics, countJob } from '../ops/metrics.ts';
import { currentMessages } from './current-messages.ts';
import type { AppDeps } from './routes.ts';

type BackgroundJobsOptions = Pick<AppDeps, 'config' | 'db' | 'due' | 'publisher' | 'settings'> & {
  databaseUrl: string;
  metrics: AppMetrics;
  /** The clock of scheduled jobs. */
  clock?: Clock;
};

/** Audit seals, scheduled jobs and backups while the process serves. */
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
      heartbeatJob(db),
      reminderJob({ db, publisher, calendar: due.calendar }),
      requestJob({ db, publisher, calendar: due.calendar }),
      auditRetentionJob(db, settings),
      retentionJob(db),
      visitorJob(db),
      ...(config.mail
        ? [
            mailJob({
              db,
              metrics,
              transport: createMailTransport(config.mail),
              current: currentMessages(db),
              isQuiet: async (now) =>
                isQuiet(now, (await readReminderSchedule(db)).ladder, due.calendar()),
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

const batchSize = 1_000;

/**
 * A repeated scan gets a used code's answer for ten minutes. After that the row only proves that
 * the code was used rather than unknown; its effects are in the loans and the audit log.
 */
const codeDays = 30;
const endedSessionDays = 30;
/** The longest session duration that the security settings allow. */
const longestSessionDays = 7;
const waitDays = 90;
/** Only open loans get reminders. */
const sentStepDays = 30;
/** An enrolment code is valid for ten minutes. */
const enrolmentDays = 1;
/** As long as the longest range of the demo and the reports. */
const notificationDays = 90;
/** A line from paper is at most a week old; then the row says who decided. */
const paperDays = 90;
/** Long enough to find out why a person got no email. */
const mailDays = 30;
/** Long after the next shift. */
const shiftNoteDays = 30;
/** A year of places, like loans in the audit log. */
const countDays = 365;
/** Finders left their phone number only for the key's return. */
const foundReportDays = 30;
/** A lock ends after a quarter of an hour, and the next wrong PIN counts as the first. */
const pinFailureDays = 1;

type Removal = { text: string; days: number };

/** In this order, because codes refer to sessions. */
const removals: Removal[] = [
  {
    days: codeDays,
    text: `DELETE FROM codes WHERE id IN (
             SELECT id FROM codes WHERE expires_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    days: endedSessionDays,
    text: `WITH ended AS (
             SELECT id FROM sessions AS s
              WHERE (revoked_at < $1 OR created_at < $1 - interval '${longestSessionDays} days')
                AND NOT EXISTS (SELECT FROM codes WHERE session_id = s.id)
              LIMIT $2 FOR UPDATE SKIP LOCKED),
           unsubscribed AS (
             DELETE FROM push_subscriptions WHERE session_id IN (SELECT id FROM ended))
           DELETE FROM sessions WHERE id IN (SELECT id FROM ended)`,
  },
  {
    days: signInDays,
    text: `DELETE FROM sign_ins WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM sign_ins WHERE at < $1 LIMIT $2))`,
  },
  {
    days: 0,
    text: `DELETE FROM link_permissions WHERE user_id IN (
             SELECT user_id FROM link_permissions WHERE expires_at < $1 LIMIT $2)`,
  },
  {
    days: waitDays,
    text: `DELETE FROM waits WHERE id IN (
             SELECT id FROM waits WHERE greatest(told_at, ended_at) < $1
              LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    days: sentStepDays,
    text: `DELETE FROM ladder_sent WHERE ctid = ANY (ARRAY(
             SELECT s.ctid FROM ladder_sent s JOIN loans l ON l.id = s.loan_id
              WHERE l.returned_at < $1 LIMIT $2 FOR UPDATE OF s SKIP LOCKED))`,
  },
  {
    days: notificationDays,
    text: `DELETE FROM notifications WHERE id IN (
             SELECT id FROM notifications WHERE created_at < $1
              ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    // Waiting emails, too.
    days: mailDays,
    text: `DELETE FROM mail_outbox WHERE id IN (
             SELECT id FROM mail_outbox
              WHERE coalesce(sent_at, dropped_at, failed_at, created_at) < $1
              LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    days: paperDays,
    text: `DELETE FROM outages WHERE id IN (SELECT id FROM outages WHERE to_at < $1 LIMIT $2)`,
  },
  {
    days: paperDays,
    text: `DELETE FROM paper_lines WHERE id IN (
             SELECT id FROM paper_lines WHERE decided_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    days: enrolmentDays,
    text: `DELETE FROM desk_enrolments WHERE id IN (
             SELECT id FROM desk_enrolments WHERE expires_at < $1
              LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    days: shiftNoteDays,
    text: `DELETE FROM shift_notes WHERE id IN (
             SELECT id FROM shift_notes WHERE written_at < $1
              LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    // Not while a key that the count missed is still not seen. Without the scan of a later count a
    // key would be not seen again, so what another count missed goes with it.
    days: countDays,
    text: `WITH old AS (
             SELECT id FROM counts c
              WHERE coalesce(closed_at, abandoned_at, begun_at) < $1
                AND NOT EXISTS (
                  SELECT FROM count_misses m JOIN keys k ON k.id = m.key_id
                   WHERE m.count_id = c.id AND k.deleted_at IS NULL
                     AND ${notSeenSince('k')} <= m.at)
              LIMIT $2 FOR UPDATE SKIP LOCKED),
           scans AS (DELETE FROM count_scans WHERE count_id IN (SELECT id FROM old)),
           misses AS (
             DELETE FROM count_misses m USING counts c
              WHERE c.id = m.count_id AND (c.id IN (SELECT id FROM old) OR EXISTS (
                    SELECT FROM count_scans s WHERE s.key_id = m.key_id AND ${isSeen('s')}
                       AND s.count_id IN (SELECT id FROM old) AND s.at >= c.begun_at)))
           DELETE FROM counts WHERE id IN (SELECT id FROM old)`,
  },
  {
    days: foundReportDays,
    text: `DELETE FROM found_reports WHERE id IN (
             SELECT id FROM found_reports WHERE reported_at < $1
              LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  },
  {
    // Fewer than five wrong PINs have no time; they are kept while their computer is enrolled.
    days: pinFailureDays,
    text: `DELETE FROM duty_pin_failures WHERE ctid = ANY (ARRAY(
             SELECT f.ctid FROM duty_pin_failures f JOIN desk_devices d ON d.id = f.device_id
              WHERE f.locked_until < $1 OR d.revoked_at < $1
              LIMIT $2 FOR UPDATE OF f SKIP LOCKED))`,
  },
];

/** Deletes expired and obsolete records. Several processes may run it at once. */
export function retentionJob(db: Database): Job {
  return daily('retention', async (now) => {
    for (const removal of removals) await removeAll(db, removal, now);
  });
}

/** In batches, so that no statement runs for long even after a long downtime. */
async function removeAll(db: Database, { text, days }: Removal, now: Date): Promise<void> {
  const before = new Date(now.getTime() - days * dayMs);
  for (;;) {
    const { rowCount } = await db.query(text, [before, batchSize]);
    if ((rowCount ?? 0) < batchSize) return;
  }
}
