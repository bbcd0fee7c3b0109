import type { FastifyRequest } from 'fastify';

/** The route that serves a request, as it was declared: never the address that somebody asked for. */
export const routePattern = (request: FastifyRequest): string => {
  const { url } = request.routeOptions;
  if (!url) return 'none';
  return url.startsWith('/assets/') ? '/assets/*' : url;
};

/** Whether the API answers: by the route, as the same address can be written in many ways. */
export function isForApi({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/');
}
