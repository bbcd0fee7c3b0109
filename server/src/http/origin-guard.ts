import { refusal } from '@keydesk/shared/errors';
import type { FastifyRequest } from 'fastify';

const unsafeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Refuses unsafe requests that another site could have caused: they must come from an allowed
 * origin, or the browser must vouch that they are same-origin (DESIGN §6.10).
 */
export const guardOrigin = (request: FastifyRequest, allowed: ReadonlySet<string>): void => {
  if (!unsafeMethods.has(request.method)) return;
  const { origin } = request.headers;
  const trusted = origin
    ? allowed.has(origin)
    : request.headers['sec-fetch-site'] === 'same-origin';
  if (!trusted) throw refusal('CROSS_SITE');
};
