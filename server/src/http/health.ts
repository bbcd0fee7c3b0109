import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/client.ts';

/** Alive: this process answers. Ready: it also reaches its database. */
export const serveHealth = (app: FastifyInstance, db: Database): void => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await db.query('SELECT 1');
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'database unavailable' });
    }
  });
};
