import { api } from '@keydesk/shared/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusalOf } from '../http/error-handler.ts';
import { routePattern } from '../http/route-pattern.ts';
import type { AppMetrics } from './app-metrics.ts';

const handoverActions = [
  'scanRequest',
  'scanReturn',
  'batchReturn',
  'takeKey',
  'returnKey',
  'collectKey',
] as const;

const actionByRoute = new Map<string, string>(
  handoverActions.map((action) => [`${api[action].method} /api${api[action].path}`, action]),
);

/** Counts every request and, among them, every handover by what came of it. */
export const countRequests = (app: FastifyInstance, metrics: AppMetrics): void => {
  const refusals = new WeakMap<FastifyRequest, string>();
  app.addHook('onError', async (request, _reply, error) => {
    refusals.set(request, refusalOf(error).code);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const route = routePattern(request);
    metrics.requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    const action = actionByRoute.get(`${method} ${route}`);
    if (action) metrics.handovers.inc({ action, outcome: refusals.get(request) ?? 'OK' });
  });
};
