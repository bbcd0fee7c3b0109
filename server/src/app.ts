import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { allowedOrigins } from './allowed-origins.ts';
import type { AppDeps } from './app-deps.ts';
import { keepWorking } from './background-work.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { addFeatureRoutes } from './feature-routes.ts';
import { createAuthentication } from './features/auth/authentication.ts';
import type { OpenIdClient } from './features/auth/openid/openid-client.ts';
import { requestPrincipal } from './features/auth/request-principal.ts';
import { watchSessionActivity } from './features/auth/session-activity.ts';
import { livingSessions } from './features/auth/sessions.service.ts';
import { createKeyListCache } from './features/keys/key-list-cache.ts';
import { keyVersions } from './features/keys/keys.repository.ts';
import { createRequestAllowance } from './features/limits/request-allowance.ts';
import { createSignInAttempts } from './features/limits/sign-in-attempts.ts';
import { createPushSender } from './features/push/push-sender.ts';
import { withPush } from './features/push/with-push.ts';
import { watchSettings } from './features/settings/current-settings.ts';
import { serveApiReference } from './http/api-reference.ts';
import { handleErrors, refuseUnreadable } from './http/error-handler.ts';
import { finishRequests } from './http/finish-requests.ts';
import { serveHealth } from './http/health.ts';
import { readJsonBodies } from './http/json-body.ts';
import { guardOrigin } from './http/origin-guard.ts';
import { newRequestId, tellRequestId } from './http/request-id.ts';
import { requestLogging } from './http/request-log.ts';
import { requireDeclaredAccess } from './http/require-access.ts';
import { secureHeaders } from './http/security-headers.ts';
import { serveWeb } from './http/web-files.ts';
import { createAppMetrics } from './metrics/app-metrics.ts';
import { countRequests } from './metrics/count-requests.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { startRealtime } from './realtime/start-realtime.ts';

export type BuildOptions = {
  config: Config;
  db: Database;
  databaseUrl: string;
  /** Seals the cookie that remembers a begun sign-in; the same in all processes. */
  cookieSecret: string;
  logLevel: string;
  /** Takes the log's lines; without it they go to the standard output. */
  writeLog?: (line: string) => void;
  validatesResponses: boolean;
  /** The time for timed work. */
  clock?: Clock;
  /** Makes the identity provider's client, and adds the local provider where that is used. */
  identity: (app: FastifyInstance) => Promise<OpenIdClient>;
};

const maxBodyBytes = 100_000;

/** A machine under load takes its time to start; that is no fault of a plugin. */
const slowStartMs = 60_000;

const newServer = ({ config, logLevel, writeLog }: BuildOptions): FastifyInstance => {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    pluginTimeout: slowStartMs,
    ...requestLogging(logLevel, writeLog),
    genReqId: newRequestId,
    routerOptions: { maxParamLength: 200 },
    trustProxy: config.trustedProxies,
    frameworkErrors: refuseUnreadable,
  });
  readJsonBodies(app);
  return app;
};

/** Whom push services may write to: the public address, or where that is not https the admin. */
const contactOf = ({ publicUrl, mailboxes }: Config): string =>
  publicUrl.startsWith('https://') ? publicUrl : `mailto:${mailboxes.adminEmail}`;

const isApi = (request: FastifyRequest): boolean => request.url.startsWith('/api/');

/** Puts the whole application together: routes, live connections, the web's files. */
export const buildApp = async (options: BuildOptions): Promise<FastifyInstance> => {
  const { config, db } = options;
  const app = newServer(options);
  const origins = allowedOrigins(config);
  handleErrors(app);
  tellRequestId(app);
  finishRequests(app);
  requireDeclaredAccess(app);
  await secureHeaders(app, { strictTransport: config.environment === 'pro' });
  await app.register(cookie);
  await app.register(cors, {
    origin: config.corsOrigins,
    credentials: true,
    maxAge: 600,
    exposedHeaders: ['content-disposition'],
  });
  app.addHook('onRequest', async (request) => {
    if (isApi(request)) guardOrigin(request, origins);
  });

  const settings = await watchSettings(db, app.log);
  app.addHook('preClose', async () => settings.stop());
  const sessionPolicy = () => settings.current().sessionSettings;
  const authenticate = createAuthentication(db, sessionPolicy);
  const keyList = createKeyListCache(db);
  const realtime = startRealtime(app.server, {
    databaseUrl: options.databaseUrl,
    allowedOrigins: origins,
    authenticate,
    parseCookies: (header) => app.parseCookie(header),
    livingSessions: (ids) => livingSessions(db, sessionPolicy(), ids),
    keyVersions: () => keyVersions(db),
    onKeysChanged: keyList.invalidate,
    onSettingsChanged: () => void settings.refresh(),
    log: app.log,
  });
  app.addHook('preClose', () => realtime.close());
  const metrics = createAppMetrics({ pool: db.pool, openSockets: realtime.openSockets });
  countRequests(app, metrics);
  const push = await createPushSender(
    db,
    { contact: contactOf(config), sessionHours: () => sessionPolicy().maxSessionDuration },
    app.log,
  );
  const publisher = withPush(realtime.publisher, push, app.log);

  const activity = watchSessionActivity(db, app.log);
  app.addHook('onListen', async () => activity.start());
  app.addHook('onClose', () => activity.stop());

  const deps: AppDeps = {
    config,
    db,
    keyList,
    push,
    publisher,
    settings,
    signInAttempts: createSignInAttempts(db, settings),
    cookieSecret: options.cookieSecret,
    authenticate,
    openId: await options.identity(app),
    routes: {
      authenticate: requestPrincipal({
        authenticate,
        activity,
        allowance: createRequestAllowance(db, settings),
      }),
      validatesResponses: options.validatesResponses,
    },
  };
  addFeatureRoutes(app, deps);
  keepWorking(app, { ...deps, metrics, ...(options.clock && { clock: options.clock }) });
  serveHealth(app, db);
  serveMetrics(app, metrics, config.metricsToken);
  await serveApiReference(app, { title: config.productName, version: config.version });
  await serveWeb(app, config.productName);
  return app;
};
