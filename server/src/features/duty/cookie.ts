import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { computerCookie, cookieNameAt } from '../../platform/http/principal.ts';

/** Browsers forget a cookie after 400 days at the latest, so each visit sets it again. */
const lifetimeSeconds = 400 * 24 * 3_600;

/** Sets the cookie of an enrolled computer, which lasts until that is revoked. */
export function setComputerCookie(reply: FastifyReply, secret: string, publicUrl: string): void {
  reply.setCookie(cookieNameAt(publicUrl, computerCookie), secret, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https://'),
    maxAge: lifetimeSeconds,
  });
}

/** The secret of the computer that a request comes from, if it is enrolled. */
export function readComputerCookie(request: FastifyRequest, publicUrl: string): string | undefined {
  return request.cookies[cookieNameAt(publicUrl, computerCookie)];
}

export function renewComputerCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
): void {
  const secret = readComputerCookie(request, publicUrl);
  if (secret) setComputerCookie(reply, secret, publicUrl);
}
