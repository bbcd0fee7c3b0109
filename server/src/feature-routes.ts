import type { AddRoutes } from './app-deps.ts';
import { addAboutRoutes } from './features/about/about.routes.ts';
import { addAdminUserRoutes } from './features/admin-users/admin-users.routes.ts';
import { addAnalyticsRoutes } from './features/analytics/analytics.routes.ts';
import { addAuditRoutes } from './features/audit/audit.routes.ts';
import { addAuthRoutes } from './features/auth/auth.routes.ts';
import { addSessionRoutes } from './features/auth/session.routes.ts';
import { addSignInRoutes } from './features/auth/sign-in.routes.ts';
import { addDashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { addHandoverRoutes } from './features/handovers/handovers.routes.ts';
import { addImportRoutes } from './features/imports/imports.routes.ts';
import { addKeyTagRoutes } from './features/key-tags/key-tags.routes.ts';
import { addKeyRoutes } from './features/keys/keys.routes.ts';
import { addMyDataRoutes } from './features/my-data/my-data.routes.ts';
import { addNotificationRoutes } from './features/notifications/notifications.routes.ts';
import { addPushRoutes } from './features/push/push.routes.ts';
import { addReportRoutes } from './features/reports/reports.routes.ts';
import { addSettingsRoutes } from './features/settings/settings.routes.ts';
import { addSystemRoutes } from './features/system/system.routes.ts';

const features: readonly AddRoutes[] = [
  addSignInRoutes,
  addAuthRoutes,
  addMyDataRoutes,
  addSessionRoutes,
  addKeyRoutes,
  addHandoverRoutes,
  addNotificationRoutes,
  addPushRoutes,
  addAboutRoutes,
  addAnalyticsRoutes,
  addDashboardRoutes,
  addReportRoutes,
  addSettingsRoutes,
  addAdminUserRoutes,
  addAuditRoutes,
  addImportRoutes,
  addKeyTagRoutes,
  addSystemRoutes,
];

/** Adds the routes of every feature. */
export const addFeatureRoutes: AddRoutes = (app, deps) => {
  for (const addRoutes of features) addRoutes(app, deps);
};
