import { createHash, timingSafeEqual } from 'node:crypto';
import { appError } from '@keydesk/shared/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { isLoopback, isMeantForLoopback } from '../http/request-guards.ts';

/** Serves the metrics at `/metrics`, in Prometheus' text format. */
export function serveMetrics(
  app: FastifyInstance,
  { register }: { register: Registry },
  token: string | undefined,
): void {
  app.get('/metrics', { config: { unlogged: [200] } }, async (request, reply) => {
    if (!mayReadMetrics(request, token)) throw appError('NOT_ALLOWED');
    const texts = await Promise.all([register.metrics(), processMetrics().metrics()]);
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(`${texts.map((text) => text.trimEnd()).join('\n')}\n`);
  });
}

/** This machine may read the metrics, and anybody who sends the token, if one is configured. */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (isFromLoopback(request)) return true;
  const { authorization = '' } = request.headers;
  return token !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}

function isFromLoopback({ raw, socket }: FastifyRequest): boolean {
  return (
    isLoopback((socket.remoteAddress ?? '').replace(mappedIPv4, '')) && isMeantForLoopback(raw)
  );
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/**
 * Processor, memory, event loop: one registry for the process, however many applications it holds.
 * Collecting starts with the first request, because watching the event loop wakes an idle process a
 * hundred times a second.
 */
function processMetrics(): Registry {
  if (registry) return registry;
  registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

const mappedIPv4 = /^::ffff:/;

let registry: Registry | undefined;
