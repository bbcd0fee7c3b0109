import { ladderSteps } from '@keydesk/shared/due/ladder';
import { type OverdueBand, overdueBand, soonMs } from '@keydesk/shared/due/overdue-band';
import { maxOverdueLoans } from '@keydesk/shared/due/overdue-routes';
import type { Connection } from '../../platform/db/client.ts';
import { isOverdue } from '../../platform/db/predicates.ts';
import { lastReminderText } from '../notifications/index.ts';

/** An open loan that is recalled, overdue or due soon. */
export type LateLoan = {
  loanId: string;
  keyId: string;
  dueAt: Date;
  graceUntil: Date;
  step: string | null;
  remindedAt: Date | null;
  band: OverdueBand;
};

/** Recalled ones first, then those due longest ago; at most so many altogether. */
export async function listLateLoans(db: Connection): Promise<LateLoan[]> {
  const { rows } = await db.query<Omit<LateLoan, 'band'> & { recalledAt: Date | null; now: Date }>({
    name: 'late-loans',
    text: `
    WITH late AS (
      SELECT l.*, clock_timestamp() AS now FROM loans l
       WHERE l.returned_at IS NULL AND l.due_at <= clock_timestamp() + $1 * interval '1 ms')
    SELECT l.id AS "loanId", l.key_id AS "keyId", l.due_at AS "dueAt",
           l.grace_until AS "graceUntil", l.recalled_at AS "recalledAt", l.now,
           ${lastReminderText} AS "remindedAt",
           (SELECT s.step FROM ladder_sent s WHERE s.loan_id = l.id AND s.due_at = date_trunc('milliseconds', l.due_at)
             ORDER BY s.sent_at DESC, array_position($3::text[], s.step) DESC LIMIT 1) AS step
      FROM late l ORDER BY l.recalled_at IS NULL, l.due_at, l.id LIMIT $2`,
    values: [soonMs, maxOverdueLoans, ladderSteps],
  });
  return rows.flatMap(({ now, recalledAt, ...loan }) => {
    const band = overdueBand({ ...loan, recalledAt }, now);
    return band ? [{ ...loan, band }] : [];
  });
}

/** How many there are of each band. */
export async function countLateLoans(db: Connection): Promise<Record<OverdueBand, number>> {
  const { rows } = await db.query<Record<OverdueBand, number>>({
    name: 'late-loan-counts',
    text: `
    SELECT count(*) FILTER (WHERE recalled_at IS NOT NULL)::int AS recalled,
           count(*) FILTER (WHERE recalled_at IS NULL AND ${isOverdue('loans', 't')})::int AS late,
           count(*) FILTER (WHERE recalled_at IS NULL AND NOT ${isOverdue('loans', 't')})::int AS soon
      FROM loans, clock_timestamp() AS t
     WHERE returned_at IS NULL AND due_at <= t + $1 * interval '1 ms'`,
    values: [soonMs],
  });
  return rows[0] ?? { recalled: 0, late: 0, soon: 0 };
}
