import { ladderSteps } from '@keydesk/shared/due/ladder';
import { type OverdueBand, overdueBand, soonMs } from '@keydesk/shared/due/overdue-band';
import { maxOverdueLoans } from '@keydesk/shared/due/overdue-routes';
import type { Connection } from '../../platform/db/client.ts';
import { lastReminderText } from '../notifications/index.ts';

/** An open loan that is overdue or due soon. */
export type LateLoan = {
  loanId: string;
  keyId: string;
  dueAt: Date;
  graceUntil: Date;
  step: string | null;
  remindedAt: Date | null;
  band: OverdueBand;
};

/** Those that are overdue or due soon, due longest ago first; at most so many altogether. */
export async function listLateLoans(db: Connection): Promise<LateLoan[]> {
  const { rows } = await db.query<Omit<LateLoan, 'band'> & { now: Date }>({
    name: 'late-loans',
    text: `
    WITH late AS (
      SELECT l.*, clock_timestamp() AS now FROM loans l
       WHERE l.returned_at IS NULL AND l.due_at <= clock_timestamp() + $1 * interval '1 ms')
    SELECT l.id AS "loanId", l.key_id AS "keyId", l.due_at AS "dueAt",
           l.grace_until AS "graceUntil", l.now,
           ${lastReminderText} AS "remindedAt",
           (SELECT s.step FROM ladder_sent s WHERE s.loan_id = l.id AND s.due_at = date_trunc('milliseconds', l.due_at)
             ORDER BY s.sent_at DESC, array_position($3::text[], s.step) DESC LIMIT 1) AS step
      FROM late l ORDER BY l.due_at, l.id LIMIT $2`,
    values: [soonMs, maxOverdueLoans, ladderSteps],
  });
  return rows.flatMap(({ now, ...loan }) => {
    const band = overdueBand(loan, now);
    return band ? [{ ...loan, band }] : [];
  });
}

/** How many there are of each band. */
export async function countLateLoans(db: Connection): Promise<Record<OverdueBand, number>> {
  const { rows } = await db.query<Record<OverdueBand, number>>({
    name: 'late-loan-counts',
    text: `
    SELECT count(*) FILTER (WHERE grace_until <= t)::int AS late,
           count(*) FILTER (WHERE grace_until > t)::int AS soon
      FROM loans, clock_timestamp() AS t
     WHERE returned_at IS NULL AND due_at <= t + $1 * interval '1 ms'`,
    values: [soonMs],
  });
  return rows[0] ?? { late: 0, soon: 0 };
}
