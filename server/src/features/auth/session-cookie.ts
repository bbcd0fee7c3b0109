import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf, type Credentials, cookieNameAt, sessionCookie } from '../../http/principal.ts';

const attributes = (publicUrl: string) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https://'),
  }) as const;

/** Gives the browser its session's secret for as many hours as sessions last. */
export const giveSessionCookie = (
  reply: FastifyReply,
  secret: string,
  { publicUrl, hours }: { publicUrl: string; hours: number },
): void => {
  reply.setCookie(cookieNameAt(publicUrl, sessionCookie), secret, {
    ...attributes(publicUrl),
    maxAge: hours * 3600,
  });
};

export const takeSessionCookie = (reply: FastifyReply, publicUrl: string): void => {
  reply.clearCookie(cookieNameAt(publicUrl, sessionCookie), attributes(publicUrl));
};

/** The proofs of a session that a request carries. */
export const credentialsOf = (request: FastifyRequest, publicUrl: string): Credentials => ({
  cookie: request.cookies[cookieNameAt(publicUrl, sessionCookie)],
  bearer: bearerOf(request.headers.authorization),
});
