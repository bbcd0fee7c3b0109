import type { TimeRange } from '@keydesk/shared/analytics/analytics';
import type { Reports } from '@keydesk/shared/dashboard/dashboard';
import type { ReminderRule } from '@keydesk/shared/keys/due';
import type { Connection } from '../../db/client.ts';
import { countActive } from '../analytics/analytics.service.ts';
import { percentage } from '../analytics/percentage.ts';
import { type Range, rangeOf } from '../analytics/range.ts';
import { countKeys, countUsers } from './campus-now.service.ts';
import { registrations } from './registrations.query.ts';

export type ReportDeps = { db: Connection; now: Date; rule: ReminderRule };

/** Registrations of each date that the range touches, zero where there were none. */
const trendOf = (
  { slots }: Range,
  counts: readonly { slot: number; count: number }[],
): Reports['userAnalytics']['registrationTrend'] => {
  const dates = new Map(slots.map(({ id }) => [id.slice(0, 10), 0]));
  for (const { slot, count } of counts) {
    const date = slots[slot]?.id.slice(0, 10) ?? '';
    dates.set(date, (dates.get(date) ?? 0) + count);
  }
  return [...dates].map(([date, count]) => ({ date, count }));
};

/** People of the range and the campus as it stands. */
export const readReports = async (
  { db, now, rule }: ReportDeps,
  timeRange: TimeRange,
): Promise<Reports> => {
  const range = rangeOf(timeRange, now, rule.timezone);
  const [users, keys, newcomers, activeUsers] = await Promise.all([
    countUsers(db),
    countKeys(db, now, rule),
    registrations(db, range),
    countActive({ db, now, timezone: rule.timezone }, timeRange),
  ]);
  return {
    userAnalytics: {
      totalUsers: users.total,
      newUsers: newcomers.reduce((total, { count }) => total + count, 0),
      activeUsers,
      registrationTrend: trendOf(range, newcomers),
    },
    systemStatistics: {
      totalKeys: keys.total,
      keysInUse: keys.out,
      availableKeys: keys.total - keys.out,
      usageRate: percentage(keys.out, keys.total),
    },
  };
};
