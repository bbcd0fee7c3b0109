import { minuteMs } from '@keydesk/shared/core/dates';
import { withChanges } from '@keydesk/shared/core/edits';
import { appError } from '@keydesk/shared/core/errors';
import type { Calendar } from '@keydesk/shared/due/calendar';
import {
  defaultReminderSchedule,
  isQuiet,
  type ReminderSchedule,
  type ReminderScheduleChanges,
  type ReminderStep,
  reminderScheduleSchema,
  remindersAt,
} from '@keydesk/shared/due/reminder-schedule';
import { deskRoles, rolesThatMay } from '@keydesk/shared/http/roles';
import type { User } from '@keydesk/shared/people/user';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import { recordAudit } from '../../core/audit/record.ts';
import { requireSeen, setEdited } from '../../core/edits.ts';
import type { Job } from '../../core/jobs.ts';
import type { NotificationDelivery, Publisher } from '../../core/live/publisher.ts';
import { readHeldMessages } from '../../core/messages/held-messages.ts';
import {
  aboutOneKey,
  type RemindedLoan,
  remindedLoanColumns,
  toOwnLoan,
  toReportedLoan,
} from '../../core/messages/messages.ts';
import { type NewNotification, notify } from '../../core/messages/notify.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { isActive, isHeldLoan, isReportedLost } from '../../db/predicates.ts';
import { listUserIdsByRole } from '../people/index.ts';

type ReminderJobDeps = {
  db: Database;
  publisher: Publisher;
  calendar: () => Calendar;
};

/**
 * Sends reminders to holders, desk, department heads and admins: each round sends the steps that
 * were reached and not sent yet, one notification per person and step.
 */
export function reminderJob({ db, publisher, calendar }: ReminderJobDeps): Job {
  return {
    name: 'reminder',
    async run(now) {
      const { ladder: schedule } = await readReminderSchedule(db);
      if (isQuiet(now, schedule, calendar()) || (await readHeldMessages(db))) return;
      const deliveries = await transact(db, (tx) => sendReached(tx, now, schedule, calendar()));
      if (deliveries.length > 0) publisher.notified(deliveries);
    },
  };
}

/** Advisory lock: one process at a time makes a round, and the next one sends no duplicates. */
const roundLock = 7_233_016;

async function sendReached(
  tx: Transaction,
  now: Date,
  schedule: ReminderSchedule,
  calendar: Calendar,
): Promise<NotificationDelivery[]> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [roundLock]);
  const horizon = schedule.beforeDue.on ? schedule.beforeDue.minutes : 0;
  const candidates = await findReminderCandidates(tx, new Date(now.getTime() + horizon * minuteMs));
  if (candidates.length === 0) return [];
  const reachedBy = remindersAt(now, schedule, calendar);
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
    messages.map((one) => ({ ...one, at: now, alone: true })),
  );
}

/** Steps that the earlier daily reminder covered. */
const replaced: readonly ReminderStep[] = ['overdue', 'alert'];

type ClaimedStep = { step: ReminderStep; loan: ReminderCandidate };

/** One notification per person and step, for all keys. */
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
  const recipients: Record<ReminderStep, (loan: ReminderCandidate) => readonly string[]> = {
    beforeDue: ({ holder }) => [holder.id],
    overdue: ({ holder }) => [holder.id],
    alert: () => desk,
    head: ({ headId }) => (headId ? [headId] : admins),
    digest: () => admins,
  };
  return [...steps].flatMap((step) => {
    const byPerson = new Map<string, ReminderCandidate[]>();
    for (const { loan } of claimed.filter((one) => one.step === step))
      for (const userId of recipients[step](loan)) {
        const loans = byPerson.get(userId);
        if (loans) loans.push(loan);
        else byPerson.set(userId, [loan]);
      }
    return [...byPerson].map(([userId, loans]) => stepMessage(step, userId, loans, timezone));
  });
}

/** The desk's notification links to its list of overdue keys, even for one key. */
function stepMessage(
  step: ReminderStep,
  userId: string,
  loans: readonly ReminderCandidate[],
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

/** Returns the default until an admin saves another one. */
export async function readReminderSchedule(db: Connection): Promise<StoredSchedule> {
  const row = await db.first<{ ladder: unknown; version: number }>({
    name: 'ladder',
    text: 'SELECT ladder, version FROM ladder_settings',
  });
  return row
    ? { ...row, ladder: reminderScheduleSchema.parse(row.ladder), isDefault: false }
    : { ladder: defaultReminderSchedule, version: 0, isDefault: true };
}

type StoredSchedule = { ladder: ReminderSchedule; version: number; isDefault: boolean };

/** Absent fields stay. Every process reads the schedule in its next round. */
export async function saveReminderSchedule(
  { db, timezone }: { db: Database; timezone: string },
  admin: User,
  { version: shown, ...changes }: ReminderScheduleChanges,
): Promise<void> {
  await transact(db, async (tx) => {
    await tx.query('LOCK TABLE ladder_settings IN SHARE ROW EXCLUSIVE MODE');
    const current = await readReminderSchedule(tx);
    const edit = { shown, current, by: admin.id, timezone };
    await requireSeen(tx, { table: 'ladder_settings', id: true }, edit);
    const { ladder: before } = current;
    const { data: after, error } = reminderScheduleSchema.safeParse(withChanges(before, changes));
    if (!after)
      throw appError('BAD_INPUT', { issue: error.issues[0]?.message ?? inputText('invalid') });
    await tx.query(
      `INSERT INTO ladder_settings (ladder, changed_by, changed_at) VALUES ($1, $2, now())
           ON CONFLICT (id) DO UPDATE
          SET ladder = excluded.ladder, ${setEdited('$2', 'ladder_settings.')}, updated_at = now()`,
      [JSON.stringify(after), admin.id],
    );
    await recordAudit(tx, {
      action: 'change-ladder',
      actorId: admin.id,
      details: { before, after },
    });
  });
}

/** An open loan near or after its due time, and the steps sent for that time. */
type ReminderCandidate = RemindedLoan & {
  takenAt: Date;
  dueAt: Date;
  graceUntil: Date;
  /** The recall already notified its holder of the due time. */
  isRecalled: boolean;
  /** The head of the holder's department, if there is one who can be notified. */
  headId: string | null;
  /** The last time that each step was sent. */
  sent: Partial<Record<ReminderStep, number>> | null;
};

/** Undisputed open loans due by `horizon`, in the order in which messages name them. */
async function findReminderCandidates(
  tx: Transaction,
  horizon: Date,
): Promise<ReminderCandidate[]> {
  return tx.rows<ReminderCandidate>({
    name: 'ladder-candidates',
    text: `
      SELECT ${remindedLoanColumns}, l.taken_at AS "takenAt",
             l.grace_until AS "graceUntil", l.recalled_at IS NOT NULL AS "isRecalled", head.id AS "headId",
             (SELECT jsonb_object_agg(step, nth)
                FROM (SELECT step, max(nth) AS nth FROM ladder_sent
                       WHERE loan_id = l.id AND due_at = date_trunc('milliseconds', l.due_at)
                       GROUP BY step) AS sent) AS sent
        FROM loans l
        JOIN keys k ON k.id = l.key_id
        JOIN users h ON h.id = l.holder_id
        LEFT JOIN departments d ON d.code = h.department
        LEFT JOIN users head ON head.id = d.head_id AND ${isActive('head')}
       WHERE ${isHeldLoan('l')} AND l.due_at <= $1 AND NOT ${isReportedLost('l')}
       ORDER BY l.taken_at, k.key_number`,
    values: [horizon],
  });
}

/**
 * Records these steps as sent; returns those that were not before (`never-twice`) and whose loan is
 * unchanged. Locks these loans until the transaction ends; skips one that is being returned.
 */
async function claimSteps<
  Step extends { loan: ReminderCandidate; step: ReminderStep; nth: number },
>(tx: Transaction, steps: readonly Step[]): Promise<Step[]> {
  if (steps.length === 0) return [];
  const rows = await tx.rows<{ place: number }>({
    name: 'claim-steps',
    text: `
      WITH given AS (
             SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::text[], $4::int[])
                      WITH ORDINALITY AS step (loan_id, due_at, step, nth, place)),
           open AS (
             SELECT l.id, date_trunc('milliseconds', l.due_at) AS due_at FROM loans l
              WHERE l.id = ANY ($1) AND ${isHeldLoan('l')}
                FOR SHARE SKIP LOCKED),
           claimed AS (
             INSERT INTO ladder_sent (loan_id, due_at, step, nth)
             SELECT loan_id, due_at, step, nth FROM given
              WHERE (loan_id, due_at) IN (SELECT id, due_at FROM open)
                 ON CONFLICT DO NOTHING
             RETURNING loan_id, step)
      SELECT place::int FROM given JOIN claimed USING (loan_id, step) ORDER BY place`,
    values: [
      steps.map(({ loan }) => loan.id),
      steps.map(({ loan }) => loan.dueAt),
      steps.map(({ step }) => step),
      steps.map(({ nth }) => nth),
    ],
  });
  return rows.flatMap(({ place }) => steps[place - 1] ?? []);
}

/** When the earlier daily reminder was last sent; null if never. */
async function latestDailyReminder(tx: Transaction): Promise<Date | null> {
  const row = await tx.first<{ at: Date | null }>(
    "SELECT max(due_at) AS at FROM job_runs WHERE job = 'reminder'",
  );
  return row?.at ?? null;
}
