import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** @throws the refusal of a request that must not be served, whatever it asks for. */
export type RequestGuard = (request: IncomingMessage) => void;

/**
 * Has guards look at every request before anything else does. Live connections begin beside the
 * application's routes and hooks; what is returned tells whether the guards let one begin.
 */
export function guardRequests(
  app: FastifyInstance,
  guards: readonly RequestGuard[],
): (request: IncomingMessage) => boolean {
  app.addHook('onRequest', async ({ raw }) => {
    for (const guard of guards) guard(raw);
  });
  return (request) => {
    try {
      for (const guard of guards) guard(request);
      return true;
    } catch {
      return false;
    }
  };
}
