import { grantRoutes } from './access/grants.ts';
import { accessRequestRoutes } from './access/requests.ts';
import { accessRuleRoutes } from './access/rule-routes.ts';
import { accessVerdictRoutes } from './access/who-may-take.ts';
import { importRoutes } from './administration/imports.ts';
import { aboutRoutes, systemRoutes } from './administration/installation.ts';
import { userRoutes } from './administration/people.ts';
import { campusRoutes, deskRoutes } from './campus/routes.ts';
import { settingsRoutes } from './campus/settings.ts';
import { auditRoutes } from './core/audit.ts';
import { notificationRoutes } from './core/notifications.ts';
import { calendarRoutes } from './due/calendar-routes.ts';
import { extensionRoutes } from './due/extensions.ts';
import { reminderScheduleRoutes } from './due/reminder-schedule.ts';
import { dueRuleRoutes } from './due/rule-routes.ts';
import { deskComputerRoutes } from './duty/routes.ts';
import { analyticsRoutes } from './insight/analytics.ts';
import { reportRoutes } from './insight/dashboard.ts';
import { outListRoutes } from './insight/out-lists.ts';
import { keyRoutes, keyTagRoutes } from './keys/routes.ts';
import { countRoutes } from './loans/counts.ts';
import { disputeRoutes } from './loans/disputes.ts';
import { foundKeyRoutes } from './loans/found-keys.ts';
import { incidentRoutes } from './loans/incidents.ts';
import { overdueRoutes } from './loans/overdue.ts';
import { paperRoutes } from './loans/paper.ts';
import { handoverRoutes, keyLoanRoutes, lendRoutes } from './loans/routes.ts';
import { undoRoutes } from './loans/undo.ts';
import { waitRoutes } from './loans/waits.ts';
import { peopleRoutes } from './people/search.ts';
import { visitorRoutes } from './people/visitor-routes.ts';
import { sessionRoutes } from './session/routes.ts';

export const api = {
  ...sessionRoutes,
  ...keyRoutes,
  ...keyLoanRoutes,
  ...accessVerdictRoutes,
  ...handoverRoutes,
  ...deskComputerRoutes,
  ...lendRoutes,
  ...disputeRoutes,
  ...undoRoutes,
  ...paperRoutes,
  ...incidentRoutes,
  ...countRoutes,
  ...foundKeyRoutes,
  ...extensionRoutes,
  ...overdueRoutes,
  ...waitRoutes,
  ...notificationRoutes,
  ...aboutRoutes,
  ...analyticsRoutes,
  ...reportRoutes,
  ...outListRoutes,
  ...settingsRoutes,
  ...userRoutes,
  ...peopleRoutes,
  ...visitorRoutes,
  ...auditRoutes,
  ...importRoutes,
  ...keyTagRoutes,
  ...systemRoutes,
  ...deskRoutes,
  ...campusRoutes,
  ...reminderScheduleRoutes,
  ...calendarRoutes,
  ...dueRuleRoutes,
  ...accessRequestRoutes,
  ...grantRoutes,
  ...accessRuleRoutes,
};
export type Api = typeof api;
export type RouteName = keyof Api;
