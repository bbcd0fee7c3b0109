import type { TimeRange } from '@keydesk/shared/analytics/analytics';
import type { Reports } from '@keydesk/shared/dashboard/dashboard';
import type { Connection } from '../../platform/db/client.ts';
import { countActive, percentage, type Range, rangeOf } from '../analytics/index.ts';
import {
  handOutsWithoutCode,
  type KeyCounts,
  keyCounts,
  registrations,
  userCounts,
} from './queries.ts';

export type ReportDeps = { db: Connection; now: Date; timezone: string };

/** The figures of the reports page: people in the range, and keys as of now. */
export async function readReports(
  { db, now, timezone }: ReportDeps,
  timeRange: TimeRange,
): Promise<Reports> {
  const range = rangeOf(timeRange, now, timezone);
  const [users, keys, newUsers, activeUsers, withoutCode] = await Promise.all([
    countUsers(db),
    countKeys(db, now),
    registrations(db, range),
    countActive({ db, now, timezone }, timeRange),
    handOutsWithoutCode(db, range),
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
  };
}

/** Registrations for each date of the range, including zeros. */
function trendOf(
  { slots }: Range,
  counts: readonly { slot: number; count: number }[],
): Reports['userAnalytics']['registrationTrend'] {
  const dates = new Map(slots.map(({ id }) => [id.slice(0, 10), 0]));
  for (const { slot, count } of counts) {
    const date = slots[slot]?.id.slice(0, 10) ?? '';
    dates.set(date, (dates.get(date) ?? 0) + count);
  }
  return [...dates].map(([date, count]) => ({ date, count }));
}

/** Counts keys: all, those that are out, and those that are overdue now. */
export function countKeys(db: Connection, now: Date): Promise<KeyCounts> {
  return keyCounts(db, now);
}

/** Counts people, in total and by role. */
export async function countUsers(db: Connection) {
  const counts = await userCounts(db);
  return {
    total: counts.reduce((total, { count }) => total + count, 0),
    byRole: Object.fromEntries(counts.map(({ role, count }) => [role, count])),
  };
}
