import type { FastifyReply } from 'fastify';

/** Names a request header that the answer depends on, besides those that are named already. */
export function varyBy(reply: FastifyReply, name: string): FastifyReply {
  const named = reply.getHeader('vary');
  return reply.header('vary', named ? `${named}, ${name}` : name);
}
