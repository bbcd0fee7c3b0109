import { minuteMs } from '@keydesk/shared/durations';
import type { FastifyBaseLogger } from 'fastify';
import type { Counter } from 'prom-client';
import type { Database } from '../../platform/db/client.ts';
import type { Clock, Job } from '../../platform/jobs/jobs.ts';
import type { CurrentMessages, MessageContent } from '../notifications/index.ts';
import { composeMail } from './compose.ts';
import {
  dropLateMails,
  type LeasedMail,
  leaseMails,
  type MailOutcome,
  markMail,
} from './outbox.ts';
import { MailError, type MailTransport } from './transport.ts';

type SenderOptions = {
  db: Database;
  transport: MailTransport;
  current: CurrentMessages;
  /** Whether mails about due times have to wait. */
  isQuiet: (now: Date) => Promise<boolean>;
  /** Asked again for each few mails, as a round may take long. */
  clock: Clock;
  about: { publicUrl: string; productName: string };
  metrics: { mails: Counter<'outcome'> };
  log: FastifyBaseLogger;
};

/** Few, as mail servers refuse many connections of one client. */
const concurrency = 4;

/** After each failed attempt; then the mail is given up. */
const retryMinutes = [1, 5, 30, 120, 480];

/** A mail at whose sending processes end is given up as well. */
const maxLeases = 12;

/**
 * Sends what waits in the outbox, in as many processes as there are: each mail is leased, rechecked,
 * sent and marked (`leased-mail`).
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
        // The mail server is away: what else waits stays as it is until the next round.
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

/** What comes of the work; null if the process stops before: then it is left to its lease. */
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
  content: MessageContent | null,
  now: Date,
  { transport, about, log }: SenderOptions,
): Promise<MailOutcome> {
  if (!content || !to) return { outcome: 'dropped' };
  if (attempts > maxLeases)
    return { outcome: 'failed', error: 'The process ended in every attempt before' };
  try {
    await transport({ id, to, ...composeMail(content, about) });
    return { outcome: 'sent' };
  } catch (error) {
    const { message } = error as Error;
    log.warn({ mail: id, attempts, reason: message }, 'mail not sent');
    // Senders that died before the first refusal do not use up what a refused mail is given.
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
