import { z } from 'zod';
import { disputeSchema } from '../handovers/dispute.ts';
import { loanToRemindSchema } from '../handovers/loan.ts';
import { idSchema, instantSchema } from '../id.ts';
import { mentionSchema } from '../mention.ts';
import { roleSchema } from '../users/role.ts';
import { userSchema } from '../users/user.ts';

const holderCountSchema = z.object({ userId: idSchema, name: z.string(), count: z.int() });

/** How many people and keys there were at a time, and how many of the keys were out and overdue. */
const pastStatsSchema = z.object({
  totalUsers: z.int(),
  totalKeys: z.int(),
  availableKeys: z.int(),
  unavailableKeys: z.int(),
  overdueKeys: z.int(),
});
export type PastStats = z.infer<typeof pastStatsSchema>;

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
  /** The figures of a week ago; null if nobody was registered then. */
  weekAgo: pastStatsSchema.nullable().optional(),
  /** Keys that are overdue, longest out first, at most 100. */
  overdueLoans: z.array(loanToRemindSchema).optional(),
  /** Keys that are out and not overdue, longest out first, at most five. */
  longestOut: z.array(loanToRemindSchema).optional(),
  /** Disputes that no admin has settled, the latest first, at most 20. */
  openDisputes: z.array(disputeSchema).optional(),
  recentUsers: z.array(userSchema),
  recentActivity: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      timestamp: instantSchema,
      /** Who and what the action names, in that order. */
      mentioned: z.array(mentionSchema).optional(),
    }),
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
  /** Who handed out keys in the range without a code: to a name they looked up, or by ID card. */
  withoutCode: z
    .array(z.object({ userId: idSchema, name: z.string(), byName: z.int(), byCard: z.int() }))
    .optional(),
});
export type Reports = z.infer<typeof reportsSchema>;
