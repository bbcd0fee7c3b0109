import type { FastifyReply } from 'fastify';

/** Names a request header that the answer depends on, besides those that are named already. */
export function varyBy(reply: FastifyReply, name: string): FastifyReply {
  const named = reply.getHeader('vary');
  if (!named) return reply.header('vary', name);
  const names = String(named).toLowerCase().split(/,\s*/);
  return names.includes(name.toLowerCase()) ? reply : reply.header('vary', `${named}, ${name}`);
}
