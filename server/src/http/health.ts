import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';

/**
 * Alive: this process answers. Ready: it also reaches its database. A balancer asks again and again,
 * so the log tells when readiness changes.
 */
export const serveHealth = (app: FastifyInstance, db: Database): void => {
  let ready = true;
  const tellChange = (fault: Error | undefined): void => {
    if (ready === (fault === undefined)) return;
    ready = !ready;
    if (fault) app.log.warn({ err: fault }, 'not ready');
    else app.log.info('ready again');
  };
  app.get('/healthz', { config: { unlogged: [200] } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { unlogged: [200, 503] } }, async (_request, reply) => {
    const fault = await db.query('SELECT 1').then(
      () => undefined,
      (error: Error) => error,
    );
    tellChange(fault);
    return fault ? reply.code(503).send({ status: 'database unavailable' }) : { status: 'ready' };
  });
};
