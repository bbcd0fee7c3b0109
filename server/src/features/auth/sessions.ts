import { createHmac, randomBytes } from 'node:crypto';
import type {} from '@fastify/cookie';
import type { Role } from '@keydesk/shared/users/role';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Connection, Transaction } from '../../platform/db/client.ts';
import { newId } from '../../platform/db/tables/columns.ts';
import {
  bearerOf,
  type Credentials,
  cookieNameAt,
  sessionCookie,
} from '../../platform/http/principal.ts';
import { hashSecret } from '../../platform/secrets.ts';
import { voidCodesOfSession, voidCodesOfUser, voidEveryCode } from '../handovers/index.ts';
import {
  countActiveSessions,
  findActiveSessionRoles,
  insertSession,
  listActiveSessions,
  revokeAllSessions,
  revokeSessions,
  revokeSessionsOfUser,
  type SessionPolicy,
} from './queries.ts';

export type { SessionPolicy } from './queries.ts';

export type NewSession = { sessionId: string; cookie: string; bearer: string };

/** Where a session is opened, and when its person proved who they are, if that is known. */
export type SessionOrigin = {
  device?: string;
  address?: string;
  authenticatedAt?: Date | undefined;
};

/** Opens a session. Its secrets leave this call once; the database keeps their hashes. */
export async function openSession(
  db: Connection,
  userId: string,
  origin: SessionOrigin = {},
): Promise<NewSession> {
  const cookie = newCookieSecret();
  const bearer = bearerFrom(cookie);
  const sessionId = newId();
  await insertSession(db, {
    id: sessionId,
    userId,
    cookieHash: hashSecret(cookie),
    bearerHash: hashSecret(bearer),
    ...origin,
  });
  return { sessionId, cookie, bearer };
}

/** A fresh cookie secret of 256 random bits. */
function newCookieSecret(): string {
  return randomBytes(32).toString('base64url');
}

const hourMs = 3_600_000;

/** The living sessions of a person, the newest first, with the end that their age sets them. */
export async function listUserSessions(db: Connection, policy: SessionPolicy, userId: string) {
  return (await listActiveSessions(db, policy, userId)).map(({ id, createdAt }) => ({
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + policy.maxSessionDuration * hourMs).toISOString(),
  }));
}

/** Ends a session and voids the codes it issued (DESIGN §6.3). */
export async function endSession(tx: Transaction, sessionId: string): Promise<void> {
  await revokeSessions(tx, [sessionId]);
  await voidCodesOfSession(tx, sessionId);
}

/** Ends every session of a person and voids their codes. */
export async function endUserSessions(tx: Transaction, userId: string): Promise<void> {
  await revokeSessionsOfUser(tx, userId);
  await voidCodesOfUser(tx, userId);
}

/** Ends every session of everybody and voids all codes; answers how many sessions that were. */
export async function endAllSessions(tx: Transaction): Promise<number> {
  const ended = await revokeAllSessions(tx);
  await voidEveryCode(tx);
  return ended;
}

/** Ends the oldest sessions of a person above the number allowed; answers which. */
export async function endSurplusSessions(
  tx: Transaction,
  policy: SessionPolicy,
  userId: string,
): Promise<string[]> {
  const surplus = (await listActiveSessions(tx, policy, userId)).slice(
    policy.maxConcurrentSessions,
  );
  const ids = surplus.map(({ id }) => id);
  for (const id of ids) await endSession(tx, id);
  return ids;
}

/** The bearer secret that belongs to a cookie secret; it does not lead back to the cookie. */
export function bearerFrom(cookie: string): string {
  return createHmac('sha256', cookie).update('keydesk bearer v1').digest('base64url');
}

/** Gives the browser its session's secret for as many hours as sessions last. */
export function setSessionCookie(
  reply: FastifyReply,
  secret: string,
  { publicUrl, hours }: { publicUrl: string; hours: number },
): void {
  reply.setCookie(cookieNameAt(publicUrl, sessionCookie), secret, {
    ...cookieAttributes(publicUrl),
    maxAge: hours * 3600,
  });
}

function cookieAttributes(publicUrl: string) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https://'),
  } as const;
}

export function clearSessionCookie(reply: FastifyReply, publicUrl: string): void {
  reply.clearCookie(cookieNameAt(publicUrl, sessionCookie), cookieAttributes(publicUrl));
}

/** The proofs of a session that a request carries. */
export function credentialsOf(request: FastifyRequest, publicUrl: string): Credentials {
  return {
    cookie: request.cookies[cookieNameAt(publicUrl, sessionCookie)],
    bearer: bearerOf(request.headers.authorization),
  };
}

/** Which of these sessions still live, and the role that each has now. */
function _livingSessions(
  db: Connection,
  policy: SessionPolicy,
  ids: readonly string[],
): Promise<Map<string, Role>> {
  return findActiveSessionRoles(db, policy, ids);
}

/** How many living sessions each of these people has; those without any are left out. */
function _sessionCounts(
  db: Connection,
  policy: SessionPolicy,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  return countActiveSessions(db, policy, userIds);
}
