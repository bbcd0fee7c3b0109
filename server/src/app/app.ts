import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import { deskSettingsOf } from '@keydesk/shared/campus/settings';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { allowedOrigins, type Config, pushContact } from '../config/config.ts';
import { createActionLimits } from '../core/action-limits.ts';
import type { Clock } from '../core/jobs.ts';
import { limitConnections } from '../core/live/connection-limits.ts';
import { processName, startRealtime } from '../core/live/server.ts';
import { countWaitingMails, recordMailState } from '../core/messages/outbox.ts';
import { createPushSender, withPush } from '../core/messages/push.ts';
import { createWorkQueue } from '../core/work-queue.ts';
import type { Database } from '../db/client.ts';
import { watchCampus } from '../features/campus/lists.ts';
import { watchSettings } from '../features/campus/settings.ts';
import { dueDefaultsOf, watchDue } from '../features/due/current-due.ts';
import { findComputerUsers } from '../features/duty/computers.ts';
import { storeComputerUses, storeDutyUses } from '../features/duty/queries.ts';
import { createKeyListCache } from '../features/keys/key-list.ts';
import { createCardHash } from '../features/people/cards.ts';
import {
  createAuthenticate,
  createRequestAuthenticator,
} from '../features/session/authenticate.ts';
import type { OpenIdClient } from '../features/session/openid.ts';
import { monitorProvider } from '../features/session/provider-health.ts';
import { findActiveSessionUsers } from '../features/session/queries.ts';
import { createRequestRateLimiter, createSignInAttempts } from '../features/session/rate-limits.ts';
import {
  createActivityTracker,
  createSessionActivityTracker,
} from '../features/session/session-activity.ts';
import { credentialCookies, credentialsOf, findSessionOver } from '../features/session/sessions.ts';
import { compressAnswers } from '../http/answers.ts';
import { serveApiReference } from '../http/api-reference.ts';
import { defineRoutes, requireDeclaredAccess } from '../http/define-route.ts';
import { handleErrors } from '../http/error-handler.ts';
import { answerInLanguage } from '../http/language.ts';
import { authorize } from '../http/principal.ts';
import {
  guardOrigin,
  guardRequests,
  rejectMultipleHosts,
  rejectNonLoopback,
} from '../http/request-guards.ts';
import { isForApi, requestIdHeader, sendRequestId } from '../http/request-log.ts';
import { secureHeaders, serveSecurityTxt } from '../http/security.ts';
import {
  newServer,
  reserveFileDescriptors,
  serveHealth,
  shutDownGracefully,
} from '../http/server.ts';
import { serveWeb } from '../http/web-files.ts';
import { readBackupRecord } from '../ops/backup/scheduled-backup.ts';
import { countRequests, createAppMetrics, serveMetrics } from '../ops/metrics.ts';
import { currentMessages } from './current-messages.ts';
import type { AppDeps } from './routes.ts';
import { addFeatureRoutes } from './routes.ts';
import { startBackgroundJobs } from './scheduled-jobs.ts';

export type BuildOptions = {
  config: Config;
  db: Database;
  databaseUrl: string;
  /** Seals the cookie of an unfinished sign-in; the same in all processes. */
  cookieSecret: string;
  logLevel: string;
  /** Receives the log's lines instead of the standard output. */
  writeLog?: (line: string) => void;
  validatesResponses: boolean;
  /** The clock of scheduled jobs. */
  clock?: Clock;
  /** Creates the identity provider's client, and adds the local sign-in page where that is used. */
  identity: (app: FastifyInstance) => Promise<OpenIdClient>;
  /** Checks regularly whether the configured provider can be reached. */
  watchesProvider?: boolean;
};

export async function buildApp(options: BuildOptions): Promise<FastifyInstance> {
  const { config, db } = options;
  const app = newServer({ ...options, trustedProxies: config.trustedProxies });
  const origins = allowedOrigins(config);
  handleErrors(app);
  await answerInLanguage(app);
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
  const deskSettings = () => deskSettingsOf(settings.current());
  const lockAfterMinutes = () => deskSettings().lockAfterMinutes;
  const authenticate = createAuthenticate(db, sessionPolicy, lockAfterMinutes);
  const keyList = createKeyListCache(db);
  const computerActivity = createActivityTracker(
    (uses) => storeComputerUses(db, uses),
    60_000,
    app.log,
  );
  const realtime = startRealtime(app.server, {
    allowsRequest,
    socketLimits,
    databaseUrl: options.databaseUrl,
    processName: processName(config),
    allowedOrigins: origins,
    authenticate,
    cookiesIn: (header) => credentialCookies(app.parseCookie(header), config.publicUrl),
    findCallers: async (ids) => {
      const computers = await findComputerUsers(db, lockAfterMinutes(), ids);
      // A connected page counts as use of its computer.
      for (const id of computers.keys()) computerActivity.touch(id);
      return new Map([...(await findActiveSessionUsers(db, sessionPolicy(), ids)), ...computers]);
    },
    onKeysChanged: keyList.invalidate,
    onSettingsChanged: () => void settings.refresh(),
    onCampusChanged: (about) => {
      // Pages are notified of campus and due times once this process has read them; access is not
      // cached.
      if (about !== 'access') void Promise.all([campus.refresh(), due.refresh()]);
      if (about === 'access' || about === undefined) realtime.tellOfCampus('access');
    },
    campusVersion: () => campus.current().version,
    log: app.log,
  });
  app.addHook('preClose', () => realtime.close());
  campus.onChange(() => realtime.tellOfCampus('lists'));
  due.onChange(() => realtime.tellOfCampus('due'));
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
  // Often, because a desk may lock after a minute.
  const dutyActivity = createActivityTracker((uses) => storeDutyUses(db, uses), 5_000, app.log);
  for (const tracker of [activity, computerActivity, dutyActivity]) {
    app.addHook('onListen', async () => tracker.start());
    app.addHook('onClose', () => tracker.stop());
  }

  const hashCard = createCardHash(db);
  // Creates the secret before the first card is read, so that reading one changes nothing.
  app.addHook('onReady', async () => {
    await hashCard('').catch((error: unknown) => app.log.warn({ err: error }, 'card secret'));
  });

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
    timezone: () => due.calendar().timezone,
    deskSettings,
    desks: () => campus.current().desks,
    hashCard,
    log: app.log,
    signInAttempts: createSignInAttempts(db, settings),
    actionLimits: createActionLimits(db),
    cookieSecret: options.cookieSecret,
    authenticate,
    lastUseOf: activity.lastUse,
    openId: await options.identity(app),
  };
  const serve = defineRoutes(app, {
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
  });
  addFeatureRoutes(serve, deps);
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
    publicUrl: config.publicUrl,
    ...(config.environment === 'pro' && { authorize: requireSignedIn }),
  });
  await serveWeb(app, config);
  return app;
}
