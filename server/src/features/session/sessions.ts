import { createHmac, randomBytes } from 'node:crypto';
import type {} from '@fastify/cookie';
import { hourMs } from '@keydesk/shared/core/dates';
import type { CodesVoided } from '@keydesk/shared/events';
import {
  type SessionOver,
  type SessionOverReason,
  sessionEnd,
} from '@keydesk/shared/session/session-end';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Publisher } from '../../core/live/publisher.ts';
import type { Connection, Transaction } from '../../db/client.ts';
import { hashSecret, newId } from '../../db/ids.ts';
import {
  bearerOf,
  type Credentials,
  computerCookie,
  cookieNameAt,
  sessionCookie,
} from '../../http/principal.ts';
import { endDeskRights, endEveryDeskRight } from '../duty/index.ts';
import { voidCodesOfSession, voidCodesOfUser, voidEveryCode } from '../loans/index.ts';
import {
  insertSession,
  listActiveSessions,
  revokeAllSessions,
  revokeSessions,
  revokeSessionsOfUser,
  type SecretKind,
  type SessionPolicy,
} from './queries.ts';

export type { SessionPolicy } from './queries.ts';

/** The only place with the secrets in plain text. */
export type NewSession = { sessionId: string; cookie: string; bearer: string };

/** `authenticatedAt`: when the provider authenticated the person, if known. */
export type SessionOrigin = {
  device?: string | undefined;
  address?: string;
  authenticatedAt?: Date | undefined;
};

/** The database stores only hashes of the secrets. */
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

/** 256 random bits. */
function newCookieSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Newest first, with the latest time at which they expire. */
export async function listUserSessions(db: Connection, policy: SessionPolicy, userId: string) {
  return (await listActiveSessions(db, policy, userId)).map(({ id, createdAt }) => ({
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + policy.maxSessionDuration * hourMs).toISOString(),
  }));
}

/** A session that has ended, and the codes that were voided with it. */
export type EndedSession = { sessionId: string; voided: readonly CodesVoided[] };

/** Ends a session and voids the codes issued in it (`one-living-code`). */
export async function endSession(tx: Transaction, sessionId: string): Promise<EndedSession> {
  await revokeSessions(tx, [sessionId]);
  return { sessionId, voided: await voidCodesOfSession(tx, sessionId) };
}

/** Call it after the commit. */
export function announceEnded(publisher: Publisher, { sessionId, voided }: EndedSession): void {
  publisher.sessionEnded(sessionId);
  publisher.codesVoided(voided);
}

/** Ends every session and shift of a person, voids their codes and removes their PIN. */
export async function endUserSessions(tx: Transaction, userId: string): Promise<void> {
  await revokeSessionsOfUser(tx, userId);
  await voidCodesOfUser(tx, userId);
  await endDeskRights(tx, userId);
}

/** Returns the number of sessions. */
export async function endAllSessions(tx: Transaction): Promise<number> {
  const ended = await revokeAllSessions(tx);
  await voidEveryCode(tx);
  await endEveryDeskRight(tx);
  return ended;
}

/** Ends a person's oldest sessions beyond the allowed number. */
export async function endSurplusSessions(
  tx: Transaction,
  policy: SessionPolicy,
  userId: string,
): Promise<EndedSession[]> {
  const surplus = (await listActiveSessions(tx, policy, userId)).slice(
    policy.maxConcurrentSessions,
  );
  const ended: EndedSession[] = [];
  for (const { id } of surplus) ended.push(await endSession(tx, id));
  return ended;
}

/** The bearer secret derived from a cookie secret; the cookie cannot be derived from it. */
export function bearerFrom(cookie: string): string {
  return createHmac('sha256', cookie).update('keydesk bearer v1').digest('base64url');
}

/** The cookie lives as long as sessions may last. */
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

export function credentialsOf(request: FastifyRequest, publicUrl: string): Credentials {
  return {
    ...credentialCookies(request.cookies, publicUrl),
    bearer: bearerOf(request.headers.authorization),
  };
}

export function credentialCookies(
  cookies: Readonly<Record<string, string | undefined>>,
  publicUrl: string,
): Pick<Credentials, 'cookie' | 'computer'> {
  return {
    cookie: cookies[cookieNameAt(publicUrl, sessionCookie)],
    computer: cookies[cookieNameAt(publicUrl, computerCookie)],
  };
}

/** Why and since when a session or enrolment is over; null if not, or unknown. */
export async function findSessionOver(
  db: Connection,
  policy: SessionPolicy,
  { cookie, bearer, computer }: Credentials,
): Promise<SessionOver | null> {
  const secret = cookie || bearer;
  if (!secret) return computer ? findComputerRemoval(db, hashSecret(computer)) : null;
  const row = await findFormerSession(db, cookie ? 'cookie' : 'bearer', hashSecret(secret));
  return row ? toSessionOver(row, policy) : null;
}

function toSessionOver(row: FormerSession, policy: SessionPolicy): SessionOver | null {
  const { closed_at, revoked_at } = row;
  if (closed_at) return { reason: 'closed', since: closed_at.toISOString() };
  if (revoked_at) return { reason: revokedReason(row), since: revoked_at.toISOString() };
  const { endsAt, reason } = sessionEnd(
    { startedAt: row.created_at, lastActiveAt: row.last_active_at },
    policy,
  );
  if (new Date(endsAt) > row.now) return null;
  const limit = reason === 'idle' ? policy.sessionTimeout : policy.maxSessionDuration;
  return { reason, since: endsAt, limit };
}

async function findComputerRemoval(db: Connection, hash: Buffer): Promise<SessionOver | null> {
  const rows = await db.rows<{ revoked_at: Date }>(
    'SELECT revoked_at FROM desk_devices WHERE secret_hash = $1 AND revoked_at IS NOT NULL',
    [hash],
  );
  return rows[0] ? { reason: 'computer-removed', since: rows[0].revoked_at.toISOString() } : null;
}

/** The audit log is more precise, unless its level omits these events. */
function revokedReason({ recorded, replaced }: FormerSession): SessionOverReason {
  if (recorded === 'sign-out') return 'signed-out';
  if (recorded === 'sign-out-elsewhere') return 'elsewhere';
  return replaced ? 'replaced' : 'revoked';
}

type FormerSession = {
  created_at: Date;
  last_active_at: Date;
  revoked_at: Date | null;
  /** When the person was deleted or suspended. */
  closed_at: Date | null;
  /** Whether the same person opened another session when it was revoked. */
  replaced: boolean;
  /** The audit event of its sign-out. */
  recorded: string | null;
  now: Date;
};

/** Rows of one transaction may carry slightly different times. */
const sameMoment = "BETWEEN s.revoked_at AND s.revoked_at + interval '5 seconds'";

async function findFormerSession(
  db: Connection,
  kind: SecretKind,
  hash: Buffer,
): Promise<FormerSession | undefined> {
  return db.first<FormerSession>({
    name: `former-session-by-${kind}`,
    text: `SELECT s.created_at, s.last_active_at, s.revoked_at, now() AS now,
                  coalesce(u.deleted_at, u.suspended_at) AS closed_at,
                  EXISTS (SELECT FROM sessions AS other
                           WHERE other.user_id = s.user_id AND other.id <> s.id
                             AND other.created_at ${sameMoment}) AS replaced,
                  (SELECT action FROM audit_events
                    WHERE subject_id = s.user_id AND at ${sameMoment}
                      AND (action = 'sign-out-elsewhere' OR action = 'sign-out' AND reason IS NULL)
                    ORDER BY at LIMIT 1) AS recorded
             FROM sessions AS s JOIN users AS u ON u.id = s.user_id
            WHERE s.${kind}_hash = $1`,
    values: [hash],
  });
}
