import { aboutRoutes } from './about/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { authRoutes, sessionRoutes } from './auth/routes.ts';
import { reportRoutes } from './dashboard/routes.ts';
import { handoverRoutes } from './handovers/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { keyRoutes, keyTagRoutes } from './keys/routes.ts';
import { notificationRoutes, pushRoutes } from './notifications/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { userRoutes } from './users/routes.ts';

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
  ...userRoutes,
  ...auditRoutes,
  ...importRoutes,
  ...keyTagRoutes,
  ...systemRoutes,
};
export type Api = typeof api;
export type RouteName = keyof Api;
