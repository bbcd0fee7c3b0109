import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { appError } from '@keydesk/shared/errors';
import type { FastifyInstance } from 'fastify';

/** Less than the whole stop may take. */
const longestDrainMs = 7_000;

type ShutdownOptions = {
  /** How long requests are still served, so that a load balancer can send them elsewhere. */
  graceMs: number;
  drainMs?: number;
};

export type Shutdown = { hasBegun(): boolean };

/**
 * Closes the application in three phases. During the grace period everything is served, but the
 * process no longer counts as ready, and Fastify ends each connection after its response. While
 * draining, new requests are refused and running ones are answered. Then what is still open loses
 * its connection, and only after that does anything end that requests use. Requires
 * `return503OnClosing: false`.
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
    // Idle connections would never close by themselves.
    app.server.close();
    app.server.closeAllConnections();
  });

  return { hasBegun: () => phase !== 'serving' };
}
