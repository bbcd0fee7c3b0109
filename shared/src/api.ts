import { aboutRoutes } from './about/routes.ts';
import { grantRoutes } from './access/grant-routes.ts';
import { accessGroupRoutes } from './access/group-routes.ts';
import { accessRequestRoutes } from './access/request-routes.ts';
import { accessRuleRoutes } from './access/rule-routes.ts';
import { accessVerdictRoutes } from './access/verdict-routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { authRoutes, sessionRoutes } from './auth/routes.ts';
import { deskRoutes } from './campus/desk-routes.ts';
import { campusRoutes } from './campus/routes.ts';
import { reportRoutes } from './dashboard/routes.ts';
import { calendarRoutes } from './due/calendar-routes.ts';
import { extensionRoutes } from './due/extension-routes.ts';
import { ladderRoutes } from './due/ladder-routes.ts';
import { overdueRoutes } from './due/overdue-routes.ts';
import { dueRuleRoutes } from './due/rule-routes.ts';
import { deskComputerRoutes } from './duty/routes.ts';
import { disputeRoutes } from './handovers/dispute-routes.ts';
import { lendRoutes } from './handovers/lend-routes.ts';
import { handoverRoutes, keyLoanRoutes } from './handovers/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { keyRoutes, keyTagRoutes } from './keys/routes.ts';
import { waitRoutes } from './keys/wait-routes.ts';
import { notificationRoutes, pushRoutes } from './notifications/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { systemRoutes } from './system/routes.ts';
import { peopleRoutes } from './users/people-routes.ts';
import { userRoutes } from './users/routes.ts';

/** Every route of the product, by name. */
export const api = {
  ...authRoutes,
  ...sessionRoutes,
  ...keyRoutes,
  ...keyLoanRoutes,
  ...accessVerdictRoutes,
  ...handoverRoutes,
  ...deskComputerRoutes,
  ...lendRoutes,
  ...disputeRoutes,
  ...extensionRoutes,
  ...overdueRoutes,
  ...waitRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...aboutRoutes,
  ...analyticsRoutes,
  ...reportRoutes,
  ...settingsRoutes,
  ...userRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...importRoutes,
  ...keyTagRoutes,
  ...systemRoutes,
  ...deskRoutes,
  ...campusRoutes,
  ...ladderRoutes,
  ...calendarRoutes,
  ...dueRuleRoutes,
  ...accessRequestRoutes,
  ...grantRoutes,
  ...accessRuleRoutes,
  ...accessGroupRoutes,
};
export type Api = typeof api;
export type RouteName = keyof Api;
