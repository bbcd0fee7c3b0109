import { z } from 'zod';
import { codeSchema } from '../campus/campus.ts';
import { dayMs } from '../core/dates.ts';
import { idSchema } from '../core/fields.ts';
import { adminRoute, dataEnvelope } from '../core/route-rows.ts';
import { says } from '../core/schema-texts.ts';
import { t } from '../texts/en/report-ranges.ts';

/** Time ranges of the reports. */
export const timeRanges = [
  { value: '1d', days: 1 },
  { value: '7d', days: 7 },
  { value: '30d', days: 30 },
  { value: '90d', days: 90 },
] as const;
export const timeRangeSchema = z.enum(timeRanges.map((range) => range.value));
export type TimeRange = z.infer<typeof timeRangeSchema>;

export function timeRangeText({ days }: (typeof timeRanges)[number]): string {
  return days === 1 ? t('last-hours', { count: 24 }) : t('last-days', { count: days });
}

/** A time range, or custom dates on the campus, both included. */
export type RangeChoice = {
  timeRange: TimeRange;
  from?: string | undefined;
  to?: string | undefined;
};

const dateSchema = z.iso.date(says('give-day'));

/** Query fields for a range. */
export const rangeChoice = {
  timeRange: timeRangeSchema.default('7d'),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
};

/** A chart has a point per day and shows the preceding period, too: a year each. */
export const mostOwnDays = 366;

/** Null for valid custom dates. */
export function ownDatesError(
  { from, to }: Omit<RangeChoice, 'timeRange'>,
  today: string,
): string | null {
  if (!from || !to) return t('both-days');
  if (from > to) return t('wrong-order');
  if (to > today) return t('up-to-today');
  if (from < '2000-01-01') return t('near-today');
  return daysOf(from, to) > mostOwnDays ? t('most-days', { most: mostOwnDays }) : null;
}

/** Both days included. */
export function daysOf(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** '24 hours', '7 days' */
export function rangeLength({ timeRange, from, to }: RangeChoice): string {
  if (from && to) return t('days', { count: daysOf(from, to) });
  return timeRange === '1d' ? t('hours') : t('days', { count: Number(timeRange.slice(0, -1)) });
}

/** The range in a file name: '7d', or '2026-01-07-to-2026-06-30'. */
export function rangeFileName({ timeRange, from, to }: RangeChoice): string {
  return from && to ? `${from}-to-${to}` : timeRange;
}

/** Retention of sign-ins for these figures. */
export const signInDays = 120;

/** The note on active people for days without stored sign-ins. */
export function activeNote({ from }: Pick<RangeChoice, 'from'>, now: number): string | undefined {
  return from && Date.parse(from) < now - signInDays * dayMs
    ? t('sign-ins-kept', { days: signInDays })
    : undefined;
}

/**
 * The range up to now, or the period before it, which is cut off like the running day or hour, so
 * that both can be compared.
 */
const analyticsPeriodSchema = z.enum(['current', 'previous']);
export type AnalyticsPeriod = z.infer<typeof analyticsPeriodSchema>;

/** `all` means no filter. */
export const analyticsRoleSchema = z.enum(['all', 'admin', 'security', 'faculty']);
export type AnalyticsRole = z.infer<typeof analyticsRoleSchema>;

/** The department of keys or of people; `all` means no filter. */
export const analyticsDepartmentSchema = codeSchema;

/** `_id` is the local date or hour, `period` its label; the last one may be running. */
export const chartPointSchema = z.object({ _id: z.string(), period: z.string(), count: z.int() });
export type ChartPoint = z.infer<typeof chartPointSchema>;

const keyUsageSchema = z.object({
  totalUsage: z.int(),
  mostUsedKeys: z.array(
    z.object({
      keyId: idSchema.optional(),
      keyNumber: z.string(),
      keyName: z.string(),
      department: z.string(),
      usageCount: z.int(),
    }),
  ),
  usageOverTime: z.array(chartPointSchema),
});
export type KeyUsage = z.infer<typeof keyUsageSchema>;

const activeUsersSchema = z.object({
  activeUsersCount: z.int(),
  usersByDepartment: z.array(z.object({ _id: z.string(), count: z.int() })),
  loginActivity: z.array(chartPointSchema),
});
export type ActiveUsers = z.infer<typeof activeUsersSchema>;

const peakUsageSchema = z.object({
  /** Percentage of active keys that are out now, one decimal; the same for every period. */
  usagePercentage: z.number(),
  /** Percentage handed out at least once in the range. */
  usedInRangePercentage: z.number(),
  peakHours: z.array(z.object({ timeLabel: z.string(), count: z.int() })),
  hourlyUsage: z.array(chartPointSchema),
});
export type PeakUsage = z.infer<typeof peakUsageSchema>;

/** The upper end of an axis that includes `max`, and its round ticks from 0. */
export function countScale(max: number): { top: number; ticks: number[] } {
  const step = countStep(max);
  const count = Math.max(1, Math.ceil(max / step));
  return {
    top: step * count,
    ticks: Array.from({ length: count + 1 }, (_, index) => index * step),
  };
}

/** The smallest of 1, 2, 5, 10, 20, 50 and so on with which few ticks reach `max`. */
function countStep(max: number): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (step * power * maxSteps >= max) return step * power;
}

const maxSteps = 4;

/** At most `most` points get a label: round hours, or every nth day counted from today. */
export function labelledPoints<P extends Pick<ChartPoint, 'period'>>(
  points: readonly P[],
  most: number,
): P[] {
  const ofHours = points.every(({ period }) => /^\d\d:\d\d$/.test(period));
  const steps = ofHours ? hourSteps : daySteps;
  const fits = steps.find((step) => Math.ceil(points.length / step) <= most);
  const step = fits ?? steps.at(-1) ?? 1;
  return points.filter(({ period }, index) =>
    ofHours ? isRoundHour(period, step) : (points.length - 1 - index) % step === 0,
  );
}

function isRoundHour(period: string, step: number): boolean {
  return Number(period.slice(0, 2)) % step === 0 && period.endsWith(':00');
}

const hourSteps = [1, 2, 3, 6, 12];
const daySteps = [1, 2, 5, 7, 10, 14, 30, 61, 122];

const byKeys = z.strictObject({
  ...rangeChoice,
  department: analyticsDepartmentSchema.default('all'),
  period: analyticsPeriodSchema.default('current'),
});
const byUsers = byKeys.extend({
  role: analyticsRoleSchema.default('all'),
});

export const analyticsRoutes = {
  keyUsageAnalytics: adminRoute({
    method: 'GET',
    path: '/dashboard/analytics/key-usage',
    summary: 'How often which keys were handed out',
    query: byKeys,
    response: dataEnvelope(keyUsageSchema),
  }),
  activeUsersAnalytics: adminRoute({
    method: 'GET',
    path: '/dashboard/analytics/active-users',
    summary: 'Who signed in or moved a key',
    query: byUsers,
    response: dataEnvelope(activeUsersSchema),
  }),
  peakUsageAnalytics: adminRoute({
    method: 'GET',
    path: '/dashboard/analytics/peak-usage',
    summary: 'At which hours of the campus keys are handed out',
    query: byKeys,
    response: dataEnvelope(peakUsageSchema),
  }),
};
