import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';
import type { Shutdown } from './graceful-shutdown.ts';

type HealthDeps = {
  db: Database;
  shutdown: Shutdown;
  /** Why nobody new can sign in. */
  providerFault: () => string | undefined;
};

/**
 * Alive: this process answers. Ready: it also reaches its database and is not about to stop. Without
 * its sign-in provider it is degraded but ready, because whoever is signed in is still served. A
 * balancer asks again and again, so the log tells when readiness changes.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, shutdown, providerFault }: HealthDeps,
): void {
  let ready = true;
  const tellChange = (fault: Error | undefined): void => {
    if (ready === (fault === undefined)) return;
    ready = !ready;
    if (fault) app.log.warn({ err: fault }, 'not ready');
    else app.log.info('ready again');
  };
  app.get('/healthz', { config: { unlogged: [200] } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { unlogged: [200, 503] } }, async (_request, reply) => {
    if (shutdown.hasBegun()) return reply.code(503).send({ status: 'stopping' });
    const fault = await db.query('SELECT 1').then(
      () => undefined,
      (error: Error) => error,
    );
    tellChange(fault);
    if (fault) return reply.code(503).send({ status: 'database unavailable' });
    const away = providerFault();
    return away ? { status: 'degraded', signIn: away } : { status: 'ready' };
  });
}
