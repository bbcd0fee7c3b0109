import { kindsWith } from '@keydesk/shared/core/kinds';
import type { Role } from '@keydesk/shared/http/roles';
import type { Reports } from '@keydesk/shared/insight/dashboard';
import type { KeyStanding } from '@keydesk/shared/keys/key';
import { identifications } from '@keydesk/shared/loans/loan-kinds';
import type { Connection } from '../../db/client.ts';
import { isKind, quoted } from '../../db/kinds-sql.ts';
import { isOverdue, isUse, standingOf } from '../../db/predicates.ts';
import { countActive, isInRange, percentage, rangeValues, slotOf } from './analytics.ts';
import { outAtNight } from './out-at-night.ts';
import type { Range, SlotCount } from './range.ts';

export type ReportDeps = { db: Connection; now: Date; timezone: string };

/** People in the range, and keys as of now. */
export async function readReports(
  { db, now, timezone }: ReportDeps,
  range: Range,
): Promise<Reports> {
  const [users, keys, newUsers, activeUsers, withoutCode, nights] = await Promise.all([
    countUsers(db),
    countKeys(db, now),
    registrations(db, range),
    countActive(db, range),
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
      availableKeys: keys.hanging,
      reportedKeys: keys.reported,
      usageRate: percentage(keys.out, keys.total),
    },
    withoutCode,
    outAtNight: nights,
  };
}

/** Includes zeros. */
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

export type KeyCounts = Record<'total' | KeyStanding | 'overdue' | 'incidents', number>;

/** Keys by standing, overdue keys, and keys with an open incident. */
export async function countKeys(db: Connection, now: Date): Promise<KeyCounts> {
  const standing = standingOf('l', 'i');
  const { rows } = await db.query<KeyCounts>(
    `SELECT count(*)::int AS total, count(i.id)::int AS incidents,
            count(*) FILTER (WHERE ${standing} = 'hanging')::int AS hanging,
            count(*) FILTER (WHERE ${standing} = 'out')::int AS out,
            count(*) FILTER (WHERE ${standing} = 'reported')::int AS reported,
            count(*) FILTER (WHERE ${isOverdue('l', '$1')})::int AS overdue
       FROM keys k LEFT JOIN loans l ON l.key_id = k.id AND l.returned_at IS NULL
       LEFT JOIN incidents i ON i.key_id = k.id AND i.resolved_at IS NULL
      WHERE k.deleted_at IS NULL`,
    [now],
  );
  const [counts] = rows;
  if (!counts) throw new Error('No keys were counted');
  return counts;
}

/** Without deleted people. */
async function registrations(db: Connection, range: Range): Promise<SlotCount[]> {
  const { rows } = await db.query<SlotCount>(
    `SELECT ${slotOf('created_at')} AS slot, count(*)::int AS count FROM users
      WHERE ${isInRange('created_at')} AND deleted_at IS NULL AND role <> 'visitor'
      GROUP BY slot`,
    rangeValues(range),
  );
  return rows;
}

/** Guards by number of hand-outs by name, by ID card or from paper, most first. */
export async function handOutsWithoutCode(
  db: Connection,
  { starts, ends }: Pick<Range, 'starts' | 'ends'>,
): Promise<WithoutCode[]> {
  const { rows } = await db.query<WithoutCode>(
    `SELECT l.handed_by AS "userId", u.name,
            ${counted.join(',\n            ')}
       FROM loans l JOIN users u ON u.id = l.handed_by
      WHERE ${isKind('l.identified_by', identifications, { isGuardsWord: true })}
        AND l.taken_at >= $1 AND l.taken_at < $2 AND ${isUse('l')}
      GROUP BY l.handed_by, u.name
      ORDER BY count(*) DESC, u.name
      LIMIT 50`,
    [starts, ends],
  );
  return rows.map(({ fromPaper, ...row }) => ({ ...row, ...(fromPaper && { fromPaper }) }));
}

const counted = kindsWith(identifications, { isGuardsWord: true }).map(
  (name) =>
    `count(*) FILTER (WHERE l.identified_by = ${quoted(name)})::int
       AS "${identifications[name].reportedAs}"`,
);

type WithoutCode = NonNullable<Reports['withoutCode']>[number];
