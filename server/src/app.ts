import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { allowedOrigins } from './allowed-origins.ts';
import type { AppDeps } from './app-deps.ts';
import { keepWorking } from './background-work.ts';
import { readBackupRecord } from './backup/backup-record.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { addFeatureRoutes } from './feature-routes.ts';
import { createAuthentication } from './features/auth/authentication.ts';
import type { OpenIdClient } from './features/auth/openid/openid-client.ts';
import { watchProvider } from './features/auth/openid/provider-watch.ts';
import { requestPrincipal } from './features/auth/request-principal.ts';
import { watchSessionActivity } from './features/auth/session-activity.ts';
import { credentialsOf } from './features/auth/session-cookie.ts';
import { livingSessions } from './features/auth/sessions.service.ts';
import { createKeyListCache } from './features/keys/key-list-cache.ts';
import { keyListVersion, keyVersions } from './features/keys/keys.repository.ts';
import { limitConnections } from './features/limits/connection-limits.ts';
import { createRequestAllowance } from './features/limits/request-allowance.ts';
import { createSignInAttempts } from './features/limits/sign-in-attempts.ts';
import { createPushSender } from './features/push/push-sender.ts';
import { withPush } from './features/push/with-push.ts';
import { watchSettings } from './features/settings/current-settings.ts';
import { serveApiReference } from './http/api-reference.ts';
import { authorize } from './http/authorize.ts';
import { handleErrors, refuseUnreadable } from './http/error-handler.ts';
import { shutDownGracefully } from './http/graceful-shutdown.ts';
import { guardRequests } from './http/guard-requests.ts';
import { serveHealth } from './http/health.ts';
import { readJsonBodies } from './http/json-body.ts';
import { refuseSeveralHosts } from './http/one-host.ts';
import { keepFilesFree } from './http/open-files.ts';
import { guardOrigin } from './http/origin-guard.ts';
import { cookieNameAt, sessionCookie } from './http/principal.ts';
import { newRequestId, requestIdHeader, tellRequestId } from './http/request-id.ts';
import { requestLogging } from './http/request-log.ts';
import { requireDeclaredAccess } from './http/require-access.ts';
import { isForApi } from './http/route-pattern.ts';
import { secureHeaders } from './http/security-headers.ts';
import { serveSecurityText } from './http/security-text.ts';
import { refuseOtherMachines } from './http/this-machine.ts';
import { serveWeb } from './http/web-files.ts';
import { createLongWork } from './long-work.ts';
import { createAppMetrics } from './metrics/app-metrics.ts';
import { countRequests } from './metrics/count-requests.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { processName } from './realtime/process-name.ts';
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
  /** Asks the provider of the settings now and then whether it can be reached. */
  watchesProvider?: boolean;
};

const maxBodyBytes = 100_000;

/** How long a caller may take to send a request, and until its head is there. */
const slowestRequestMs = 60_000;
const slowestHeadMs = 20_000;

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
    requestTimeout: slowestRequestMs,
    http: { headersTimeout: slowestHeadMs, connectionsCheckingInterval: 5_000 },
    frameworkErrors: refuseUnreadable,
    // The application refuses by itself what comes too late, in the words of every other refusal.
    return503OnClosing: false,
  });
  readJsonBodies(app);
  return app;
};

/** Whom push services may write to: the public address, or where that is not https the admin. */
const contactOf = ({ publicUrl, mailboxes }: Config): string =>
  publicUrl.startsWith('https://') ? publicUrl : `mailto:${mailboxes.adminEmail}`;

/** Puts the whole application together: routes, live connections, the web's files. */
export const buildApp = async (options: BuildOptions): Promise<FastifyInstance> => {
  const { config, db } = options;
  const app = newServer(options);
  const origins = allowedOrigins(config);
  handleErrors(app);
  tellRequestId(app);
  requireDeclaredAccess(app);
  await secureHeaders(app, config);
  const isLetIn = guardRequests(app, [
    refuseSeveralHosts,
    ...(config.servesThisMachineAlone ? [refuseOtherMachines] : []),
  ]);
  keepFilesFree(app);
  const socketLimits = limitConnections(app, {
    perNetwork: config.connectionsPerNetwork,
    trustedProxies: config.trustedProxies,
  });
  await app.register(cookie);
  await app.register(cors, {
    origin: config.corsOrigins,
    credentials: true,
    maxAge: 600,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['content-disposition', 'etag', 'retry-after', requestIdHeader],
  });
  const shutdown = shutDownGracefully(app, { graceMs: config.stopGraceSeconds * 1_000 });
  app.addHook('onRequest', async (request) => {
    if (isForApi(request)) guardOrigin(request, origins);
  });

  const settings = await watchSettings(db, app.log);
  app.addHook('preClose', async () => settings.stop());
  const sessionPolicy = () => settings.current().sessionSettings;
  const authenticate = createAuthentication(db, sessionPolicy);
  const keyList = createKeyListCache(db);
  const realtime = startRealtime(app.server, {
    isLetIn,
    socketLimits,
    databaseUrl: options.databaseUrl,
    processName: processName(config),
    allowedOrigins: origins,
    authenticate,
    sessionCookieIn: (header) =>
      app.parseCookie(header)[cookieNameAt(config.publicUrl, sessionCookie)],
    livingSessions: (ids) => livingSessions(db, sessionPolicy(), ids),
    listVersion: () => keyListVersion(db),
    keyVersions: () => keyVersions(db),
    onKeysChanged: keyList.invalidate,
    onSettingsChanged: () => void settings.refresh(),
    log: app.log,
  });
  app.addHook('preClose', () => realtime.close());
  const metrics = createAppMetrics({
    pool: db.pool,
    openSockets: realtime.openSockets,
    ...(config.scheduledBackup && { lastBackup: () => readBackupRecord(db) }),
  });
  countRequests(app, metrics);
  const push = await createPushSender(db, {
    contact: contactOf(config),
    sessionHours: () => sessionPolicy().maxSessionDuration,
    metrics,
    log: app.log,
  });
  app.addHook('onClose', async () => push.close());
  const publisher = withPush(realtime.publisher, push, app.log);

  const activity = watchSessionActivity(db, app.log);
  app.addHook('onListen', async () => activity.start());
  app.addHook('onClose', () => activity.stop());

  const deps: AppDeps = {
    config,
    db,
    keyList,
    longWork: createLongWork(metrics),
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
        publicUrl: config.publicUrl,
        allowance: createRequestAllowance(db, settings),
      }),
      validatesResponses: options.validatesResponses,
      recentSignInMinutes: config.confirmSignInMinutes,
    },
  };
  addFeatureRoutes(app, deps);
  keepWorking(app, {
    ...deps,
    metrics,
    databaseUrl: options.databaseUrl,
    ...(options.clock && { clock: options.clock }),
  });
  const providerFault = options.watchesProvider
    ? watchProvider(app, config.google.issuer)
    : () => undefined;
  serveHealth(app, { db, shutdown, providerFault });
  serveMetrics(app, metrics, config.metricsToken);
  serveSecurityText(app, config);
  const admitReader = async (request: FastifyRequest) =>
    authorize('signed-in', await authenticate(credentialsOf(request, config.publicUrl)));
  await serveApiReference(app, {
    title: config.productName,
    version: config.version,
    ...(config.environment === 'pro' && { admit: admitReader }),
  });
  await serveWeb(app, config.productName);
  return app;
};
