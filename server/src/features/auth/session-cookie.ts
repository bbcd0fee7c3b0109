import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf, type Credentials, sessionCookie } from '../../http/principal.ts';
import { sessionHours } from './sessions.service.ts';

const attributes = (publicUrl: string) =>
  ({
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https://'),
  }) as const;

export const giveSessionCookie = (reply: FastifyReply, secret: string, publicUrl: string): void => {
  reply.setCookie(sessionCookie, secret, { ...attributes(publicUrl), maxAge: sessionHours * 3600 });
};

export const takeSessionCookie = (reply: FastifyReply, publicUrl: string): void => {
  reply.clearCookie(sessionCookie, attributes(publicUrl));
};

/** The proofs of a session that a request carries. */
export const credentialsOf = (request: FastifyRequest): Credentials => ({
  cookie: request.cookies[sessionCookie],
  bearer: bearerOf(request.headers.authorization),
});
