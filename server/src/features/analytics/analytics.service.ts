import type {
  ActiveUsers,
  KeyUsage,
  PeakUsage,
  TimeRange,
} from '@keydesk/shared/analytics/analytics';
import { peopleDepartment } from '@keydesk/shared/users/people-department';
import type { Connection } from '../../db/client.ts';
import { activePeople } from './active-people.query.ts';
import { chartOf } from './chart.ts';
import { hourlyUsage } from './hourly-usage.query.ts';
import { hourChart, peakHoursOf } from './hours.ts';
import { loginActivity } from './login-activity.query.ts';
import { mostUsedKeys } from './most-used-keys.query.ts';
import { percentage } from './percentage.ts';
import { rangeOf } from './range.ts';
import { usageOverTime } from './usage-over-time.query.ts';
import { usedShare } from './used-share.query.ts';

/** The database, the time that counts as now, and the campus's time zone. */
export type AnalyticsDeps = { db: Connection; now: Date; timezone: string };

export type UsageFilter = { timeRange: TimeRange; department: string };
export type ActivityFilter = UsageFilter & { role: string };

const topKeys = 5;
const noDepartment = 'No department';

const sum = (counts: readonly { count: number }[]): number =>
  counts.reduce((total, { count }) => total + count, 0);

/** How often which keys were handed out. */
export const keyUsage = async (
  { db, now, timezone }: AnalyticsDeps,
  { timeRange, department }: UsageFilter,
): Promise<KeyUsage> => {
  const range = rangeOf(timeRange, now, timezone);
  const [counts, most] = await Promise.all([
    usageOverTime(db, range, department),
    mostUsedKeys(db, range, department, topKeys),
  ]);
  return { totalUsage: sum(counts), mostUsedKeys: most, usageOverTime: chartOf(range, counts) };
};

/** Who was active, by department, and how many in the course of the range. */
export const activeUsers = async (
  { db, now, timezone }: AnalyticsDeps,
  { timeRange, department, role }: ActivityFilter,
): Promise<ActiveUsers> => {
  const filter = { role, department: peopleDepartment(department) };
  const range = rangeOf(timeRange, now, timezone);
  const [departments, counts] = await Promise.all([
    activePeople(db, range, filter),
    loginActivity(db, range, filter),
  ]);
  return {
    activeUsersCount: sum(departments),
    usersByDepartment: departments.map(({ department, count }) => ({
      _id: department ?? noDepartment,
      count,
    })),
    loginActivity: chartOf(range, counts),
  };
};

/** How many different people were active in a range. */
export const countActive = async (
  { db, now, timezone }: AnalyticsDeps,
  timeRange: TimeRange,
): Promise<number> =>
  sum(
    await activePeople(db, rangeOf(timeRange, now, timezone), { role: 'all', department: 'all' }),
  );

/** At which hours keys are handed out, and what share of them at all. */
export const peakUsage = async (
  { db, now, timezone }: AnalyticsDeps,
  { timeRange, department }: UsageFilter,
): Promise<PeakUsage> => {
  const range = rangeOf(timeRange, now, timezone);
  const [share, hours] = await Promise.all([
    usedShare(db, range, department),
    hourlyUsage(db, range, department),
  ]);
  return {
    usagePercentage: percentage(share.used, share.all),
    peakHours: peakHoursOf(hours),
    hourlyUsage: hourChart(hours),
  };
};
