import { z } from 'zod';
import {
  analyticsDepartmentSchema,
  analyticsRoleSchema,
  timeRangeSchema,
} from '../analytics/analytics.ts';
import { dataEnvelope, route } from '../http/route.ts';
import { permissions } from '../users/permissions.ts';
import { adminDashboardSchema, operatorDashboardSchema, reportsSchema } from './dashboard.ts';

export const reportRoutes = {
  adminDashboard: route({
    method: 'GET',
    path: '/dashboard/admin',
    summary: 'Counts, recent users and recent activity',
    access: permissions.administer,
    ownership: 'none',
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
  reports: route({
    method: 'GET',
    path: '/dashboard/reports',
    summary: 'User analytics and system statistics of a range',
    access: permissions.administer,
    ownership: 'none',
    query: z.strictObject({ timeRange: timeRangeSchema.default('7d') }),
    response: dataEnvelope(reportsSchema),
  }),
  reportsPdf: route({
    method: 'GET',
    path: '/dashboard/reports/pdf',
    summary: 'The report as a PDF file',
    access: permissions.administer,
    ownership: 'none',
    query: z.strictObject({
      timeRange: timeRangeSchema.default('7d'),
      department: analyticsDepartmentSchema.default('all'),
      role: analyticsRoleSchema.default('all'),
    }),
    response: null,
  }),
};
