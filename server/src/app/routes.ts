import type { Config } from '../config/config.ts';
import type { ActionLimits } from '../core/action-limits.ts';
import { addAuditRoutes } from '../core/audit/trail.ts';
import type { Publisher } from '../core/live/publisher.ts';
import type { PushSender } from '../core/messages/push.ts';
import { addMailRoutes, addNotificationRoutes, addPushRoutes } from '../core/messages/routes.ts';
import type { WorkQueue } from '../core/work-queue.ts';
import type { Database } from '../db/client.ts';
import {
  addAccessAdminRoutes,
  addAccessRequestRoutes,
  addVerdictRoutes,
} from '../features/access/routes.ts';
import { addImportRoutes } from '../features/administration/imports/routes.ts';
import { addMyDataRoutes } from '../features/administration/personal-data.ts';
import { addAdminUserRoutes, addKeyManagementRoutes } from '../features/administration/routes.ts';
import type { CurrentCampus } from '../features/campus/lists.ts';
import { addCampusRoutes, addSettingsRoutes } from '../features/campus/routes.ts';
import type { CurrentSettings } from '../features/campus/settings.ts';
import type { WatchedDue } from '../features/due/current-due.ts';
import {
  addDueRoutes,
  addExtensionRoutes,
  addReminderScheduleRoutes,
} from '../features/due/routes.ts';
import { addDeskRoutes, addDutyRoutes } from '../features/duty/routes.ts';
import { addDashboardRoutes } from '../features/insight/dashboard.ts';
import { addOutListRoutes } from '../features/insight/out-lists.ts';
import { addAnalyticsRoutes, addReportRoutes } from '../features/insight/routes.ts';
import type { KeyListCache } from '../features/keys/key-list.ts';
import { addKeyRoutes } from '../features/keys/routes.ts';
import { addKeyTagRoutes } from '../features/keys/tag-routes.ts';
import { addFoundKeyRoutes } from '../features/loans/found-keys.ts';
import { addHandoverLogRoutes } from '../features/loans/handover-log.ts';
import { addOverdueRoutes } from '../features/loans/overdue.ts';
import {
  addCountRoutes,
  addDisputeRoutes,
  addHandoverRoutes,
  addIncidentRoutes,
  addLendRoutes,
  addPaperRoutes,
  addUndoRoutes,
  addWaitRoutes,
} from '../features/loans/routes.ts';
import { addPeopleRoutes } from '../features/people/routes.ts';
import type { Authenticate } from '../features/session/authenticate.ts';
import type { OpenIdClient } from '../features/session/openid.ts';
import type { SignInAttempts } from '../features/session/rate-limits.ts';
import { addAuthRoutes, addSessionRoutes } from '../features/session/routes.ts';
import type { SessionActivityTracker } from '../features/session/session-activity.ts';
import { addSignInRoutes } from '../features/session/sign-in-routes.ts';
import type { AddRoutes, RouteContext } from '../http/define-route.ts';
import { addAboutRoutes, addSystemRoutes } from '../ops/system.ts';

export type AppDeps = {
  config: Config;
  db: Database;
  routes: RouteContext;
  publisher: Publisher;
  keyList: KeyListCache;
  push: PushSender;
  runQueued: WorkQueue;
  authenticate: Authenticate;
  /** Unix milliseconds, if not stored yet. */
  lastUseOf: SessionActivityTracker['lastUse'];
  openId: OpenIdClient;
  settings: CurrentSettings;
  campus: CurrentCampus;
  due: WatchedDue;
  timezone: () => string;
  signInAttempts: SignInAttempts;
  actionLimits: ActionLimits;
  /** Seals the cookie of an unfinished sign-in. */
  cookieSecret: string;
};

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
  addPaperRoutes,
  addUndoRoutes,
  addIncidentRoutes,
  addCountRoutes,
  addFoundKeyRoutes,
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
  addOutListRoutes,
  addSettingsRoutes,
  addAdminUserRoutes,
  addKeyManagementRoutes,
  addAuditRoutes,
  addImportRoutes,
  addKeyTagRoutes,
  addSystemRoutes,
  addCampusRoutes,
  addDeskRoutes,
  addReminderScheduleRoutes,
  addMailRoutes,
  addDueRoutes,
  addAccessRequestRoutes,
  addAccessAdminRoutes,
];

export const addFeatureRoutes: AddRoutes<AppDeps> = (app, deps) => {
  for (const addRoutes of features) addRoutes(app, deps);
};
