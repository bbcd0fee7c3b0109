import type { Calendar } from '@keydesk/shared/due/calendar';
import { isQuiet, type Ladder, type LadderStep, ladderAt } from '@keydesk/shared/due/ladder';
import { minuteMs } from '@keydesk/shared/durations';
import { deskRoles, rolesThatMay } from '@keydesk/shared/users/role';
import { readHeldMessages } from '../../platform/backup/held-messages.ts';
import { type Database, type Transaction, transact } from '../../platform/db/client.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { Publisher } from '../../realtime/publisher.ts';
import {
  aboutOneKey,
  type NewNotification,
  type NotificationDelivery,
  notify,
  toOwnLoan,
  toReportedLoan,
} from '../notifications/index.ts';
import { listUserIdsByRole } from '../users/index.ts';
import { type Candidate, claimSteps, findCandidates, latestDailyReminder } from './queries.ts';
import { readLadder } from './settings.ts';

type LadderDeps = {
  db: Database;
  publisher: Publisher;
  calendar: () => Calendar;
};

/**
 * Tells holders, desk, heads of departments and admins of keys that are about to be due or overdue:
 * in each round the steps that were reached and not sent yet, one message a person for each step.
 */
export function ladderJob({ db, publisher, calendar }: LadderDeps): Job {
  return {
    name: 'reminder',
    async run(now) {
      const { ladder } = await readLadder(db);
      if (isQuiet(now, ladder, calendar()) || (await readHeldMessages(db))) return;
      const deliveries = await transact(db, (tx) => sendReached(tx, now, ladder, calendar()));
      if (deliveries.length > 0) publisher.notified(deliveries);
    },
  };
}

/** Held by the process that is in a round; what it sends, the next one in turn does not. */
const roundLock = 7_233_016;

async function sendReached(
  tx: Transaction,
  now: Date,
  ladder: Ladder,
  calendar: Calendar,
): Promise<NotificationDelivery[]> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [roundLock]);
  const horizon = ladder.beforeDue.on ? ladder.beforeDue.minutes : 0;
  const candidates = await findCandidates(tx, new Date(now.getTime() + horizon * minuteMs));
  if (candidates.length === 0) return [];
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
  const messages = await messagesFor(tx, claimed, calendar.timezone);
  return notify(
    tx,
    messages.map((one) => ({ ...one, at: now, scheduled: true })),
  );
}

/** What a daily reminder told before there was a ladder. */
const replaced: readonly LadderStep[] = ['overdue', 'alert'];

type ClaimedStep = { step: LadderStep; loan: Candidate };

/** One message for each person and step, whatever the number of keys. */
async function messagesFor(
  tx: Transaction,
  claimed: readonly ClaimedStep[],
  timezone: string,
): Promise<NewNotification[]> {
  const steps = new Set(claimed.map(({ step }) => step));
  if (steps.size === 0) return [];
  const desk = steps.has('alert') ? await listUserIdsByRole(tx, deskRoles) : [];
  const admins =
    steps.has('head') || steps.has('digest')
      ? await listUserIdsByRole(tx, rolesThatMay('administer'))
      : [];
  const recipients: Record<LadderStep, (loan: Candidate) => readonly string[]> = {
    beforeDue: ({ holder }) => [holder.id],
    overdue: ({ holder }) => [holder.id],
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
    return [...byPerson].map(([userId, loans]) => stepMessage(step, userId, loans, timezone));
  });
}

/** What is told the desk leads to its list of all that is overdue, also of one key. */
function stepMessage(
  step: LadderStep,
  userId: string,
  loans: readonly Candidate[],
  timezone: string,
): NewNotification {
  const own = loans.map(toOwnLoan);
  const reported = { loans: loans.map(toReportedLoan) };
  const about = aboutOneKey(loans);
  switch (step) {
    case 'beforeDue':
      return { userId, template: 'due-soon', facts: { loans: own, timezone }, ...about };
    case 'overdue':
      return { userId, template: 'overdue', facts: { loans: own }, ...about };
    case 'alert':
      return { userId, template: 'unreturned', facts: reported };
    case 'head':
      return { userId, template: 'department-overdue', facts: reported, ...about };
    case 'digest':
      return { userId, template: 'overdue-digest', facts: reported };
  }
}
