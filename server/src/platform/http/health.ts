import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';
import type { Shutdown } from './graceful-shutdown.ts';

type HealthDeps = {
  db: Database;
  shutdown: Shutdown;
  /** Why nobody can sign in at the moment, if that is so. */
  providerError: () => string | undefined;
};

/**
 * Alive: this process answers. Ready: it also reaches its database and is not about to stop. Without
 * its sign-in provider it is degraded but ready, because people who are signed in are still served.
 * Load balancers poll these, so the log has a line only when readiness changes.
 */
export function serveHealth(
  app: FastifyInstance,
  { db, shutdown, providerError }: HealthDeps,
): void {
  let ready = true;
  const logChange = (error: Error | undefined): void => {
    if (ready === (error === undefined)) return;
    ready = !ready;
    if (error) app.log.warn({ err: error }, 'not ready');
    else app.log.info('ready again');
  };
  app.get('/healthz', { config: { unlogged: [200] } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { unlogged: [200, 503] } }, async (_request, reply) => {
    if (shutdown.hasBegun()) return reply.code(503).send({ status: 'stopping' });
    const databaseError = await db.query('SELECT 1').then(
      () => undefined,
      (error: Error) => error,
    );
    logChange(databaseError);
    if (databaseError) return reply.code(503).send({ status: 'database unavailable' });
    const signIn = providerError();
    return signIn ? { status: 'degraded', signIn } : { status: 'ready' };
  });
}
