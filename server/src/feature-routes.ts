import type { AppDeps } from './app-deps.ts';
import { addAboutRoutes } from './features/about/routes.ts';
import { addAccessAdminRoutes } from './features/access/admin-routes.ts';
import { addAccessRequestRoutes } from './features/access/request-routes.ts';
import { addVerdictRoutes } from './features/access/verdict-routes.ts';
import { addAdminUserRoutes, addKeyManagementRoutes } from './features/admin-users/routes.ts';
import { addAnalyticsRoutes } from './features/analytics/routes.ts';
import { addAuditRoutes } from './features/audit/routes.ts';
import { addAuthRoutes, addSessionRoutes } from './features/auth/routes.ts';
import { addSignInRoutes } from './features/auth/sign-in-routes.ts';
import { addCampusRoutes } from './features/campus/routes.ts';
import { addDashboardRoutes } from './features/dashboard/routes.ts';
import { addDeskRoutes } from './features/desks/routes.ts';
import { addDisputeRoutes } from './features/disputes/routes.ts';
import { addDueRoutes } from './features/due/routes.ts';
import { addDutyRoutes } from './features/duty/routes.ts';
import { addExtensionRoutes } from './features/extensions/routes.ts';
import { addHandoverLogRoutes } from './features/handover-log/routes.ts';
import { addLendRoutes } from './features/handovers/lend-routes.ts';
import { addHandoverRoutes } from './features/handovers/routes.ts';
import { addImportRoutes } from './features/imports/routes.ts';
import { addKeyTagRoutes } from './features/key-tags/routes.ts';
import { addKeyRoutes } from './features/keys/routes.ts';
import { addLadderRoutes } from './features/ladder/routes.ts';
import { addMailRoutes } from './features/mail/routes.ts';
import { addMyDataRoutes } from './features/my-data/routes.ts';
import { addNotificationRoutes } from './features/notifications/routes.ts';
import { addOverdueRoutes } from './features/overdue/routes.ts';
import { addPeopleRoutes } from './features/people/routes.ts';
import { addPushRoutes } from './features/push/routes.ts';
import { addReportRoutes } from './features/reports/routes.ts';
import { addSettingsRoutes } from './features/settings/routes.ts';
import { addSystemRoutes } from './features/system/routes.ts';
import { addWaitRoutes } from './features/waits/routes.ts';
import type { AddRoutes } from './platform/http/define-route.ts';

const features: readonly AddRoutes<AppDeps>[] = [
  addSignInRoutes,
  addAuthRoutes,
  addMyDataRoutes,
  addSessionRoutes,
  addKeyRoutes,
  addVerdictRoutes,
  addHandoverRoutes,
  addDutyRoutes,
  addHandoverLogRoutes,
  addLendRoutes,
  addDisputeRoutes,
  addExtensionRoutes,
  addOverdueRoutes,
  addWaitRoutes,
  addPeopleRoutes,
  addNotificationRoutes,
  addPushRoutes,
  addAboutRoutes,
  addAnalyticsRoutes,
  addDashboardRoutes,
  addReportRoutes,
  addSettingsRoutes,
  addAdminUserRoutes,
  addKeyManagementRoutes,
  addAuditRoutes,
  addImportRoutes,
  addKeyTagRoutes,
  addSystemRoutes,
  addCampusRoutes,
  addDeskRoutes,
  addLadderRoutes,
  addMailRoutes,
  addDueRoutes,
  addAccessRequestRoutes,
  addAccessAdminRoutes,
];

/** Adds the routes of every feature. */
export const addFeatureRoutes: AddRoutes<AppDeps> = (app, deps) => {
  for (const addRoutes of features) addRoutes(app, deps);
};
