import { aboutRoutes } from './about/about.routes.ts';
import { analyticsRoutes } from './analytics/analytics.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { authRoutes } from './auth/auth.routes.ts';
import { sessionRoutes } from './auth/session.routes.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { reportRoutes } from './dashboard/reports.routes.ts';
import { handoverRoutes } from './handovers/handovers.routes.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { keyTagRoutes } from './keys/key-tags.routes.ts';
import { keyRoutes } from './keys/keys.routes.ts';
import { notificationRoutes } from './notifications/notifications.routes.ts';
import { pushRoutes } from './notifications/push.routes.ts';
import { settingsRoutes } from './settings/settings.routes.ts';
import { systemRoutes } from './system/system.routes.ts';

/** Every route of the product, by name. */
export const api = {
  ...authRoutes,
  ...sessionRoutes,
  ...keyRoutes,
  ...handoverRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...aboutRoutes,
  ...analyticsRoutes,
  ...reportRoutes,
  ...settingsRoutes,
  ...dashboardRoutes,
  ...auditRoutes,
  ...importRoutes,
  ...keyTagRoutes,
  ...systemRoutes,
};
export type Api = typeof api;
export type RouteName = keyof Api;
