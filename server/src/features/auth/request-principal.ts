import { api } from '@keydesk/shared/api';
import { pollHeader } from '@keydesk/shared/http/poll';
import type { Route } from '@keydesk/shared/http/route';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../http/principal.ts';
import type { RequestAllowance } from '../limits/request-allowance.ts';
import type { Authenticate } from './authentication.ts';
import type { SessionActivity } from './session-activity.ts';
import { credentialsOf } from './session-cookie.ts';

/** Calls that pages make by themselves; they keep no session alive. */
const polls: readonly Route[] = [api.listNotifications, api.checkAuth];

const isPoll = (request: FastifyRequest, route: Route): boolean =>
  request.headers[pollHeader] === '1' || polls.includes(route);

export type PrincipalDeps = {
  authenticate: Authenticate;
  allowance: RequestAllowance;
  activity: SessionActivity;
  publicUrl: string;
};

/** Finds out who calls, counts the request as theirs, and notes that their session is in use. */
export const requestPrincipal =
  ({ authenticate, allowance, activity, publicUrl }: PrincipalDeps) =>
  async (request: FastifyRequest, route: Route): Promise<Principal | null> => {
    const principal = await authenticate(credentialsOf(request, publicUrl));
    if (!principal) return null;
    await allowance.take(principal.user.id, route);
    if (!isPoll(request, route)) activity.used(principal.sessionId, request.ip);
    return principal;
  };
