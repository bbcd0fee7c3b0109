import type { Desk } from '@keydesk/shared/campus/campus';
import type { DeskSettings } from '@keydesk/shared/campus/settings';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config/config.ts';
import type { ActionLimits } from '../core/action-limits.ts';
import { addAuditRoutes } from '../core/audit/trail.ts';
import type { Publisher } from '../core/live/publisher.ts';
import type { PushSender } from '../core/messages/push.ts';
import { addMessageRoutes } from '../core/messages/routes.ts';
import type { WorkQueue } from '../core/work-queue.ts';
import type { Database } from '../db/client.ts';
import { addAccessRoutes } from '../features/access/routes.ts';
import { addImportRoutes } from '../features/administration/imports/routes.ts';
import { addMyDataRoutes } from '../features/administration/personal-data.ts';
import { addAdministrationRoutes } from '../features/administration/routes.ts';
import type { CurrentCampus } from '../features/campus/lists.ts';
import { addCampusRoutes } from '../features/campus/routes.ts';
import type { CurrentSettings } from '../features/campus/settings.ts';
import type { WatchedDue } from '../features/due/current-due.ts';
import { addDueRoutes } from '../features/due/routes.ts';
import { addDutyRoutes } from '../features/duty/routes.ts';
import { addDashboardRoutes } from '../features/insight/dashboard.ts';
import { addOutListRoutes } from '../features/insight/out-lists.ts';
import { addInsightRoutes } from '../features/insight/routes.ts';
import type { KeyListCache } from '../features/keys/key-list.ts';
import { addKeyRoutes } from '../features/keys/routes.ts';
import { addKeyTagRoutes } from '../features/keys/tag-routes.ts';
import { addFoundKeyRoutes } from '../features/loans/found-keys.ts';
import { addHandoverLogRoutes } from '../features/loans/handover-log.ts';
import { addOverdueRoutes } from '../features/loans/overdue.ts';
import { addLoanRoutes } from '../features/loans/routes.ts';
import type { HashCard } from '../features/people/cards.ts';
import { addPeopleRoutes } from '../features/people/routes.ts';
import type { Authenticate } from '../features/session/authenticate.ts';
import type { OpenIdClient } from '../features/session/openid.ts';
import type { SignInAttempts } from '../features/session/rate-limits.ts';
import { addSessionRoutes } from '../features/session/routes.ts';
import type { SessionActivityTracker } from '../features/session/session-activity.ts';
import { addSignInRoutes } from '../features/session/sign-in-routes.ts';
import type { AddRoutes } from '../http/define-route.ts';
import { addAboutRoutes, addSystemRoutes } from '../ops/system.ts';

export type AppDeps = {
  config: Config;
  db: Database;
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
  deskSettings: () => DeskSettings;
  /** Every desk of the campus, including retired ones. */
  desks: () => readonly Desk[];
  hashCard: HashCard;
  log: FastifyBaseLogger;
  signInAttempts: SignInAttempts;
  actionLimits: ActionLimits;
  /** Seals the cookie of an unfinished sign-in. */
  cookieSecret: string;
};

const features: readonly AddRoutes<AppDeps>[] = [
  addSignInRoutes,
  addSessionRoutes,
  addMyDataRoutes,
  addKeyRoutes,
  addAccessRoutes,
  addLoanRoutes,
  addDutyRoutes,
  addHandoverLogRoutes,
  addFoundKeyRoutes,
  addOverdueRoutes,
  addPeopleRoutes,
  addMessageRoutes,
  addAboutRoutes,
  addInsightRoutes,
  addDashboardRoutes,
  addOutListRoutes,
  addAdministrationRoutes,
  addAuditRoutes,
  addImportRoutes,
  addKeyTagRoutes,
  addSystemRoutes,
  addCampusRoutes,
  addDueRoutes,
];

export const addFeatureRoutes: AddRoutes<AppDeps> = (serve, deps) => {
  for (const addRoutes of features) addRoutes(serve, deps);
};
