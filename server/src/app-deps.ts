import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import type { Authenticate } from './features/auth/authentication.ts';
import type { OpenIdClient } from './features/auth/openid/openid-client.ts';
import type { KeyListCache } from './features/keys/key-list-cache.ts';
import type { SignInAttempts } from './features/limits/sign-in-attempts.ts';
import type { PushSender } from './features/push/push-sender.ts';
import type { CurrentSettings } from './features/settings/current-settings.ts';
import type { RouteContext } from './http/define-route.ts';
import type { LongWork } from './long-work.ts';
import type { Publisher } from './realtime/publisher.ts';

/** What the features are given to work with. */
export type AppDeps = {
  config: Config;
  db: Database;
  routes: RouteContext;
  publisher: Publisher;
  keyList: KeyListCache;
  push: PushSender;
  longWork: LongWork;
  authenticate: Authenticate;
  openId: OpenIdClient;
  settings: CurrentSettings;
  signInAttempts: SignInAttempts;
  /** Seals the cookie that remembers a begun sign-in. */
  cookieSecret: string;
};

/** A feature's way of adding its routes. */
export type AddRoutes = (app: FastifyInstance, deps: AppDeps) => void;
