import type { FastifyInstance } from 'fastify';
import { apiReferencePath } from './api-reference.ts';

/** A route under `/api` that is not a row of the route table keeps the application from starting. */
export const requireDeclaredAccess = (app: FastifyInstance): void => {
  app.addHook('onRoute', ({ url, config }) => {
    if (!url.startsWith('/api/') || `${url}/`.startsWith(`${apiReferencePath}/`)) return;
    if (!(config && 'route' in config)) throw new Error(`Route ${url} declares no access`);
  });
};
