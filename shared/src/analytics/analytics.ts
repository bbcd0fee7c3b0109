import { z } from 'zod';
import { codeSchema } from '../campus/campus.ts';
import { idSchema } from '../id.ts';

/** Time ranges of the reports, with their labels. */
export const timeRanges = [
  { value: '1d', label: 'Last 24 Hours', days: 1 },
  { value: '7d', label: 'Last 7 Days', days: 7 },
  { value: '30d', label: 'Last 30 Days', days: 30 },
  { value: '90d', label: 'Last 90 Days', days: 90 },
] as const;
export const timeRangeSchema = z.enum(timeRanges.map((range) => range.value));
export type TimeRange = z.infer<typeof timeRangeSchema>;

/** '24 hours', '7 days' */
export function rangeLength(timeRange: TimeRange): string {
  return timeRange === '1d' ? '24 hours' : `${timeRange.slice(0, -1)} days`;
}

/**
 * The time range up to now, or the period before it. That ends when as much of its last day or hour
 * was over as is now of the one that is running, so that both can be compared.
 */
export const analyticsPeriodSchema = z.enum(['current', 'previous']);
export type AnalyticsPeriod = z.infer<typeof analyticsPeriodSchema>;

/** Roles by which the reports can be filtered; `all` means no filter. */
export const analyticsRoleSchema = z.enum(['all', 'admin', 'security', 'faculty']);
export type AnalyticsRole = z.infer<typeof analyticsRoleSchema>;

/** A department of keys or of people; `all` means no filter. */
export const analyticsDepartmentSchema = codeSchema;

/**
 * A point of a chart. `_id` is the local date or hour it stands for, `period` its label. Over time,
 * the last point is the day or hour that is still running.
 */
export const chartPointSchema = z.object({ _id: z.string(), period: z.string(), count: z.int() });
export type ChartPoint = z.infer<typeof chartPointSchema>;

export const keyUsageSchema = z.object({
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

export const activeUsersSchema = z.object({
  activeUsersCount: z.int(),
  usersByDepartment: z.array(z.object({ _id: z.string(), count: z.int() })),
  loginActivity: z.array(chartPointSchema),
});
export type ActiveUsers = z.infer<typeof activeUsersSchema>;

export const peakUsageSchema = z.object({
  /** Keys that are out now, per cent of active keys, one decimal; the same for every period. */
  usagePercentage: z.number(),
  /** Those handed out at least once in the range. */
  usedInRangePercentage: z.number(),
  peakHours: z.array(z.object({ timeLabel: z.string(), count: z.int() })),
  hourlyUsage: z.array(chartPointSchema),
});
export type PeakUsage = z.infer<typeof peakUsageSchema>;
