import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import { deskSettingsOf } from '@keydesk/shared/settings/security-settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createActionLimits } from './action-limits.ts';
import type { AppDeps } from './app-deps.ts';
import { countRequests, createAppMetrics } from './app-metrics.ts';
import { startBackgroundJobs } from './background-jobs.ts';
import { allowedOrigins, type Config, pushContact } from './config.ts';
import { addFeatureRoutes } from './feature-routes.ts';
import { createAuthenticate, createRequestAuthenticator } from './features/auth/authenticate.ts';
import type { OpenIdClient } from './features/auth/openid-client.ts';
import { monitorProvider } from './features/auth/provider-health.ts';
import { findActiveSessionUsers } from './features/auth/queries.ts';
import {
  createActivityTracker,
  createSessionActivityTracker,
} from './features/auth/session-activity.ts';
import { findSessionOver } from './features/auth/session-over.ts';
import { credentialCookies, credentialsOf } from './features/auth/sessions.ts';
import { watchCampus } from './features/campus/current-campus.ts';
import { dueDefaultsOf, watchDue } from './features/due/current-due.ts';
import { findComputerUsers } from './features/duty/computers.ts';
import { storeComputerUses, storeDutyUses } from './features/duty/queries.ts';
import { createKeyListCache } from './features/keys/key-list.ts';
import { currentMessages } from './features/ladder/current-messages.ts';
import { limitConnections } from './features/limits/connection-limits.ts';
import { createRequestRateLimiter, createSignInAttempts } from './features/limits/rate-limits.ts';
import { countWaitingMails, recordMailState } from './features/mail/outbox.ts';
import { createPushSender, withPush } from './features/push/sender.ts';
import { watchSettings } from './features/settings/current-settings.ts';
import { readBackupRecord } from './platform/backup/record.ts';
import type { Database } from './platform/db/client.ts';
import { serveApiReference } from './platform/http/api-reference.ts';
import { compressAnswers } from './platform/http/compress-answers.ts';
import { requireDeclaredAccess } from './platform/http/define-route.ts';
import { handleErrors } from './platform/http/error-handler.ts';
import { reserveFileDescriptors } from './platform/http/file-descriptors.ts';
import { shutDownGracefully } from './platform/http/graceful-shutdown.ts';
import { serveHealth } from './platform/http/health.ts';
import { newServer } from './platform/http/new-server.ts';
import { authorize } from './platform/http/principal.ts';
import {
  guardOrigin,
  guardRequests,
  rejectMultipleHosts,
  rejectNonLoopback,
} from './platform/http/request-guards.ts';
import { isForApi, requestIdHeader, sendRequestId } from './platform/http/request-log.ts';
import { secureHeaders } from './platform/http/security-headers.ts';
import { serveSecurityTxt } from './platform/http/security-txt.ts';
import { serveWeb } from './platform/http/web-files.ts';
import type { Clock } from './platform/jobs/jobs.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { processName } from './platform/realtime/events-pool.ts';
import { startRealtime } from './realtime/server.ts';
import { createWorkQueue } from './work-queue.ts';

export type BuildOptions = {
  config: Config;
  db: Database;
  databaseUrl: string;
  /** Seals the cookie that holds the state of an unfinished sign-in; the same in all processes. */
  cookieSecret: string;
  logLevel: string;
  /** Receives the log's lines; without it they go to the standard output. */
  writeLog?: (line: string) => void;
  validatesResponses: boolean;
  /** The time that scheduled jobs go by. */
  clock?: Clock;
  /** Creates the identity provider's client, and adds the local sign-in page where that is used. */
  identity: (app: FastifyInstance) => Promise<OpenIdClient>;
  /** Checks regularly whether the configured provider can be reached. */
  watchesProvider?: boolean;
};

/** Puts the whole application together: routes, live connections, the web's files. */
export async function buildApp(options: BuildOptions): Promise<FastifyInstance> {
  const { config, db } = options;
  const app = newServer({ ...options, trustedProxies: config.trustedProxies });
  const origins = allowedOrigins(config);
  handleErrors(app);
  sendRequestId(app);
  compressAnswers(app);
  requireDeclaredAccess(app);
  await secureHeaders(app, config);
  const allowsRequest = guardRequests(app, [
    rejectMultipleHosts,
    ...(config.servesThisMachineAlone ? [rejectNonLoopback] : []),
  ]);
  reserveFileDescriptors(app);
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
  const campus = await watchCampus(db, app.log);
  const due = await watchDue(db, dueDefaultsOf(config), app.log);
  for (const watched of [settings, campus, due])
    app.addHook('preClose', async () => watched.stop());
  const sessionPolicy = () => settings.current().sessionSettings;
  const lockAfterMinutes = () => deskSettingsOf(settings.current()).lockAfterMinutes;
  const authenticate = createAuthenticate(db, sessionPolicy, lockAfterMinutes);
  const keyList = createKeyListCache(db);
  const realtime = startRealtime(app.server, {
    allowsRequest,
    socketLimits,
    databaseUrl: options.databaseUrl,
    processName: processName(config),
    allowedOrigins: origins,
    authenticate,
    cookiesIn: (header) => credentialCookies(app.parseCookie(header), config.publicUrl),
    findCallers: async (ids) =>
      new Map([
        ...(await findActiveSessionUsers(db, sessionPolicy(), ids)),
        ...(await findComputerUsers(db, lockAfterMinutes(), ids)),
      ]),
    onKeysChanged: keyList.invalidate,
    onSettingsChanged: () => void settings.refresh(),
    onCampusChanged: () =>
      void Promise.all([campus.refresh(), due.refresh()]).then(realtime.tellOfCampus),
    log: app.log,
  });
  app.addHook('preClose', () => realtime.close());
  for (const watched of [campus, due]) watched.onChange(realtime.tellOfCampus);
  const metrics = createAppMetrics({
    pool: db.pool,
    openSockets: realtime.openSockets,
    ...(config.mail && { waitingMails: () => countWaitingMails(db) }),
    ...(config.scheduledBackup && { lastBackup: () => readBackupRecord(db) }),
  });
  countRequests(app, metrics);
  await recordMailState(db, config.mail !== null);
  const push = await createPushSender(db, {
    contact: pushContact(config),
    additionalHosts: config.pushHosts,
    sessionHours: () => sessionPolicy().maxSessionDuration,
    mailIsSent: config.mail !== null,
    current: currentMessages(db),
    metrics,
    log: app.log,
  });
  app.addHook('onClose', async () => push.close());
  const publisher = withPush(realtime.publisher, push, app.log);

  const activity = createSessionActivityTracker(db, app.log);
  const computerActivity = createActivityTracker(
    (uses) => storeComputerUses(db, uses),
    60_000,
    app.log,
  );
  // Often, because a desk may lock after a minute.
  const dutyActivity = createActivityTracker((uses) => storeDutyUses(db, uses), 5_000, app.log);
  for (const tracker of [activity, computerActivity, dutyActivity]) {
    app.addHook('onListen', async () => tracker.start());
    app.addHook('onClose', () => tracker.stop());
  }

  const deps: AppDeps = {
    config,
    db,
    keyList,
    runQueued: createWorkQueue(metrics),
    push,
    publisher,
    settings,
    campus,
    due,
    signInAttempts: createSignInAttempts(db, settings),
    actionLimits: createActionLimits(db),
    cookieSecret: options.cookieSecret,
    authenticate,
    lastUseOf: activity.lastUse,
    openId: await options.identity(app),
    routes: {
      authenticate: createRequestAuthenticator({
        authenticate,
        findSessionOver: (credentials) => findSessionOver(db, sessionPolicy(), credentials),
        activity,
        computerActivity,
        dutyActivity,
        publicUrl: config.publicUrl,
        allowance: createRequestRateLimiter(db, settings),
      }),
      validatesResponses: options.validatesResponses,
      recentSignInMinutes: config.confirmSignInMinutes,
    },
  };
  addFeatureRoutes(app, deps);
  startBackgroundJobs(app, {
    ...deps,
    metrics,
    databaseUrl: options.databaseUrl,
    ...(options.clock && { clock: options.clock }),
  });
  const providerError = options.watchesProvider
    ? monitorProvider(app, config.google.issuer)
    : () => undefined;
  serveHealth(app, { db, version: config.version, shutdown, providerError });
  serveMetrics(app, metrics, config.metricsToken);
  serveSecurityTxt(app, config);
  const requireSignedIn = async (request: FastifyRequest) =>
    authorize('signed-in', await authenticate(credentialsOf(request, config.publicUrl)));
  await serveApiReference(app, {
    title: config.productName,
    version: config.version,
    ...(config.environment === 'pro' && { authorize: requireSignedIn }),
  });
  await serveWeb(app, config);
  return app;
}
