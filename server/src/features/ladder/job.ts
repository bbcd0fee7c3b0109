import type { Calendar } from '@keydesk/shared/due/calendar';
import { isQuiet, type Ladder, type LadderStep, ladderAt } from '@keydesk/shared/due/ladder';
import { minuteMs } from '@keydesk/shared/durations';
import { deskRoles, rolesThatMay } from '@keydesk/shared/users/role';
import { readHeldMessages } from '../../platform/backup/held-messages.ts';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { Clock, Job } from '../../platform/jobs/jobs.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import {
  type LoanMessageKind,
  loanMessage,
  type NewNotification,
  notify,
  recheckDelivery,
  type SentMessages,
} from '../notifications/index.ts';
import { listUserIdsByRole } from '../users/index.ts';
import { type Candidate, claimSteps, findCandidates, latestDailyReminder } from './queries.ts';
import { readLadder } from './settings.ts';

type LadderDeps = {
  db: Database;
  publisher: Publisher;
  calendar: () => Calendar;
  /** The time by which messages are rechecked when they are pushed. */
  clock?: Clock;
};

/**
 * Tells holders, desk, heads of departments and admins of keys that are about to be due or overdue:
 * in each round the steps that were reached and not sent yet, one message a person for each step.
 */
export function ladderJob({ db, publisher, calendar, clock = () => new Date() }: LadderDeps): Job {
  return {
    name: 'reminder',
    async run(now) {
      const { ladder } = await readLadder(db);
      if (isQuiet(now, ladder, calendar()) || (await readHeldMessages(db))) return;
      const sent = await transact(db, (tx) => sendReached(tx, now, ladder, calendar()));
      if (sent.deliveries.length === 0) return;
      const { timezone } = calendar();
      publisher.notified(sent.deliveries, recheckDelivery(db, sent, { clock, timezone }));
    },
  };
}

const nothing: SentMessages = { messages: [], deliveries: [] };

/** Held by the process that is in a round; what it sends, the next one in turn does not. */
const roundLock = 7_233_016;

async function sendReached(
  tx: Transaction,
  now: Date,
  ladder: Ladder,
  calendar: Calendar,
): Promise<SentMessages> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [roundLock]);
  const horizon = ladder.beforeDue.on ? ladder.beforeDue.minutes : 0;
  const candidates = await findCandidates(tx, new Date(now.getTime() + horizon * minuteMs));
  if (candidates.length === 0) return nothing;
  const reachedBy = ladderAt(now, ladder, calendar);
  const before = await latestDailyReminder(tx);
  const reached = candidates.flatMap((loan) =>
    reachedBy(loan)
      .filter(({ step, nth }) => (loan.sent?.[step] ?? -1) < nth)
      .filter(({ step }) => !(step === 'beforeDue' && loan.isRecalled))
      .filter(({ step, at }) => !(before && replaced.includes(step) && at <= before))
      .map((step) => ({ loan, ...step })),
  );
  const claimed = await claimSteps(tx, reached);
  const messages = await messagesFor(tx, claimed, { now, timezone: calendar.timezone });
  return {
    messages,
    deliveries: await notify(
      tx,
      messages.map((one) => ({ ...one, at: now, scheduled: true })),
    ),
  };
}

/** What a daily reminder told before there was a ladder. */
const replaced: readonly LadderStep[] = ['overdue', 'alert'];

type ClaimedStep = { step: LadderStep; loan: Candidate };

/** One message for each person and step, whatever the number of keys. */
async function messagesFor(
  tx: Transaction,
  claimed: readonly ClaimedStep[],
  clock: { now: Date; timezone: string },
): Promise<NewNotification[]> {
  const steps = new Set(claimed.map(({ step }) => step));
  if (steps.size === 0) return [];
  const desk = steps.has('alert') ? await listUserIdsByRole(tx, deskRoles) : [];
  const admins =
    steps.has('head') || steps.has('digest')
      ? await listUserIdsByRole(tx, rolesThatMay('administer'))
      : [];
  const recipients: Record<LadderStep, (loan: Candidate) => readonly string[]> = {
    beforeDue: ({ holderId }) => [holderId],
    overdue: ({ holderId }) => [holderId],
    alert: () => desk,
    head: ({ headId }) => (headId ? [headId] : admins),
    digest: () => admins,
  };
  return [...steps].flatMap((step) => {
    const byPerson = new Map<string, Candidate[]>();
    for (const { loan } of claimed.filter((one) => one.step === step))
      for (const userId of recipients[step](loan)) {
        const loans = byPerson.get(userId);
        if (loans) loans.push(loan);
        else byPerson.set(userId, [loan]);
      }
    return [...byPerson].map(([userId, loans]) =>
      loanMessage(messageKinds[step], userId, loans, clock),
    );
  });
}

const messageKinds: Record<LadderStep, LoanMessageKind> = {
  beforeDue: 'due-soon',
  overdue: 'overdue',
  alert: 'unreturned',
  head: 'department',
  digest: 'digest',
};
