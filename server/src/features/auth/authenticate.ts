import { timingSafeEqual } from 'node:crypto';
import { api } from '@keydesk/shared/api';
import { pollHeader, type Route } from '@keydesk/shared/http/route';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/db/client.ts';
import { batchPerTick } from '../../platform/event-loop.ts';
import type { Credentials, Principal } from '../../platform/http/principal.ts';
import { hashSecret } from '../../platform/secrets.ts';
import type { RequestRateLimiter } from '../limits/index.ts';
import { presentUser } from '../users/index.ts';
import {
  type ActiveSession,
  findActiveSessions,
  type SecretKind,
  type SessionPolicy,
} from './queries.ts';
import type { SessionActivityTracker } from './session-activity.ts';
import { bearerFrom, credentialsOf } from './sessions.ts';

/** The caller with these credentials, or null (`revocable-sessions`). */
export type Authenticate = (credentials: Credentials) => Promise<Principal | null>;

type FindSession = (hash: Buffer) => Promise<ActiveSession | undefined>;

export function createAuthenticate(db: Database, policy: () => SessionPolicy): Authenticate {
  const byCookie = createSessionFinder(db, policy, 'cookie');
  const byBearer = createSessionFinder(db, policy, 'bearer');
  return async ({ cookie, bearer }) => {
    const bearerHash = bearer === undefined ? undefined : hashSecret(bearer);
    const found = cookie
      ? await byCookie(hashSecret(cookie))
      : bearerHash && (await byBearer(bearerHash));
    if (!found) return null;
    if (bearerHash && !timingSafeEqual(bearerHash, found.bearer_hash)) return null;
    return {
      sessionId: found.id,
      user: presentUser(found.user),
      confirmedAt: found.confirmed_at,
      // Computed on demand, because hardly any request needs it.
      get bearer() {
        return cookie ? bearerFrom(cookie) : (bearer ?? '');
      },
    };
  };
}

/** Asks the database for every request, with one query for the requests of one event-loop turn. */
function createSessionFinder(
  db: Database,
  policy: () => SessionPolicy,
  kind: SecretKind,
): FindSession {
  return batchPerTick(async (hashes: Buffer[]) => {
    const found = await findActiveSessions(db, policy(), kind, hashes);
    const byHash = new Map(
      found.map((session) => [session[`${kind}_hash`].toString('hex'), session]),
    );
    return hashes.map((hash) => byHash.get(hash.toString('hex')));
  });
}

/** Requests that pages make by themselves (`human-activity`). */
const polls: readonly Route[] = [api.listNotifications, api.checkAuth];

type RequestAuthenticatorDeps = {
  authenticate: Authenticate;
  allowance: RequestRateLimiter;
  activity: SessionActivityTracker;
  publicUrl: string;
};

/** Authenticates a request, applies the rate limit, and records that the session is in use. */
export function createRequestAuthenticator({
  authenticate,
  allowance,
  activity,
  publicUrl,
}: RequestAuthenticatorDeps) {
  return async (request: FastifyRequest, route: Route): Promise<Principal | null> => {
    const principal = await authenticate(credentialsOf(request, publicUrl));
    if (!principal) return null;
    await allowance.consume(principal.user.id, route);
    if (!isPoll(request, route)) activity.touch(principal.sessionId, request.ip);
    return principal;
  };
}

function isPoll(request: FastifyRequest, route: Route): boolean {
  return request.headers[pollHeader] === '1' || polls.includes(route);
}
