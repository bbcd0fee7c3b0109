import type { AdminDashboard } from '@keydesk/shared/dashboard/dashboard';
import type { LoanToRemind } from '@keydesk/shared/handovers/loan';
import type { ReturnType } from '@keydesk/shared/handovers/return-type';
import { desc, isNull } from 'drizzle-orm';
import type { Connection } from '../../platform/db/client.ts';
import { isHeldLoan, isOverdue } from '../../platform/db/predicates.ts';
import { users } from '../../platform/db/tables.ts';
import { lastReminderText } from '../notifications/index.ts';

/** A recent activity: a key went out or came back, or somebody joined. */
export type ActivityItem = {
  id: string;
  at: Date;
  kind: 'out' | 'back' | 'joined';
  person: string;
  person_id: string;
  key_number: string | null;
  key_id: string | null;
  return_type: ReturnType | null;
  returner: string | null;
  returner_id: string | null;
  /** The holder disputes the loan, or an admin agreed that it was not theirs. */
  disputed: boolean;
};

const isDisputed = "(d.loan_id IS NOT NULL AND d.resolution IS DISTINCT FROM 'confirmed')";

/** The latest hand-outs, returns and new people, newest first. */
export async function listRecentActivity(db: Connection, limit: number): Promise<ActivityItem[]> {
  const { rows } = await db.query<ActivityItem>(
    `SELECT * FROM (
       (SELECT l.id || '-out' AS id, l.taken_at AS at, 'out' AS kind, h.name AS person,
               h.id AS person_id, k.key_number, k.id AS key_id, NULL AS return_type,
               NULL AS returner, NULL AS returner_id, ${isDisputed} AS disputed
          FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
          LEFT JOIN loan_disputes d ON d.loan_id = l.id
         WHERE d.corrected_to IS NULL
         ORDER BY l.taken_at DESC LIMIT $1)
       UNION ALL
       (SELECT l.id || '-back', l.returned_at, 'back', h.name, h.id, k.key_number, k.id, l.return_type,
               r.name, r.id, ${isDisputed}
          FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
          JOIN users r ON r.id = l.returned_by
          LEFT JOIN loan_disputes d ON d.loan_id = l.id
         WHERE l.returned_at IS NOT NULL AND d.corrected_to IS NULL
         ORDER BY l.returned_at DESC LIMIT $1)
       UNION ALL
       (SELECT u.id || '-joined', u.created_at, 'joined', u.name, u.id, NULL, NULL, NULL, NULL, NULL,
               false
          FROM users u WHERE u.deleted_at IS NULL
         ORDER BY u.created_at DESC LIMIT $1)
     ) AS activity
     ORDER BY at DESC, id LIMIT $1`,
    [limit],
  );
  return rows;
}

/** The people who joined last. */
export function recentUsers(db: Connection, limit: number) {
  return db.orm
    .select()
    .from(users)
    .where(isNull(users.deletedAt))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

type TopHolder = AdminDashboard['stats']['topHolders'][number];

/** The people with the most keys out now; ties are ordered by name. */
export async function topHolders(db: Connection, limit: number): Promise<TopHolder[]> {
  const { rows } = await db.query<TopHolder>(
    `SELECT u.id AS "userId", u.name, count(*)::int AS count
       FROM loans l JOIN users u ON u.id = l.holder_id
      WHERE ${isHeldLoan('l')}
      GROUP BY u.id
      ORDER BY count DESC, u.name, u.id
      LIMIT $1`,
    [limit],
  );
  return rows;
}

/** The keys that are out and overdue at this time, or those that are not; longest out first. */
export async function longestOpenLoans(
  db: Connection,
  { now, overdue }: { now: Date; overdue: boolean },
  limit: number,
): Promise<LoanToRemind[]> {
  const { rows } = await db.query<OpenLoanRow>(
    `SELECT l.id AS "loanId", k.id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
            jsonb_build_object('id', h.id, 'name', h.name) AS holder, l.taken_at AS "takenAt",
            l.due_at AS "dueAt", ${lastReminderText} AS "remindedAt",
            NOT ${isHeldLoan('l')} AS disputed
       FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
      WHERE l.returned_at IS NULL
        AND ${isOverdue('l', '$1')} = $2
      ORDER BY l.taken_at, k.key_number, l.id
      LIMIT $3`,
    [now, overdue, limit],
  );
  return rows.map(({ takenAt, dueAt, remindedAt, disputed, ...loan }) => ({
    ...loan,
    takenAt: takenAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    remindedAt: remindedAt?.toISOString() ?? null,
    ...(disputed && { disputed: true as const }),
  }));
}

type OpenLoanRow = Pick<LoanToRemind, 'loanId' | 'keyId' | 'keyNumber' | 'keyName' | 'holder'> & {
  takenAt: Date;
  dueAt: Date | null;
  remindedAt: Date | null;
  disputed: boolean;
};

type CountsAt = { users: number; keys: number; out: number; overdue: number };

/** How many people and keys there were at a time, and how many keys were out and overdue. */
export async function countsAt(db: Connection, at: Date): Promise<CountsAt> {
  const { rows } = await db.query<CountsAt>(
    `SELECT (SELECT count(*)::int FROM users
              WHERE created_at <= $1 AND (deleted_at IS NULL OR deleted_at > $1)) AS users,
            (SELECT count(*)::int FROM keys
              WHERE created_at <= $1 AND (deleted_at IS NULL OR deleted_at > $1)) AS keys,
            count(*)::int AS out, count(*) FILTER (WHERE ${isOverdue('loans', '$1')})::int AS overdue
       FROM (SELECT grace_until FROM loans WHERE returned_at IS NULL AND taken_at <= $1
             UNION ALL
             SELECT grace_until FROM loans WHERE returned_at > $1 AND taken_at <= $1) AS loans`,
    [at],
  );
  return rows[0] ?? { users: 0, keys: 0, out: 0, overdue: 0 };
}
