import { z } from 'zod';
import { idSchema, instantSchema, namedSchema } from '../core/fields.ts';
import { adminRoute, dataEnvelope, route } from '../core/route-rows.ts';
import { permissions, roleSchema } from '../http/roles.ts';
import { disputeSchema } from '../loans/disputes.ts';
import { loanToRemindSchema } from '../loans/loan.ts';
import { userSchema } from '../people/user.ts';
import { analyticsDepartmentSchema, analyticsRoleSchema, rangeChoice } from './analytics.ts';

const holderCountSchema = z.object({ userId: idSchema, name: z.string(), count: z.int() });

/** Keys by standing (`one-standing`): unavailable ones are in use or reported. */
const keyStatsSchema = z.object({
  totalKeys: z.int(),
  availableKeys: z.int(),
  unavailableKeys: z.int(),
  keysInUse: z.int(),
  reportedKeys: z.int(),
  overdueKeys: z.int(),
});

/** Keys that were not seen for this long should be looked for. */
export const unseenDays = 90;

/** Unusual events of today and the six days before, counted as in their lists. */
const unusualSchema = z.object({
  /** The first of these days, as the audit log's filter. */
  from: z.string(),
  /** Disputes, undone handovers, overrides, refused scans and recalls, by audit action. */
  warnings: z.array(z.object({ action: z.string(), count: z.int() })),
  /** Both are in the reports of the last seven days. */
  withoutCode: z.int(),
  outAtNight: z.int(),
});

const activitySchema = z.object({ id: z.string(), action: z.string(), timestamp: instantSchema });

const adminDashboardSchema = z.object({
  stats: keyStatsSchema.extend({
    totalUsers: z.int(),
    usersByRole: z.partialRecord(roleSchema, z.int()),
    /** Keys reported lost, missing or damaged. */
    openIncidents: z.int().optional(),
    /** Keys that no handover or count has seen for `unseenDays`. */
    unseenKeys: z.int().optional(),
    /** The people with the most keys out now, at most five. */
    topHolders: z.array(holderCountSchema),
  }),
  /** Overdue keys, longest out first, at most 100. */
  overdueLoans: z.array(loanToRemindSchema).optional(),
  /** Keys out and not overdue, longest out first, at most five. */
  longestOut: z.array(loanToRemindSchema).optional(),
  /** Unsettled disputes, latest first, at most 20. */
  openDisputes: z.array(disputeSchema).optional(),
  unusual: unusualSchema.optional(),
  recentUsers: z.array(userSchema),
  recentActivity: z.array(activitySchema),
});
export type AdminDashboard = z.infer<typeof adminDashboardSchema>;

/** No names of people. */
const operatorDashboardSchema = z.object({
  stats: keyStatsSchema,
  recentActivity: z.array(activitySchema),
});
export type OperatorDashboard = z.infer<typeof operatorDashboardSchema>;

const reportsSchema = z.object({
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
    /** Total = these and the ones before. */
    reportedKeys: z.int(),
    /** Percentage of keys in use, one decimal. */
    usageRate: z.number(),
  }),
  /** Guards with hand-outs without a code: by name, by ID card, or from paper. */
  withoutCode: z
    .array(
      z.object({
        userId: idSchema,
        name: z.string(),
        byName: z.int(),
        byCard: z.int(),
        fromPaper: z.int().optional(),
      }),
    )
    .optional(),
  /** Loans overdue at four in the morning, at most 50, with the number of nights. */
  outAtNight: z
    .object({
      total: z.int(),
      loans: z.array(
        z.object({
          loanId: idSchema,
          keyId: idSchema,
          keyNumber: z.string(),
          keyName: z.string(),
          holder: namedSchema,
          nights: z.int(),
        }),
      ),
    })
    .optional(),
});
export type Reports = z.infer<typeof reportsSchema>;

export const reportRoutes = {
  adminDashboard: adminRoute({
    method: 'GET',
    path: '/dashboard/admin',
    summary: 'Counts, recent users and recent activity',
    response: dataEnvelope(adminDashboardSchema),
  }),
  operatorDashboard: route({
    method: 'GET',
    path: '/dashboard/operator',
    summary: 'Counts of keys and recent activity, without names',
    access: permissions.openOperatorDashboard,
    ownership: 'none',
    response: dataEnvelope(operatorDashboardSchema),
  }),
  reports: adminRoute({
    method: 'GET',
    path: '/dashboard/reports',
    summary: 'User analytics and system statistics of a range',
    query: z.strictObject(rangeChoice),
    response: dataEnvelope(reportsSchema),
  }),
  reportsPdf: adminRoute({
    method: 'GET',
    path: '/dashboard/reports/pdf',
    summary: 'The report as a PDF file',
    query: z.strictObject({
      ...rangeChoice,
      department: analyticsDepartmentSchema.default('all'),
      role: analyticsRoleSchema.default('all'),
    }),
    response: null,
  }),
};
