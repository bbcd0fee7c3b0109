import type { Role } from '@keydesk/shared/users/role';
import type { Connection, Transaction } from '../../db/client.ts';
import { newId } from '../../db/new-id.ts';
import { hashSecret } from '../../hash-secret.ts';
import { voidAllCodes, voidCodesOfSession, voidCodesOfUser } from '../handovers/codes.service.ts';
import { bearerFrom, newCookieSecret } from './session-secret.ts';
import {
  countLivingSessions,
  insertSession,
  listLivingSessions,
  livingSessionIds,
  revokeEverySession,
  revokeSessions,
  revokeSessionsOfUser,
  type SessionPolicy,
} from './sessions.repository.ts';

export type { SessionPolicy } from './sessions.repository.ts';

export type NewSession = { sessionId: string; cookie: string; bearer: string };

/** Where a session is opened, and when its person proved who they are, if that is known. */
export type SessionOrigin = {
  device?: string;
  address?: string;
  authenticatedAt?: Date | undefined;
};

/** Opens a session. Its secrets leave this call once; the database keeps their hashes. */
export const openSession = async (
  db: Connection,
  userId: string,
  origin: SessionOrigin = {},
): Promise<NewSession> => {
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
};

/** Which of these sessions still live, and the role that each has now. */
export const livingSessions = (
  db: Connection,
  policy: SessionPolicy,
  ids: readonly string[],
): Promise<Map<string, Role>> => livingSessionIds(db, policy, ids);

/** How many living sessions each of these people has; those without any are left out. */
export const sessionCounts = (
  db: Connection,
  policy: SessionPolicy,
  userIds: readonly string[],
): Promise<Map<string, number>> => countLivingSessions(db, policy, userIds);

const hourMs = 3_600_000;

/** The living sessions of a person, the newest first, with the end that their age sets them. */
export const sessionsOf = async (db: Connection, policy: SessionPolicy, userId: string) =>
  (await listLivingSessions(db, policy, userId)).map(({ id, createdAt }) => ({
    id,
    createdAt: createdAt.toISOString(),
    expiresAt: new Date(createdAt.getTime() + policy.maxSessionDuration * hourMs).toISOString(),
  }));

/** Ends a session and voids the codes it issued (DESIGN §6.3). */
export const endSession = async (tx: Transaction, sessionId: string): Promise<void> => {
  await revokeSessions(tx, [sessionId]);
  await voidCodesOfSession(tx, sessionId);
};

/** Ends every session of a person and voids their codes. */
export const endSessionsOf = async (tx: Transaction, userId: string): Promise<void> => {
  await revokeSessionsOfUser(tx, userId);
  await voidCodesOfUser(tx, userId);
};

/** Ends every session of everybody and voids all codes; answers how many sessions that were. */
export async function endEverySession(tx: Transaction): Promise<number> {
  const ended = await revokeEverySession(tx);
  await voidAllCodes(tx);
  return ended;
}

/** Ends the oldest sessions of a person above the number allowed; answers which. */
export const endSurplusSessions = async (
  tx: Transaction,
  policy: SessionPolicy,
  userId: string,
): Promise<string[]> => {
  const surplus = (await listLivingSessions(tx, policy, userId)).slice(
    policy.maxConcurrentSessions,
  );
  const ids = surplus.map(({ id }) => id);
  for (const id of ids) await endSession(tx, id);
  return ids;
};
