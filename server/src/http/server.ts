import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { appError } from '@keydesk/shared/core/errors';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import Fastify from 'fastify';
import { type Database, transact } from '../db/client.ts';
import { parseJsonBodies } from './define-route.ts';
import { handleUnreadableRequest } from './error-handler.ts';
import { newRequestId, requestLogging } from './request-log.ts';

type ServerOptions = {
  logLevel: string;
  writeLog?: ((line: string) => void) | undefined;
  trustedProxies: NonNullable<FastifyServerOptions['trustProxy']>;
};

const maxBodyBytes = 100_000;

/** Limits for receiving a whole request, and its headers. */
const requestTimeoutMs = 60_000;
const headersTimeoutMs = 20_000;

/** Generous, because on a machine under load a plugin takes long to start without being broken. */
const pluginTimeoutMs = 60_000;

/** A server without routes. */
export function newServer({ logLevel, writeLog, trustedProxies }: ServerOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    pluginTimeout: pluginTimeoutMs,
    ...requestLogging(logLevel, writeLog),
    genReqId: newRequestId,
    // A code of twenty letters that take four bytes each in an address.
    routerOptions: { maxParamLength: 240 },
    trustProxy: trustedProxies,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 5_000 },
    frameworkErrors: handleUnreadableRequest,
    // shutDownGracefully rejects late requests with the usual error body.
    return503OnClosing: false,
  });
  parseJsonBodies(app);
  return app;
}

/** Less than the whole stop may take. */
const longestDrainMs = 7_000;

type ShutdownOptions = {
  /** How long requests are still served, so that a load balancer can send them elsewhere. */
  graceMs: number;
  drainMs?: number;
};

type Shutdown = { hasBegun(): boolean };

/**
 * Closes the application in three phases. During the grace period everything is served, but the
 * process no longer counts as ready, and Fastify ends each connection after its response. While
 * draining, new requests are refused and running ones are answered. Then open connections are
 * closed, and only after that does anything end that requests use. Requires `return503OnClosing:
 * false`.
 */
export function shutDownGracefully(
  app: FastifyInstance,
  { graceMs, drainMs = longestDrainMs }: ShutdownOptions,
): Shutdown {
  let phase: 'serving' | 'grace' | 'draining' = 'serving';
  const open = new Set<ServerResponse>();
  let onDrained = (): void => undefined;

  app.addHook('onRequest', async (_request, reply) => {
    if (phase === 'draining') throw appError('STOPPING');
    open.add(reply.raw);
    reply.raw.once('close', () => {
      open.delete(reply.raw);
      if (open.size === 0) onDrained();
    });
  });

  const drained = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, drainMs);
      onDrained = () => {
        clearTimeout(timer);
        resolve();
      };
      if (open.size === 0) onDrained();
    });

  app.addHook('preClose', async () => {
    phase = 'grace';
    if (graceMs > 0) await delay(graceMs);
    phase = 'draining';
    await drained();
    if (open.size > 0) app.log.warn({ requests: open.size }, 'stopped before they were answered');
    // Idle connections would never close otherwise.
    app.server.close();
    app.server.closeAllConnections();
  });

  return { hasBegun: () => phase !== 'serving' };
}

type HealthDeps = {
  db: Database;
  /** With its commit. */
  version: string;
  shutdown: Shutdown;
  /** Why no one can sign in, if that is so. */
  providerError: () => string | undefined;
};

/** How long a successful write is taken as proof for the next. */
const writeCheckMs = 5_000;

/**
 * Alive: this process answers. Ready: its database also accepts writes, and it is not about to
 * stop. Without its sign-in provider it is degraded but ready, because signed-in people are still
 * served. Load balancers poll these, so the log has a line only when readiness changes.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, version, shutdown, providerError }: HealthDeps,
): void {
  let ready = true;
  const checkDatabase = createDatabaseCheck(db);
  const logChange = (error: Error | undefined): void => {
    if (ready === (error === undefined)) return;
    ready = !ready;
    if (error) app.log.warn({ err: error }, 'not ready');
    else app.log.info('ready again');
  };
  app.get('/healthz', { config: { unlogged: [200] } }, async () => ({
    status: 'ok',
    version,
  }));
  app.get('/readyz', { config: { unlogged: [200, 503] } }, async (_request, reply) => {
    if (shutdown.hasBegun()) return reply.code(503).send({ status: 'stopping' });
    const databaseError = await checkDatabase();
    logChange(databaseError);
    if (databaseError) return reply.code(503).send({ status: 'database unavailable' });
    const signIn = providerError();
    return signIn ? { status: 'degraded', signIn } : { status: 'ready' };
  });
}

/**
 * Why the database cannot be used, or undefined. Concurrent callers share one check: polls must not
 * pile up on a hanging database.
 */
function createDatabaseCheck(db: Database): () => Promise<Error | undefined> {
  let wroteAt = Number.NEGATIVE_INFINITY;
  let running: Promise<Error | undefined> | undefined;
  const check = async (): Promise<Error | undefined> => {
    try {
      if (performance.now() - wroteAt < writeCheckMs) await db.query('SELECT 1');
      else {
        await tryWriting(db);
        wroteAt = performance.now();
      }
      return undefined;
    } catch (error) {
      wroteAt = Number.NEGATIVE_INFINITY;
      return error as Error;
    } finally {
      running = undefined;
    }
  };
  return () => {
    running ??= check();
    return running;
  };
}

/**
 * Commits a row, and sorts more than fits in memory, so that files are written, too: on a full disk
 * a small row may still fit into an existing file.
 */
async function tryWriting(db: Database): Promise<void> {
  await transact(db, async (tx) => {
    await tx.query("SET LOCAL work_mem = '64kB'");
    await tx.query(
      `SELECT count(*) FROM (SELECT repeat('x', 1000) || n AS text FROM generate_series(1, 200) n
                              ORDER BY text DESC OFFSET 0) AS sorted`,
    );
    await tx.query(
      `INSERT INTO job_runs (job, due_at) VALUES ('write-check', 'epoch')
           ON CONFLICT (job, due_at) DO UPDATE SET done_at = now()`,
    );
  });
}

/** Reserved for database connections, web files and printing when all connections are in use. */
const reservedDescriptors = 200;
const openFilesLimit = maxOpenFiles();
const warnEveryMs = 60_000;

/**
 * Accepts fewer connections than the process may open files, so that existing ones are still
 * served. Surplus connections are closed unanswered, which is logged at most once a minute. If
 * descriptors run out nevertheless, the server accepts again once some are free.
 */
export function reserveFileDescriptors(app: FastifyInstance, maxFiles = openFilesLimit): void {
  if (maxFiles !== undefined)
    app.server.maxConnections = maxFiles - Math.min(reservedDescriptors, Math.floor(maxFiles / 2));
  let quietUntil = 0;
  const warn = (facts: object, message: string): void => {
    if (Date.now() < quietUntil) return;
    quietUntil = Date.now() + warnEveryMs;
    app.log.warn(facts, message);
  };
  app.server.on('drop', () =>
    warn({ max: app.server.maxConnections }, 'too many connections: new ones are closed'),
  );
  app.server.on('error', (error) => {
    // Until then, `listen` itself reports errors.
    if (app.server.listening) warn({ err: error }, 'a connection could not be accepted');
  });
}

/** The process's limit of open files; undefined where the system does not say. */
function maxOpenFiles(): number | undefined {
  const report = process.report as (NodeJS.ProcessReport & ReportOptions) | undefined;
  if (!report) return undefined;
  // Otherwise the report looks up the host name of every connected address.
  report.excludeNetwork = true;
  // For its own stack the report would read the source maps, which then stay in memory: 9 MB.
  const withoutStack = { name: '', message: '', stack: '' };
  const { userLimits } = report.getReport(withoutStack) as Report;
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : undefined;
}

type ReportOptions = { excludeNetwork?: boolean };
type Report = { userLimits?: { open_files?: { soft: number | string } } };
