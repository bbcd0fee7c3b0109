import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';
import { roleSchema } from '../users/role.ts';
import { userSchema } from '../users/user.ts';

const holderCountSchema = z.object({ userId: idSchema, name: z.string(), count: z.int() });

/** What the admin dashboard shows. */
export const adminDashboardSchema = z.object({
  stats: z.object({
    totalUsers: z.int(),
    usersByRole: z.partialRecord(roleSchema, z.int()),
    totalKeys: z.int(),
    availableKeys: z.int(),
    unavailableKeys: z.int(),
    overdueKeys: z.int(),
    /** Who has the most keys out now, at most five. */
    topHolders: z.array(holderCountSchema),
  }),
  recentUsers: z.array(userSchema),
  recentActivity: z.array(
    z.object({ id: z.string(), action: z.string(), timestamp: instantSchema }),
  ),
});
export type AdminDashboard = z.infer<typeof adminDashboardSchema>;

/** What the operator's dashboard shows: no names of people. */
export const operatorDashboardSchema = z.object({
  stats: z.object({
    totalKeys: z.int(),
    availableKeys: z.int(),
    unavailableKeys: z.int(),
    overdueKeys: z.int(),
  }),
  recentActivity: z.array(
    z.object({ id: z.string(), action: z.string(), timestamp: instantSchema }),
  ),
});
export type OperatorDashboard = z.infer<typeof operatorDashboardSchema>;

/** The reports for a time range. */
export const reportsSchema = z.object({
  userAnalytics: z.object({
    totalUsers: z.int(),
    newUsers: z.int(),
    activeUsers: z.int(),
    registrationTrend: z.array(z.object({ date: z.string(), count: z.int() })),
  }),
  systemStatistics: z.object({
    totalKeys: z.int(),
    keysInUse: z.int(),
    availableKeys: z.int(),
    /** Keys in use, per cent of all, one decimal. */
    usageRate: z.number(),
  }),
});
export type Reports = z.infer<typeof reportsSchema>;
