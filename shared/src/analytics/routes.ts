import { z } from 'zod';
import { dataEnvelope, route } from '../http/route.ts';
import { permissions } from '../users/permissions.ts';
import {
  activeUsersSchema,
  analyticsDepartmentSchema,
  analyticsPeriodSchema,
  analyticsRoleSchema,
  keyUsageSchema,
  peakUsageSchema,
  timeRangeSchema,
} from './analytics.ts';

const byKeys = z.strictObject({
  timeRange: timeRangeSchema.default('7d'),
  department: analyticsDepartmentSchema.default('all'),
  period: analyticsPeriodSchema.default('current'),
});
const byUsers = byKeys.extend({
  role: analyticsRoleSchema.default('all'),
});

export const analyticsRoutes = {
  keyUsageAnalytics: route({
    method: 'GET',
    path: '/dashboard/analytics/key-usage',
    summary: 'How often which keys were handed out',
    access: permissions.administer,
    ownership: 'none',
    query: byKeys,
    response: dataEnvelope(keyUsageSchema),
  }),
  activeUsersAnalytics: route({
    method: 'GET',
    path: '/dashboard/analytics/active-users',
    summary: 'Who signed in or moved a key',
    access: permissions.administer,
    ownership: 'none',
    query: byUsers,
    response: dataEnvelope(activeUsersSchema),
  }),
  peakUsageAnalytics: route({
    method: 'GET',
    path: '/dashboard/analytics/peak-usage',
    summary: 'At which hours of the campus keys are handed out',
    access: permissions.administer,
    ownership: 'none',
    query: byKeys,
    response: dataEnvelope(peakUsageSchema),
  }),
};
