import type { FastifyRequest } from 'fastify';

/** The route that serves a request, as it was declared: never the address that somebody asked for. */
export const routePattern = (request: FastifyRequest): string => {
  const { url } = request.routeOptions;
  if (!url) return 'none';
  return url.startsWith('/assets/') ? '/assets/*' : url;
};
