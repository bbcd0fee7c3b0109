import { refusal } from '@keydesk/shared/errors';
import type { FastifyInstance } from 'fastify';
import type { AppMetrics } from './app-metrics.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { processMetrics } from './process-metrics.ts';

/** Serves what was counted at `/metrics`, in Prometheus' text form. */
export const serveMetrics = (
  app: FastifyInstance,
  { register }: AppMetrics,
  token: string | undefined,
): void => {
  app.get('/metrics', { config: { unlogged: [200] } }, async (request, reply) => {
    if (!mayReadMetrics(request, token)) throw refusal('NOT_ALLOWED');
    const texts = await Promise.all([register.metrics(), processMetrics().metrics()]);
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(`${texts.map((text) => text.trimEnd()).join('\n')}\n`);
  });
};
