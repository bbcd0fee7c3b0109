import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Less than what the whole stop may take. */
const patience = 7_000;

/**
 * Closing begins by answering the requests under way: only then may anything end that they use. A
 * request that is not done by then loses its connection. New ones are refused meanwhile.
 */
export const finishRequests = (app: FastifyInstance, patienceMs = patience): void => {
  const open = new Set<ServerResponse>();
  let onDone = (): void => undefined;
  app.addHook('onRequest', async (_request, reply) => {
    open.add(reply.raw);
    reply.raw.once('close', () => {
      open.delete(reply.raw);
      if (open.size === 0) onDone();
    });
  });
  const whenDone = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, patienceMs);
      onDone = () => {
        clearTimeout(timer);
        resolve();
      };
      if (open.size === 0) onDone();
    });
  app.addHook('preClose', async () => {
    await whenDone();
    if (open.size > 0) app.log.warn({ requests: open.size }, 'stopped before they were answered');
    // A connection on which nothing was asked has no end of its own.
    app.server.close();
    app.server.closeAllConnections();
  });
};
