import { z } from 'zod';
import { idSchema, instantSchema } from '../id.ts';
import { personNameSchema } from '../users/person-fields.ts';
import { roleSchema } from '../users/role.ts';
import { userSchema, userStateSchema } from '../users/user.ts';

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

/** A person in Manage Users, with what keeps them from being deleted. */
export const managedUserSchema = userSchema.extend({
  state: userStateSchema,
  openLoans: z.int(),
  sessions: z.int(),
});
export type ManagedUser = z.infer<typeof managedUserSchema>;

/** Roles that an admin can assign. */
export const assignableRoles = ['faculty', 'security', 'admin'] as const;

/** What an admin can change about a person. */
export const userChangesSchema = z.strictObject({
  name: personNameSchema,
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, 'Email is required')
    .max(254)
    .pipe(z.email('Please enter a valid email address')),
  role: z.enum(assignableRoles),
});
export type UserChanges = z.infer<typeof userChangesSchema>;

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
