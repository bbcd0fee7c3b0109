import type { Role } from '@keydesk/shared/http/roles';
import type { RangeChoice } from '@keydesk/shared/insight/analytics';
import type { Reports } from '@keydesk/shared/insight/dashboard';
import type { Connection } from '../../db/client.ts';
import { isOverdue, isUse } from '../../db/predicates.ts';
import { countActive, percentage, slotRows, slotValues } from './analytics.ts';
import { outAtNight } from './out-at-night.ts';
import { type Range, rangeOf, type SlotCount } from './range.ts';

export type ReportDeps = { db: Connection; now: Date; timezone: string };

/** The figures of the reports page: people in the range, and keys as of now. */
export async function readReports(
  { db, now, timezone }: ReportDeps,
  choice: RangeChoice,
): Promise<Reports> {
  const range = rangeOf(choice, now, timezone);
  const [users, keys, newUsers, activeUsers, withoutCode, nights] = await Promise.all([
    countUsers(db),
    countKeys(db, now),
    registrations(db, range),
    countActive({ db, now, timezone }, choice),
    handOutsWithoutCode(db, range),
    outAtNight({ db, now, timezone }, range),
  ]);
  return {
    userAnalytics: {
      totalUsers: users.total,
      newUsers: newUsers.reduce((total, { count }) => total + count, 0),
      activeUsers,
      registrationTrend: trendOf(range, newUsers),
    },
    systemStatistics: {
      totalKeys: keys.total,
      keysInUse: keys.out,
      availableKeys: keys.total - keys.out,
      usageRate: percentage(keys.out, keys.total),
    },
    withoutCode,
    outAtNight: nights,
  };
}

/** Registrations for each date of the range, including zeros. */
function trendOf(
  { slots }: Range,
  counts: readonly SlotCount[],
): Reports['userAnalytics']['registrationTrend'] {
  const dates = new Map(slots.map(({ id }) => [id.slice(0, 10), 0]));
  for (const { slot, count } of counts) {
    const date = slots[slot]?.id.slice(0, 10) ?? '';
    dates.set(date, (dates.get(date) ?? 0) + count);
  }
  return [...dates].map(([date, count]) => ({ date, count }));
}

/** Counts members, in total and by role. */
export async function countUsers(db: Connection) {
  const { rows: counts } = await db.query<{ role: Role; count: number }>(
    `SELECT role, count(*)::int AS count FROM users
      WHERE deleted_at IS NULL AND role <> 'visitor' GROUP BY role`,
  );
  return {
    total: counts.reduce((total, { count }) => total + count, 0),
    byRole: Object.fromEntries(counts.map(({ role, count }) => [role, count])),
  };
}

type KeyCounts = {
  total: number;
  out: number;
  /** Out, or reported so that they cannot be handed out. */
  unavailable: number;
  overdue: number;
  reported: number;
};

/** How many keys there are, and how many are out, unavailable, overdue at this time, and reported. */
export async function countKeys(db: Connection, now: Date): Promise<KeyCounts> {
  const { rows } = await db.query<KeyCounts>(
    `SELECT count(*)::int AS total, count(l.id)::int AS out, count(i.id)::int AS reported,
            count(*) FILTER (WHERE l.id IS NOT NULL OR i.blocks)::int AS unavailable,
            count(*) FILTER (WHERE ${isOverdue('l', '$1')})::int AS overdue
       FROM keys k LEFT JOIN loans l ON l.key_id = k.id AND l.returned_at IS NULL
       LEFT JOIN incidents i ON i.key_id = k.id AND i.resolved_at IS NULL
      WHERE k.deleted_at IS NULL`,
    [now],
  );
  return rows[0] ?? { total: 0, out: 0, unavailable: 0, overdue: 0, reported: 0 };
}

/** How many people joined in each slot of the range, without removed ones. */
async function registrations(db: Connection, range: Range): Promise<SlotCount[]> {
  const { rows } = await db.query<SlotCount>(
    `SELECT s.slot, count(*)::int AS count
       FROM ${slotRows}
       JOIN users u ON u.created_at >= s.starts AND u.created_at < s.ends
      WHERE u.deleted_at IS NULL AND u.role <> 'visitor'
      GROUP BY s.slot`,
    slotValues(range),
  );
  return rows;
}

/** Who handed out keys in the range without a code, most first: by name, by ID card, from paper. */
export async function handOutsWithoutCode(
  db: Connection,
  { starts, ends }: Pick<Range, 'starts' | 'ends'>,
): Promise<WithoutCode[]> {
  const { rows } = await db.query<WithoutCode>(
    `SELECT l.handed_by AS "userId", u.name,
            count(*) FILTER (WHERE l.identified_by = 'desk')::int AS "byName",
            count(*) FILTER (WHERE l.identified_by = 'card')::int AS "byCard",
            count(*) FILTER (WHERE l.identified_by = 'paper')::int AS "fromPaper"
       FROM loans l JOIN users u ON u.id = l.handed_by
      WHERE l.identified_by IN ('desk', 'card', 'paper') AND l.taken_at >= $1 AND l.taken_at < $2
        AND ${isUse('l')}
      GROUP BY l.handed_by, u.name
      ORDER BY count(*) DESC, u.name
      LIMIT 50`,
    [starts, ends],
  );
  return rows.map(({ fromPaper, ...row }) => ({ ...row, ...(fromPaper && { fromPaper }) }));
}

type WithoutCode = NonNullable<Reports['withoutCode']>[number];
