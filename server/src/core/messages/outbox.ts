import { hourMs, minuteMs } from '@keydesk/shared/core/dates';
import type { MessageKind } from '@keydesk/shared/core/message-kinds';
import { deskRoles, rolesThatMay } from '@keydesk/shared/http/roles';
import type { FastifyBaseLogger } from 'fastify';
import type { Counter } from 'prom-client';
import type { Connection, Database } from '../../db/client.ts';
import { inLanguage } from '../../http/language.ts';
import type { Clock, Job } from '../jobs.ts';
import { messagesAreHeld } from './held-messages.ts';
import { composeMail, MailError, type MailTransport } from './mail.ts';
import { type CurrentMessages, contentOf, type SentMessage } from './messages.ts';
import { mailIsOn, type NotificationRow } from './queries.ts';

type SenderOptions = {
  db: Database;
  transport: MailTransport;
  current: CurrentMessages;
  /** Whether emails about due times have to wait. */
  isQuiet: (now: Date) => Promise<boolean>;
  /** Read again for each few emails, as a round may take long. */
  clock: Clock;
  about: { publicUrl: string; productName: string };
  metrics: { mails: Counter<'outcome'> };
  log: FastifyBaseLogger;
};

/** Few, as mail servers refuse many connections of one client. */
const concurrency = 4;

/** Delays after each failed attempt, in minutes; after the last the email fails permanently. */
const retryMinutes = [1, 5, 30, 120, 480];

/** Emails whose senders die this often fail permanently, too. */
const maxLeases = 12;

/**
 * Sends emails from the outbox in any number of processes: each email is leased, rechecked, sent
 * and marked (`leased-mail`).
 */
export function mailJob(options: SenderOptions): Job {
  const { db, clock, isQuiet, metrics } = options;
  return {
    name: 'mail',
    async run(_now, stopping = new AbortController().signal) {
      const late = await dropLateMails(db, clock());
      metrics.mails.inc({ outcome: 'dropped' }, late);
      while (!stopping.aborted) {
        const now = clock();
        const mails = await leaseMails(db, {
          now,
          limit: concurrency,
          isQuiet: await isQuiet(now),
        });
        if (mails.length === 0) return;
        const results = await sendAll(mails, now, options, stopping);
        // The mail server is unavailable: the other emails wait for the next round.
        if (results.every(({ outcome }) => outcome === 'retry')) return;
      }
    },
  };
}

async function sendAll(
  mails: readonly LeasedMail[],
  now: Date,
  options: SenderOptions,
  stopping: AbortSignal,
): Promise<MailOutcome[]> {
  const ids = mails.map(({ id }) => id);
  const contents = await options.current(ids, now);
  return Promise.all(
    mails.map(async (mail) => {
      const content = contents.get(mail.id) ?? null;
      const result = await unlessAborted(stopping, attempt(mail, content, now, options));
      if (!result) return { outcome: 'retry', at: now, error: 'stopped', refusals: 0 } as const;
      await markMail(options.db, mail, now, result);
      options.metrics.mails.inc({ outcome: result.outcome });
      return result;
    }),
  );
}

/** Null if the process stops first: then the email waits for the end of its lease. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T | null> {
  let onAbort = (): void => undefined;
  const aborted = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function attempt(
  { id, to, attempts, wasRefused }: LeasedMail,
  content: SentMessage | null,
  now: Date,
  { transport, about, log }: SenderOptions,
): Promise<MailOutcome> {
  if (!content || !to) return { outcome: 'dropped' };
  if (attempts > maxLeases)
    return { outcome: 'failed', error: 'The process ended in every attempt before' };
  try {
    const mail = inLanguage(content.language, () => composeMail(content, about));
    await transport({ id, to, ...mail });
    return { outcome: 'sent' };
  } catch (error) {
    const { message } = error as Error;
    log.warn({ mail: id, attempts, reason: message }, 'mail not sent');
    // Crashed senders before the first refusal do not use up attempts.
    const refusals = wasRefused ? attempts : 1;
    const minutes = retryMinutes[refusals - 1];
    const permanent = error instanceof MailError && error.permanent;
    return permanent || minutes === undefined
      ? { outcome: 'failed', error: message }
      : {
          outcome: 'retry',
          at: new Date(now.getTime() + minutes * minuteMs),
          error: message,
          refusals,
        };
  }
}

/** An email that only this process may send until its lease ends. */
type LeasedMail = {
  id: string;
  userId: string;
  kind: MessageKind;
  createdAt: Date;
  /** Leases, this one included; from the first refusal on, refusals and the leases since. */
  attempts: number;
  /** Whether an earlier attempt ended without the email being sent. */
  wasRefused: boolean;
  leasedUntil: Date;
  /** Null if the recipient may not get such an email any more. */
  to: { name: string; address: string } | null;
};

/** Stores whether email is set up, for the statements that write emails. */
export async function recordMailState(db: Database, isOn: boolean): Promise<void> {
  await db.query(
    isOn
      ? "INSERT INTO installation (name, value) VALUES ($1, 'yes') ON CONFLICT DO NOTHING"
      : 'DELETE FROM installation WHERE name = $1',
    [mailIsOn],
  );
}

/** Longer than the longest attempt, so that no other process starts a second one. */
const leaseMinutes = 5;

/**
 * Longer than all attempts take, with a night of quiet hours between them. Older emails waited
 * while email was switched off, and are outdated.
 */
const latestHours = 24;

/** Drops emails that have waited too long, except those being sent; returns their number. */
async function dropLateMails(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE mail_outbox SET dropped_at = $1, leased_until = NULL
      WHERE ${isWaiting} AND created_at < $2 AND (leased_until IS NULL OR leased_until <= $1)`,
    [now, tooLate(now)],
  );
  return rowCount ?? 0;
}

function tooLate(now: Date): Date {
  return new Date(now.getTime() - latestHours * hourMs);
}

type Lease = {
  now: Date;
  limit: number;
  /** Emails about due times wait. */
  isQuiet: boolean;
};

/**
 * Leases waiting emails, oldest first. The lease is committed before anything is sent: an email
 * whose sender dies becomes available when it ends.
 */
export async function leaseMails(
  db: Database,
  { now, limit, isQuiet }: Lease,
): Promise<LeasedMail[]> {
  const leasedUntil = new Date(now.getTime() + leaseMinutes * minuteMs);
  const rows = await db.rows<Omit<LeasedMail, 'leasedUntil'>>({
    name: 'lease-mails',
    text: `
      UPDATE mail_outbox m SET leased_until = $1, attempts = attempts + 1
        FROM users u
       WHERE u.id = m.user_id AND m.id IN (
             SELECT id FROM mail_outbox
              WHERE ${isWaiting} AND NOT ${messagesAreHeld}
                AND created_at >= $5 AND due_at <= $2 AND (leased_until IS NULL OR leased_until <= $2)
                AND NOT ($3::boolean AND EXISTS (
                    SELECT FROM notifications n WHERE n.id = mail_outbox.id AND n.facts ? 'loans'))
              ORDER BY due_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
      RETURNING m.id, m.user_id AS "userId", m.kind, m.created_at AS "createdAt",
                m.attempts, m.last_error IS NOT NULL AS "wasRefused",
                CASE WHEN ${getsMail('$6', '$7')}
                     THEN jsonb_build_object('name', u.name, 'address', u.email) END AS "to"`,
    values: [leasedUntil, now, isQuiet, limit, tooLate(now), deskRoles, admins],
  });
  return rows.map((row) => ({ ...row, leasedUntil }));
}

const admins = rolesThatMay('administer');

/**
 * SQL for whether person `u` still gets emails like `m`: they may have been suspended or lost the
 * role since. Holders of overdue keys get reminders in any case.
 */
function getsMail(deskParameter: string, adminsParameter: string): string {
  return `u.deleted_at IS NULL AND (u.suspended_at IS NULL OR m.kind = 'overdue')
                      AND CASE m.kind
                            WHEN 'unreturned' THEN u.role = ANY (${deskParameter}::text[])
                            WHEN 'digest' THEN u.role = ANY (${adminsParameter}::text[])
                            WHEN 'department' THEN u.role = ANY (${adminsParameter}::text[])
                              OR EXISTS (SELECT FROM departments WHERE head_id = u.id)
                            ELSE true END`;
}

type MailOutcome =
  | { outcome: 'sent' }
  /** Not true any more, or without a recipient. */
  | { outcome: 'dropped' }
  | { outcome: 'retry'; at: Date; error: string; refusals: number }
  | { outcome: 'failed'; error: string };

/** Stores the outcome, unless the lease has ended and another process has the email. */
async function markMail(
  db: Database,
  { id, leasedUntil }: LeasedMail,
  now: Date,
  result: MailOutcome,
): Promise<void> {
  const set = {
    sent: 'sent_at = $3',
    dropped: 'dropped_at = $3',
    retry: 'due_at = $3, last_error = $4, attempts = $5',
    failed: 'failed_at = $3, last_error = $4',
  }[result.outcome];
  const at = result.outcome === 'retry' ? result.at : now;
  const error = 'error' in result ? [result.error.slice(0, 500)] : [];
  const refusals = result.outcome === 'retry' ? [result.refusals] : [];
  await db.query(
    `UPDATE mail_outbox SET leased_until = NULL, ${set} WHERE id = $1 AND leased_until = $2`,
    [id, leasedUntil, at, ...error, ...refusals],
  );
}

export type OutboxState = {
  waiting: number;
  sentToday: number;
  failed: number;
  lastError: { at: string; reason: string } | null;
};

/** Emails waiting, sent today in the campus time zone, and failed. */
export async function readOutboxState(db: Connection, timezone: string): Promise<OutboxState> {
  const row = await db.first<OutboxState>(
    `SELECT count(*) FILTER (WHERE ${isWaiting})::int AS waiting,
            count(*) FILTER (WHERE sent_at >= date_trunc('day', now() AT TIME ZONE $1)
                                              AT TIME ZONE $1)::int AS "sentToday",
            count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS failed,
            (SELECT jsonb_build_object('at', to_char(coalesce(failed_at, created_at)
                                                     AT TIME ZONE 'UTC', ${isoFormat}),
                                       'reason', last_error)
               FROM mail_outbox WHERE last_error IS NOT NULL AND (failed_at IS NOT NULL OR ${isWaiting})
              ORDER BY coalesce(failed_at, created_at) DESC LIMIT 1) AS "lastError"
       FROM mail_outbox`,
    [timezone],
  );
  return row ?? { waiting: 0, sentToday: 0, failed: 0, lastError: null };
}

const isWaiting = 'sent_at IS NULL AND dropped_at IS NULL AND failed_at IS NULL';
const isoFormat = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;

export async function countWaitingMails(db: Connection): Promise<number> {
  const row = await db.first<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM mail_outbox WHERE ${isWaiting}`,
  );
  return row?.waiting ?? 0;
}

/** Latest first. */
export async function listFailedMails(
  db: Connection,
  userId: string,
): Promise<{ subject: string; failedAt: Date; reason: string }[]> {
  const rows = await db.rows<NotificationRow & { failedAt: Date; reason: string }>(
    `SELECT n.template, n.facts, n.title, n.message, n.link, n.created_at AS "createdAt",
            m.failed_at AS "failedAt", coalesce(m.last_error, '') AS reason
       FROM mail_outbox m JOIN notifications n ON n.id = m.id
      WHERE m.user_id = $1 AND m.failed_at IS NOT NULL ORDER BY m.failed_at DESC LIMIT 5`,
    [userId],
  );
  return rows.map(({ failedAt, reason, ...row }) => ({
    subject: contentOf(row, row.createdAt).title,
    failedAt,
    reason,
  }));
}
