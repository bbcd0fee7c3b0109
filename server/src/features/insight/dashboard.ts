import { api } from '@keydesk/shared/api';
import { dayMs } from '@keydesk/shared/core/dates';
import {
  type AdminDashboard,
  type OperatorDashboard,
  unseenDays,
} from '@keydesk/shared/insight/dashboard';
import type { LoanToRemind } from '@keydesk/shared/loans/loan';
import { isCollected, type ReturnType, returnTypes } from '@keydesk/shared/loans/loan-kinds';
import { disputeResolutions } from '@keydesk/shared/loans/settlement';
import { shownName } from '@keydesk/shared/people/shown-name';
import { t as recordedText } from '@keydesk/shared/texts/en/recorded';
import { and, desc, isNull, ne } from 'drizzle-orm';
import { lastReminderText } from '../../core/messages/queries.ts';
import type { Connection } from '../../db/client.ts';
import { isKind } from '../../db/kinds-sql.ts';
import {
  cameBack,
  isHeldLoan,
  isOverdue,
  isReportedLost,
  isUse,
  lastSeenOf,
} from '../../db/predicates.ts';
import { holderName, namedAs, type RowOf, toAnswer } from '../../db/rows.ts';
import { users } from '../../db/schema.ts';
import type { AddRoutes } from '../../http/define-route.ts';
import type { WatchedDue } from '../due/index.ts';
import { listDisputes } from '../loans/index.ts';
import { presentUser } from '../people/index.ts';
import { countKeys, countUsers, type KeyCounts } from './reports.ts';
import { countUnusual } from './unusual.ts';

export const addDashboardRoutes: AddRoutes<{ due: WatchedDue }> = (serve, { db, due }) => {
  serve(api.adminDashboard, async () => ({
    data: await adminDashboard({ db, now: new Date(), timezone: due.calendar().timezone }),
  }));
  serve(api.operatorDashboard, async () => ({
    data: await operatorDashboard({ db, now: new Date() }),
  }));
};

const listLimits = { holders: 5, users: 5, activity: 10, overdue: 100, longestOut: 5 };

type DashboardDeps = { db: Connection; now: Date };

async function adminDashboard({
  db,
  now,
  timezone,
}: DashboardDeps & { timezone: string }): Promise<AdminDashboard> {
  const [users, keys, holders, newest, activity, overdue, others, disputes, unseen, unusual] =
    await Promise.all([
      countUsers(db),
      countKeys(db, now),
      topHolders(db, listLimits.holders),
      recentUsers(db, listLimits.users),
      listRecentActivity(db, listLimits.activity),
      longestOpenLoans(db, { now, overdue: true }, listLimits.overdue),
      longestOpenLoans(db, { now, overdue: false }, listLimits.longestOut),
      listDisputes(db, 'open'),
      countUnseen(db, now),
      countUnusual({ db, now, timezone }),
    ]);
  return {
    stats: {
      totalUsers: users.total,
      usersByRole: users.byRole,
      ...keyStats(keys),
      openIncidents: keys.incidents,
      unseenKeys: unseen,
      topHolders: holders,
    },
    overdueLoans: overdue,
    longestOut: others,
    openDisputes: disputes,
    unusual,
    recentUsers: newest.map(presentUser),
    recentActivity: activity.map((item) => ({
      id: item.id,
      action: activityText(item),
      timestamp: item.at.toISOString(),
    })),
  };
}

/** Keys that no handover or count has seen for `unseenDays`. */
async function countUnseen(db: Connection, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM keys k
      WHERE k.deleted_at IS NULL AND coalesce(${lastSeenOf('k')}, k.created_at) < $1`,
    [new Date(now.getTime() - unseenDays * dayMs)],
  );
  return rows[0]?.count ?? 0;
}

function keyStats(keys: KeyCounts): OperatorDashboard['stats'] {
  const { total, hanging, out, reported, overdue } = keys;
  return {
    totalKeys: total,
    availableKeys: hanging,
    unavailableKeys: out + reported,
    keysInUse: out,
    reportedKeys: reported,
    overdueKeys: overdue,
  };
}

function activityText(item: ActivityItem): string {
  const { kind, return_type: returnType, from_paper } = item;
  const keyNumber = item.key_number ?? '';
  const [person, returner] = [shownName(item.person), shownName(item.returner ?? '')];
  if (item.disputed) return anonymousActivityText(item);
  if (kind === 'joined') return recordedText('joined', { person });
  if (kind === 'out') return recordedText('took', { person, keyNumber });
  if (from_paper) return recordedText('returned-from-paper', { person, keyNumber });
  if (isCollected(returnType))
    return recordedText('collected-from', { returner, keyNumber, person });
  return (returnType && returnTypes[returnType].by === 'holder') || returner === person
    ? recordedText('returned', { person, keyNumber })
    : recordedText('returned-for', { returner, keyNumber, person });
}

async function operatorDashboard({ db, now }: DashboardDeps): Promise<OperatorDashboard> {
  const [keys, activity] = await Promise.all([
    countKeys(db, now),
    listRecentActivity(db, listLimits.activity),
  ]);
  return {
    stats: keyStats(keys),
    recentActivity: activity
      .filter(({ kind }) => kind !== 'joined')
      .map((item) => ({
        id: item.id,
        action: anonymousActivityText(item),
        timestamp: item.at.toISOString(),
      })),
  };
}

/** For readers who may not see who has which key. */
function anonymousActivityText({ kind, key_number: keyNumber }: ActivityItem): string {
  return recordedText(kind === 'out' ? 'key-went' : 'key-came', { keyNumber: keyNumber ?? '' });
}

type ActivityItem = {
  id: string;
  at: Date;
  kind: 'out' | 'back' | 'joined';
  person: string;
  key_number: string | null;
  return_type: ReturnType | null;
  returner: string | null;
  /** Entered later from paper. */
  from_paper: boolean;
  /** Disputed, or found not to be the holder's. */
  disputed: boolean;
};

const isDisputed = `(d.loan_id IS NOT NULL
  AND coalesce(NOT ${isKind('d.resolution', disputeResolutions, { effect: 'none' })}, true))`;

/** Newest first. */
async function listRecentActivity(db: Connection, limit: number): Promise<ActivityItem[]> {
  const { rows } = await db.query<ActivityItem>(
    `SELECT * FROM (
       (SELECT l.id || '-out' AS id, l.taken_at AS at, 'out' AS kind, ${holderName('l', 'h')} AS person,
               k.key_number, NULL AS return_type, NULL AS returner, false AS from_paper,
               ${isDisputed} AS disputed
          FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
          LEFT JOIN loan_disputes d ON d.loan_id = l.id
         WHERE d.corrected_to IS NULL AND ${isUse('l')}
         ORDER BY l.taken_at DESC LIMIT $1)
       UNION ALL
       (SELECT l.id || '-back', l.returned_at, 'back', ${holderName('l', 'h')}, k.key_number, l.return_type,
               r.name, l.return_recorded_at IS NOT NULL, ${isDisputed}
          FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
          JOIN users r ON r.id = l.returned_by
          LEFT JOIN loan_disputes d ON d.loan_id = l.id
         WHERE l.returned_at IS NOT NULL AND d.corrected_to IS NULL AND ${cameBack('l')}
         ORDER BY l.returned_at DESC LIMIT $1)
       UNION ALL
       (SELECT u.id || '-joined', u.created_at, 'joined', u.name, NULL, NULL, NULL, false, false
          FROM users u WHERE u.deleted_at IS NULL AND u.role <> 'visitor'
         ORDER BY u.created_at DESC LIMIT $1)
     ) AS activity
     ORDER BY at DESC, id LIMIT $1`,
    [limit],
  );
  return rows;
}

function recentUsers(db: Connection, limit: number) {
  return db.orm
    .select()
    .from(users)
    .where(and(isNull(users.deletedAt), ne(users.role, 'visitor')))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

type TopHolder = AdminDashboard['stats']['topHolders'][number];

/** Ties by name. */
async function topHolders(db: Connection, limit: number): Promise<TopHolder[]> {
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

/** Longest out first. */
async function longestOpenLoans(
  db: Connection,
  { now, overdue }: { now: Date; overdue: boolean },
  limit: number,
): Promise<LoanToRemind[]> {
  const { rows } = await db.query<OpenLoanRow>(
    `SELECT l.id AS "loanId", k.id AS "keyId", k.key_number AS "keyNumber", k.key_name AS "keyName",
            ${namedAs('h', 'holder')}, l.taken_at AS "takenAt",
            l.due_at AS "dueAt", ${lastReminderText} AS "remindedAt",
            NOT ${isHeldLoan('l')} AS disputed, ${isReportedLost('l')} AS lost
       FROM loans l JOIN keys k ON k.id = l.key_id JOIN users h ON h.id = l.holder_id
      WHERE l.returned_at IS NULL
        AND ${isOverdue('l', '$1')} = $2
      ORDER BY l.taken_at, k.key_number, l.id
      LIMIT $3`,
    [now, overdue, limit],
  );
  return rows.map(({ disputed, lost, ...loan }) => ({
    ...toAnswer(loan),
    ...(disputed && { disputed: true as const }),
    ...(lost && { lost: true as const }),
  }));
}

type OpenLoanRow = RowOf<
  Omit<LoanToRemind, 'disputed' | 'lost'>,
  'takenAt' | 'dueAt' | 'remindedAt'
> & { disputed: boolean; lost: boolean };
