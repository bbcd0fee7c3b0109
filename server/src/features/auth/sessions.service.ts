import { timingSafeEqual } from 'node:crypto';
import type { Role } from '@keydesk/shared/users/role';
import type { Connection } from '../../db/client.ts';
import { newId } from '../../db/new-id.ts';
import type { Credentials, Principal } from '../../http/principal.ts';
import { presentUser } from '../users/users.presenter.ts';
import { bearerFrom, hashSecret, newCookieSecret } from './session-secret.ts';
import { findLivingSession, insertSession, livingSessionIds } from './sessions.repository.ts';

/** Default of the specification's maxSessionDuration, hours (spec §5). */
export const sessionHours = 24;

export type NewSession = { sessionId: string; cookie: string; bearer: string };

/** Opens a session. Its secrets leave this call once; the database keeps their hashes. */
export const openSession = async (db: Connection, userId: string): Promise<NewSession> => {
  const cookie = newCookieSecret();
  const bearer = bearerFrom(cookie);
  const sessionId = newId();
  await insertSession(db, {
    id: sessionId,
    userId,
    cookieHash: hashSecret(cookie),
    bearerHash: hashSecret(bearer),
    lifetimeHours: sessionHours,
  });
  return { sessionId, cookie, bearer };
};

/**
 * The caller behind these credentials, or null. When cookie and bearer are both presented they must
 * name the same session (DESIGN §6.9).
 */
export const authenticate = async (
  db: Connection,
  { cookie, bearer }: Credentials,
): Promise<Principal | null> => {
  if (!cookie && !bearer) return null;
  const bearerHash = bearer ? hashSecret(bearer) : undefined;
  const found = cookie
    ? await findLivingSession(db, { cookieHash: hashSecret(cookie) })
    : bearerHash && (await findLivingSession(db, { bearerHash }));
  if (!found) return null;
  if (bearerHash && !timingSafeEqual(bearerHash, found.session.bearerHash)) return null;
  return {
    sessionId: found.session.id,
    user: presentUser(found.user),
    bearer: cookie ? bearerFrom(cookie) : (bearer ?? ''),
  };
};

/** Which of these sessions still live, and the role that each has now. */
export const livingSessions = (
  db: Connection,
  ids: readonly string[],
): Promise<Map<string, Role>> => livingSessionIds(db, ids);
