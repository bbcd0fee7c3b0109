import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { appError } from '@keydesk/shared/errors';
import type { FastifyInstance } from 'fastify';

/** Less than what the whole stop may take. */
const longestDrainMs = 7_000;

type ShutdownOptions = {
  /** How long requests are still served, so that a balancer notices and sends them elsewhere. */
  graceMs: number;
  drainMs?: number;
};

export type Shutdown = { hasBegun(): boolean };

/**
 * Closing happens in three steps. While the grace lasts everything is served, though the process no
 * longer counts as ready and each answer ends its connection, which Fastify sees to. Then new
 * requests are refused and the ones under way are answered: only after that may anything end that
 * they use. A request that is not done by then loses its connection. The application must be made
 * with `return503OnClosing: false`.
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
    // A connection on which nothing was asked has no end of its own.
    app.server.close();
    app.server.closeAllConnections();
  });

  return { hasBegun: () => phase !== 'serving' };
}
