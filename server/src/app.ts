import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { allowedOrigins } from './allowed-origins.ts';
import type { AppDeps } from './app-deps.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { addAboutRoutes } from './features/about/about.routes.ts';
import { addAuthRoutes } from './features/auth/auth.routes.ts';
import type { OpenIdClient } from './features/auth/openid/openid-client.ts';
import { credentialsOf } from './features/auth/session-cookie.ts';
import { authenticate, livingSessions } from './features/auth/sessions.service.ts';
import { addSignInRoutes } from './features/auth/sign-in.routes.ts';
import { addHandoverRoutes } from './features/handovers/handovers.routes.ts';
import { createKeyListCache } from './features/keys/key-list-cache.ts';
import { addKeyRoutes } from './features/keys/keys.routes.ts';
import { serveApiReference } from './http/api-reference.ts';
import { handleErrors } from './http/error-handler.ts';
import { serveHealth } from './http/health.ts';
import { guardOrigin } from './http/origin-guard.ts';
import { requireDeclaredAccess } from './http/require-access.ts';
import { secureHeaders } from './http/security-headers.ts';
import { serveWeb } from './http/web-files.ts';
import { startRealtime } from './realtime/start-realtime.ts';

export type BuildOptions = {
  config: Config;
  db: Database;
  databaseUrl: string;
  /** Seals the cookie that remembers a begun sign-in; the same in all processes. */
  cookieSecret: string;
  logLevel: string;
  validatesResponses: boolean;
  /** Makes the identity provider's client, and adds the local provider where that is used. */
  identity: (app: FastifyInstance) => Promise<OpenIdClient>;
};

const maxBodyBytes = 100_000;

const newServer = (logLevel: string): FastifyInstance => {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: logLevel, redact: ['req.headers.cookie', 'req.headers.authorization'] },
    routerOptions: { maxParamLength: 200 },
  });
  app.removeContentTypeParser('text/plain');
  return app;
};

const isApi = (request: FastifyRequest): boolean => request.url.startsWith('/api/');

/** Puts the whole application together: routes, live connections, the web's files. */
export const buildApp = async (options: BuildOptions): Promise<FastifyInstance> => {
  const { config, db } = options;
  const app = newServer(options.logLevel);
  const origins = allowedOrigins(config);
  handleErrors(app);
  requireDeclaredAccess(app);
  await secureHeaders(app, { strictTransport: config.environment === 'pro' });
  await app.register(cookie);
  await app.register(cors, { origin: config.corsOrigins, credentials: true, maxAge: 600 });
  app.addHook('onRequest', async (request) => {
    if (isApi(request)) guardOrigin(request, origins);
  });

  const keyList = createKeyListCache(db);
  const realtime = startRealtime(app.server, {
    databaseUrl: options.databaseUrl,
    allowedOrigins: origins,
    authenticate: (credentials) => authenticate(db, credentials),
    parseCookies: (header) => app.parseCookie(header),
    livingSessions: (ids) => livingSessions(db, ids),
    onKeysChanged: keyList.invalidate,
    log: app.log,
  });
  app.addHook('preClose', () => realtime.close());

  const deps: AppDeps = {
    config,
    db,
    keyList,
    publisher: realtime.publisher,
    cookieSecret: options.cookieSecret,
    openId: await options.identity(app),
    routes: {
      authenticate: (request) => authenticate(db, credentialsOf(request)),
      validatesResponses: options.validatesResponses,
    },
  };
  for (const addRoutes of [
    addSignInRoutes,
    addAuthRoutes,
    addKeyRoutes,
    addHandoverRoutes,
    addAboutRoutes,
  ])
    addRoutes(app, deps);
  serveHealth(app, db);
  await serveApiReference(app, { title: config.productName, version: config.version });
  await serveWeb(app);
  return app;
};
