import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Unique over all processes. A name that a caller brings along is not taken over. */
export const newRequestId = (): string => randomUUID();

export const requestIdHeader = 'x-request-id';

/** Tells every caller under which id the log knows their request. */
export const tellRequestId = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
};
