import type { TimeRange } from '@keydesk/shared/analytics/analytics';
import type { Reports } from '@keydesk/shared/dashboard/dashboard';
import { latestReminder, type ReminderRule } from '@keydesk/shared/keys/due';
import type { Connection } from '../../platform/db/client.ts';
import { countActive, percentage, type Range, rangeOf } from '../analytics/index.ts';
import { type KeyCounts, keyCounts, registrations, userCounts } from './queries.ts';

export type ReportDeps = { db: Connection; now: Date; rule: ReminderRule };

/** The figures of the reports page: people in the range, and keys as of now. */
export async function readReports(
  { db, now, rule }: ReportDeps,
  timeRange: TimeRange,
): Promise<Reports> {
  const range = rangeOf(timeRange, now, rule.timezone);
  const [users, keys, newUsers, activeUsers] = await Promise.all([
    countUsers(db),
    countKeys(db, now, rule),
    registrations(db, range),
    countActive({ db, now, timezone: rule.timezone }, timeRange),
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

/** Counts keys; one is overdue if it was already out at the latest reminder time. */
export function countKeys(db: Connection, now: Date, rule: ReminderRule): Promise<KeyCounts> {
  return keyCounts(db, latestReminder(now, rule));
}

/** Counts people, in total and by role. */
export async function countUsers(db: Connection) {
  const counts = await userCounts(db);
  return {
    total: counts.reduce((total, { count }) => total + count, 0),
    byRole: Object.fromEntries(counts.map(({ role, count }) => [role, count])),
  };
}
