import type {
  ActiveUsers,
  AnalyticsPeriod,
  ChartPoint,
  KeyUsage,
  PeakUsage,
  TimeRange,
} from '@keydesk/shared/analytics/analytics';
import { peopleCodeOf } from '@keydesk/shared/campus/offers';
import type { Connection } from '../../platform/db/client.ts';
import { readCampus, requireKnownEntries } from '../campus/index.ts';
import {
  type ActivePerson,
  activePeople,
  countUsedKeys,
  type HourCount,
  hourlyUsage,
  mostUsedKeys,
  usageOverTime,
} from './queries.ts';
import { rangeOf, rangeOfPeriod, toChartPoints } from './range.ts';

/** The database, the current time and the campus's time zone. */
type AnalyticsDeps = { db: Connection; now: Date; timezone: string };

type UsageFilter = { timeRange: TimeRange; department: string; period?: AnalyticsPeriod };
type ActivityFilter = UsageFilter & { role: string };

const topKeys = 5;
const noDepartment = 'No department';

/** How often keys were handed out, over time and for the most used keys. */
export async function keyUsage(
  { db, now, timezone }: AnalyticsDeps,
  { timeRange, department, period = 'current' }: UsageFilter,
): Promise<KeyUsage> {
  await requireDepartment(db, department);
  const range = rangeOfPeriod(period, timeRange, now, timezone);
  const [counts, most] = await Promise.all([
    usageOverTime(db, range, department),
    mostUsedKeys(db, range, department, topKeys),
  ]);
  return {
    totalUsage: sum(counts),
    mostUsedKeys: most,
    usageOverTime: toChartPoints(range, counts),
  };
}

/** @throws UNKNOWN_ENTRY unless it is one that the campus has or had, or `all`. */
async function requireDepartment(db: Connection, department: string): Promise<void> {
  if (department !== 'all') requireKnownEntries(await readCampus(db), { department });
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

/** How many people were active, by department and over time. */
export async function activeUsers(
  { db, now, timezone }: AnalyticsDeps,
  { timeRange, department, role, period = 'current' }: ActivityFilter,
): Promise<ActiveUsers> {
  const filter = { role, department: await peopleDepartment(db, department) };
  const range = rangeOfPeriod(period, timeRange, now, timezone);
  const people = await activePeople(db, range, filter);
  const counts = range.slots.map((_, slot) => ({
    slot,
    count: people.filter(({ slots }) => slots[slot] === '1').length,
  }));
  return {
    activeUsersCount: people.length,
    usersByDepartment: toDepartments(people),
    loginActivity: toChartPoints(range, counts),
  };
}

/**
 * The department that people of this one are in; `all` for all.
 * @throws UNKNOWN_ENTRY
 */
async function peopleDepartment(db: Connection, department: string): Promise<string> {
  if (department === 'all') return department;
  const campus = await readCampus(db);
  requireKnownEntries(campus, { department });
  return peopleCodeOf(campus, department);
}

/** The departments with the most people first; ties by name, and those without a department last. */
function toDepartments(people: readonly ActivePerson[]): ActiveUsers['usersByDepartment'] {
  const counts = new Map<string | null, number>();
  for (const { department } of people) counts.set(department, (counts.get(department) ?? 0) + 1);
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || compareDepartments(a, b))
    .map(([department, count]) => ({ _id: department ?? noDepartment, count }));
}

function compareDepartments(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

/** How many different people were active in a range. */
export async function countActive(
  { db, now, timezone }: AnalyticsDeps,
  timeRange: TimeRange,
): Promise<number> {
  const everybody = { role: 'all', department: 'all' };
  return (await activePeople(db, rangeOf(timeRange, now, timezone), everybody)).length;
}

/** At which hours keys are handed out, and the share of keys that were used. */
export async function peakUsage(
  { db, now, timezone }: AnalyticsDeps,
  { timeRange, department, period = 'current' }: UsageFilter,
): Promise<PeakUsage> {
  await requireDepartment(db, department);
  const range = rangeOfPeriod(period, timeRange, now, timezone);
  const [keys, hours] = await Promise.all([
    countUsedKeys(db, range, department),
    hourlyUsage(db, range, department),
  ]);
  return {
    usagePercentage: percentage(keys.out, keys.all),
    usedInRangePercentage: percentage(keys.used, keys.all),
    peakHours: toPeakHours(hours),
    hourlyUsage: toHourlyChart(hours),
  };
}

/** The hours with the most hand-outs, busiest first; ties are ordered by time. */
function toPeakHours(hours: readonly HourCount[]): PeakUsage['peakHours'] {
  return [...hours]
    .sort((a, b) => b.count - a.count || a.hour - b.hour)
    .slice(0, topHours)
    .map(({ hour, count }) => ({
      timeLabel: `${hourLabel(hour)} - ${hourLabel(hour + 1)}`,
      count,
    }));
}

function hourLabel(hour: number): string {
  return `${String(hour % 24).padStart(2, '0')}:00`;
}

/** All hours of a day in order. */
function toHourlyChart(hours: readonly HourCount[]): ChartPoint[] {
  const counts = new Map(hours.map(({ hour, count }) => [hour, count]));
  return hoursOfADay.map((hour) => ({
    _id: String(hour).padStart(2, '0'),
    period: hourLabel(hour),
    count: counts.get(hour) ?? 0,
  }));
}

const topHours = 5;
const hoursOfADay = Array.from({ length: 24 }, (_, hour) => hour);

/** A percentage with one decimal; 0 if the whole is 0. */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10;
}
