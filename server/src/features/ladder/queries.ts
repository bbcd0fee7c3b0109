import type { LadderStep } from '@keydesk/shared/due/ladder';
import type { Transaction } from '../../platform/db/client.ts';
import { isActive, isHeldLoan } from '../../platform/db/predicates.ts';
import { type RemindedLoan, remindedLoanColumns } from '../notifications/index.ts';

/** An open loan near or after its due time, and which steps were sent for that time. */
export type Candidate = RemindedLoan & {
  takenAt: Date;
  dueAt: Date;
  graceUntil: Date;
  /** Its holder was told by when it is to be back. */
  isRecalled: boolean;
  /** The head of the holder's department, if there is one who can be told. */
  headId: string | null;
  /** Of each step that was sent, the last time. */
  sent: Partial<Record<LadderStep, number>> | null;
};

/** Open loans that are due by `horizon` and not disputed, in the order in which messages name them. */
export async function findCandidates(tx: Transaction, horizon: Date): Promise<Candidate[]> {
  const { rows } = await tx.query<Candidate>({
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
       WHERE ${isHeldLoan('l')} AND l.due_at <= $1
       ORDER BY l.taken_at, k.key_number`,
    values: [horizon],
  });
  return rows;
}

/**
 * Records that these steps are sent; returns those that were not before (`never-twice`) and whose loan
 * is as it was read. These loans stay as they are until the transaction ends; one that is being
 * returned at this moment is left out.
 */
export async function claimSteps<Step extends { loan: Candidate; step: LadderStep; nth: number }>(
  tx: Transaction,
  steps: readonly Step[],
): Promise<Step[]> {
  if (steps.length === 0) return [];
  const { rows } = await tx.query<{ place: number }>({
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

/** When the daily reminder was last sent before there was a ladder; null if it never was. */
export async function latestDailyReminder(tx: Transaction): Promise<Date | null> {
  const { rows } = await tx.query<{ at: Date | null }>(
    "SELECT max(due_at) AS at FROM job_runs WHERE job = 'reminder'",
  );
  return rows[0]?.at ?? null;
}
