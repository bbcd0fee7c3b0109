import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isForwarded, isLoopback } from '../http/this-machine.ts';

const mappedIPv4 = /^::ffff:/;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const isFromHere = ({ raw, socket }: FastifyRequest): boolean =>
  isLoopback((socket.remoteAddress ?? '').replace(mappedIPv4, '')) && !isForwarded(raw);

/** Who may read the metrics: this machine itself, and whoever brings the token, if there is one. */
export const mayReadMetrics = (request: FastifyRequest, token: string | undefined): boolean => {
  if (isFromHere(request)) return true;
  const { authorization = '' } = request.headers;
  return token !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
};
