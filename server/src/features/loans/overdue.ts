import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import { reminderSteps } from '@keydesk/shared/due/reminder-schedule';
import type { IncidentKind } from '@keydesk/shared/keys/incident-kinds';
import {
  formatMinutes,
  maxOverdueLoans,
  minutesUntilReminder,
  type OverdueBand,
  type OverdueLoan,
  overdueBand,
  overdueBands,
  soonMs,
} from '@keydesk/shared/loans/overdue';
import type { User } from '@keydesk/shared/people/user';
import { recordAudit } from '../../core/audit/record.ts';
import { type KeyReader, readerOf } from '../../core/live/key-readers.ts';
import type { Publisher } from '../../core/live/publisher.ts';
import { type RemindedLoan, remindedLoanColumns, toOwnLoan } from '../../core/messages/messages.ts';
import { notify } from '../../core/messages/notify.ts';
import { lastReminderText } from '../../core/messages/queries.ts';
import { type Connection, type Database, type Transaction, transact } from '../../db/client.ts';
import { isHeldLoan, isOverdue, quietKindOf } from '../../db/predicates.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import { findKeys, type KeyRow, presentKey } from '../keys/index.ts';

export const addOverdueRoutes: AddRoutes<{ publisher: Publisher }> = (serve, { db, publisher }) => {
  serve(api.deskOverdue, async ({ principal }) => {
    const [loans, counts] = await Promise.all([
      readOverdue(db, readerOf(principal)),
      countLateLoans(db),
    ]);
    const { recalled, ...others } = counts;
    return { data: { loans, ...others, ...(recalled > 0 && { recalled }) } };
  });
  serve(api.remindHolder, async ({ params, principal }) => {
    return { data: await remindHolder({ db, publisher }, principal.user, params.id) };
  });
};

async function readOverdue(db: Connection, reader: KeyReader): Promise<OverdueLoan[]> {
  const loans = await listLateLoans(db);
  const keys = await findKeys(
    db,
    loans.map(({ keyId }) => keyId),
  );
  const rows = new Map(keys.map((row) => [row.id, row]));
  const shown = loans.flatMap((loan) => presentLoan(loan, rows.get(loan.keyId), reader));
  return overdueBands.flatMap((band) => shown.filter((loan) => loan.band === band));
}

/**
 * Empty if the key was returned or changed hands between the two reads. Only the desk sees the
 * holder of a disputed loan (`not-me`).
 */
function presentLoan(loan: LateLoan, row: KeyRow | undefined, reader: KeyReader): OverdueLoan[] {
  if (row?.loanId !== loan.loanId || !row.holderId || !row.takenAt) return [];
  if (row.holderDisputes && reader !== 'desk') return [];
  const key = presentKey(row, reader);
  const { loanId, band, step, dueAt, graceUntil, remindedAt } = loan;
  const { holderId: id, holderName: name } = row;
  return [
    {
      loanId,
      band,
      key,
      holder: {
        id,
        name: name ?? '',
        email: key.takenBy?.email,
        // Restricted like the email address (`private-address`).
        ...(reader === 'desk' && loan.phone && { phone: loan.phone }),
      },
      takenAt: row.takenAt.toISOString(),
      dueAt: dueAt.toISOString(),
      graceUntil: graceUntil.toISOString(),
      step,
      remindedAt: remindedAt?.toISOString() ?? null,
    },
  ];
}

type LateLoan = {
  loanId: string;
  keyId: string;
  dueAt: Date;
  graceUntil: Date;
  step: string | null;
  remindedAt: Date | null;
  /** The holder's phone number. */
  phone: string | null;
  band: OverdueBand;
};

/** Recalled loans first, then those due longest ago, up to a limit. */
async function listLateLoans(db: Connection): Promise<LateLoan[]> {
  const rows = await db.rows<Omit<LateLoan, 'band'> & { recalledAt: Date | null; now: Date }>({
    name: 'late-loans',
    text: `
    WITH late AS (
      SELECT l.*, clock_timestamp() AS now FROM loans l
       WHERE l.returned_at IS NULL AND l.due_at <= clock_timestamp() + $1 * interval '1 ms')
    SELECT l.id AS "loanId", l.key_id AS "keyId", l.due_at AS "dueAt",
           l.grace_until AS "graceUntil", l.recalled_at AS "recalledAt", l.now,
           ${lastReminderText} AS "remindedAt",
           (SELECT h.phone FROM users h WHERE h.id = l.holder_id) AS phone,
           (SELECT s.step FROM ladder_sent s WHERE s.loan_id = l.id AND s.due_at = date_trunc('milliseconds', l.due_at)
             ORDER BY s.sent_at DESC, array_position($3::text[], s.step) DESC LIMIT 1) AS step
      FROM late l ORDER BY l.recalled_at IS NULL, l.due_at, l.id LIMIT $2`,
    values: [soonMs, maxOverdueLoans, reminderSteps],
  });
  return rows.flatMap(({ now, recalledAt, ...loan }) => {
    const band = overdueBand({ ...loan, recalledAt }, now);
    return band ? [{ ...loan, band }] : [];
  });
}

async function countLateLoans(db: Connection): Promise<Record<OverdueBand, number>> {
  const row = await db.first<Record<OverdueBand, number>>({
    name: 'late-loan-counts',
    text: `
    SELECT count(*) FILTER (WHERE recalled_at IS NOT NULL)::int AS recalled,
           count(*) FILTER (WHERE recalled_at IS NULL AND ${isOverdue('loans', 't')})::int AS late,
           count(*) FILTER (WHERE recalled_at IS NULL AND NOT ${isOverdue('loans', 't')})::int AS soon
      FROM loans, clock_timestamp() AS t
     WHERE returned_at IS NULL AND due_at <= t + $1 * interval '1 ms'`,
    values: [soonMs],
  });
  return row ?? { recalled: 0, late: 0, soon: 0 };
}

/**
 * Reminds the holder of one key now. Scheduled reminders, which name all keys of a person, do not
 * affect the pause.
 * @throws LOAN_DISPUTED, REMINDED_RECENTLY within the pause (`reminder-pause`)
 */
export async function remindHolder(
  { db, publisher }: { db: Database; publisher: Publisher },
  desk: User,
  loanId: string,
): Promise<{ remindedAt: string }> {
  const deliveries = await transact(db, async (tx) => {
    const loan = await lockLoan(tx, loanId);
    if (!loan) throw appError('LOAN_NOT_FOUND');
    if (loan.returnedAt) throw appError('KEY_NOT_TAKEN');
    if (loan.disputed) throw appError('LOAN_DISPUTED', { keyNumber: loan.keyNumber });
    if (loan.quietKind)
      throw appError('KEY_REPORTED', { keyNumber: loan.keyNumber, condition: loan.quietKind });
    const wait = minutesUntilReminder(loan.remindedAt, loan.now);
    if (wait > 0)
      throw appError('REMINDED_RECENTLY', {
        keyNumber: loan.keyNumber,
        wait: formatMinutes(wait),
      }).withDetails({
        remindedAt: loan.remindedAt?.toISOString(),
      });
    await recordAudit(tx, {
      action: 'remind-holder',
      actorId: desk.id,
      subjectId: loan.holder.id,
      keyId: loan.keyId,
      loanId,
    });
    return notify(tx, [
      {
        userId: loan.holder.id,
        template: 'overdue',
        facts: { loans: [toOwnLoan(loan)] },
        aboutId: loanId,
        loanId,
      },
    ]);
  });
  publisher.notified(deliveries);
  return { remindedAt: deliveries[0]?.notification.createdAt ?? new Date().toISOString() };
}

/**
 * Locks first and reads in a second statement: in a single one, the second of two concurrent
 * reminders would wait for the lock and still read the state before the first.
 */
async function lockLoan(tx: Transaction, loanId: string): Promise<LockedLoan | undefined> {
  await tx.query('SELECT FROM loans WHERE id = $1 FOR NO KEY UPDATE', [loanId]);
  return tx.first<LockedLoan>(
    `SELECT ${remindedLoanColumns}, l.returned_at AS "returnedAt",
            NOT ${isHeldLoan('l')} AS disputed, ${quietKindOf('l')} AS "quietKind",
            ${lastReminderText} AS "remindedAt", clock_timestamp() AS now
       FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
      WHERE l.id = $1`,
    [loanId],
  );
}

type LockedLoan = RemindedLoan & {
  returnedAt: Date | null;
  /** True also for a settled dispute. */
  disputed: boolean;
  quietKind: IncidentKind | null;
  remindedAt: Date | null;
  now: Date;
};
