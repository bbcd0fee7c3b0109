import { timingSafeEqual } from 'node:crypto';
import { api } from '@keydesk/shared/api';
import { appError } from '@keydesk/shared/core/errors';
import type { Route } from '@keydesk/shared/http/route';
import type { SessionOver } from '@keydesk/shared/session/session-end';
import { pollHeader } from '@keydesk/shared/session/session-end';
import type { FastifyRequest } from 'fastify';
import { batchPerTick } from '../../core/event-loop.ts';
import type { Database } from '../../db/client.ts';
import { hashSecret } from '../../db/ids.ts';
import type { Credentials, Principal } from '../../http/principal.ts';
import { computerUser, type FoundComputer, findComputers, storeLock } from '../duty/index.ts';
import { presentUser } from '../people/index.ts';
import {
  type ActiveSession,
  findActiveSessions,
  type SecretKind,
  type SessionPolicy,
} from './queries.ts';
import type { RequestRateLimiter } from './rate-limits.ts';
import type { SessionActivityTracker } from './session-activity.ts';
import { bearerFrom, credentialsOf } from './sessions.ts';

/** Null without a valid session or computer (`revocable-sessions`). */
export type Authenticate = (credentials: Credentials) => Promise<Principal | null>;

type FindSession = (hash: Buffer) => Promise<ActiveSession | undefined>;

/**
 * Identifies the person of a session, or an enrolled computer. An active session takes precedence
 * over the computer's cookie; a bearer token always belongs to a session.
 */
export function createAuthenticate(
  db: Database,
  policy: () => SessionPolicy,
  lockAfterMinutes: () => number,
): Authenticate {
  const ofSession = createSessionAuthenticate(db, policy);
  const ofComputer = createComputerAuthenticate(db, lockAfterMinutes);
  return async (credentials) => {
    const { computer, bearer } = credentials;
    const person = await ofSession(credentials);
    return person ?? (computer && bearer === undefined ? ofComputer(computer) : null);
  };
}

function createSessionAuthenticate(db: Database, policy: () => SessionPolicy): Authenticate {
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
      startedAt: found.started_at,
      lastActiveAt: found.last_active_at,
      duty: null,
      desk: null,
      // Computed on demand, because hardly any request needs it.
      get bearer() {
        return cookie ? bearerFrom(cookie) : (bearer ?? '');
      },
    };
  };
}

/** Queries the database for every request, with one query per event-loop turn. */
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

function createComputerAuthenticate(db: Database, lockAfterMinutes: () => number) {
  const find = batchPerTick((hashes: Buffer[]) => findComputers(db, lockAfterMinutes(), hashes));
  return async (secret: string): Promise<Principal | null> => {
    const found = await find(hashSecret(secret));
    if (!found) return null;
    if (found.idleDutyId) await storeLock(db, found.idleDutyId);
    return toComputerPrincipal(found);
  };
}

/** No one signed in at an enrolled computer, so nothing counts as confirmed there. */
function toComputerPrincipal(found: FoundComputer): Principal {
  const longAgo = new Date(0);
  return {
    sessionId: found.id,
    user: computerUser(found),
    bearer: '',
    confirmedAt: longAgo,
    startedAt: found.enrolledAt,
    lastActiveAt: longAgo,
    duty: found.duty,
    desk: found.state,
  };
}

/** Requests that pages make without a person's action (`human-activity`). */
const polls: readonly Route[] = [api.listNotifications, api.checkAuth];

type RequestAuthenticatorDeps = {
  authenticate: Authenticate;
  /** Why the session with these credentials is over; null if not known. */
  findSessionOver: (credentials: Credentials) => Promise<SessionOver | null>;
  allowance: RequestRateLimiter;
  activity: SessionActivityTracker;
  /** `computerActivity`: last use of computers; `dutyActivity`: guards' last action there. */
  computerActivity: SessionActivityTracker;
  dutyActivity: SessionActivityTracker;
  publicUrl: string;
};

/**
 * Authenticates a request, applies the rate limit, and records the session's use. A session that is
 * over gets the reason and the time.
 */
export function createRequestAuthenticator({
  authenticate,
  findSessionOver,
  allowance,
  activity,
  computerActivity,
  dutyActivity,
  publicUrl,
}: RequestAuthenticatorDeps) {
  return async (request: FastifyRequest, route: Route): Promise<Principal | null> => {
    const credentials = credentialsOf(request, publicUrl);
    const principal = await authenticate(credentials);
    if (!principal) {
      const over = await findSessionOver(credentials);
      if (over) throw appError('NOT_SIGNED_IN').withDetails(over);
      return null;
    }
    await allowance.consume(principal, route);
    const { desk, duty, sessionId } = principal;
    if (desk) computerActivity.touch(sessionId);
    if (isPoll(request, route)) return principal;
    if (duty) dutyActivity.touch(duty.id);
    else if (!desk) activity.touch(sessionId, request.ip);
    return principal;
  };
}

function isPoll(request: FastifyRequest, route: Route): boolean {
  return request.headers[pollHeader] === '1' || polls.includes(route);
}
