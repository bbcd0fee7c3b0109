import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const loopback = /^(127\.|::1$|::ffff:127\.)/;
const forwarding = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A proxy on this machine speaks for callers elsewhere, so what it forwards is not from here. */
const isFromHere = (request: FastifyRequest): boolean =>
  loopback.test(request.socket.remoteAddress ?? '') &&
  forwarding.every((name) => request.headers[name] === undefined);

/** Who may read the metrics: this machine itself, and whoever brings the token, if there is one. */
export const mayReadMetrics = (request: FastifyRequest, token: string | undefined): boolean => {
  if (isFromHere(request)) return true;
  const { authorization = '' } = request.headers;
  return token !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
};
