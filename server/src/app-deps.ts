import type { ActionLimits } from './action-limits.ts';
import type { Config } from './config.ts';
import type { Authenticate } from './features/auth/authenticate.ts';
import type { OpenIdClient } from './features/auth/openid-client.ts';
import type { SessionActivityTracker } from './features/auth/session-activity.ts';
import type { CurrentCampus } from './features/campus/current-campus.ts';
import type { WatchedDue } from './features/due/current-due.ts';
import type { KeyListCache } from './features/keys/key-list.ts';
import type { SignInAttempts } from './features/limits/rate-limits.ts';
import type { PushSender } from './features/push/sender.ts';
import type { CurrentSettings } from './features/settings/current-settings.ts';
import type { Database } from './platform/db/client.ts';
import type { RouteContext } from './platform/http/define-route.ts';
import type { Publisher } from './realtime/publisher.ts';
import type { WorkQueue } from './work-queue.ts';

/** What every feature is given to work with. */
export type AppDeps = {
  config: Config;
  db: Database;
  routes: RouteContext;
  publisher: Publisher;
  keyList: KeyListCache;
  push: PushSender;
  runQueued: WorkQueue;
  authenticate: Authenticate;
  /** When this process last saw the session used, in Unix milliseconds, if it is not stored yet. */
  lastUseOf: SessionActivityTracker['lastUse'];
  openId: OpenIdClient;
  settings: CurrentSettings;
  campus: CurrentCampus;
  due: WatchedDue;
  signInAttempts: SignInAttempts;
  actionLimits: ActionLimits;
  /** Seals the cookie that holds the state of an unfinished sign-in. */
  cookieSecret: string;
};
