import { refusal } from '@keydesk/shared/errors';
import type { Route } from '@keydesk/shared/http/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { authorize } from './authorize.ts';
import type { Principal } from './principal.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';
import { isStorable } from './storable.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Part<R extends Route, P extends 'params' | 'query' | 'body'> = R extends {
  [key in P]: infer S;
}
  ? Parsed<S>
  : undefined;

/** A call as its handler sees it: everything parsed, the caller known. */
export type Call<R extends Route> = {
  params: Part<R, 'params'>;
  query: Part<R, 'query'>;
  body: Part<R, 'body'>;
  principal: R['access'] extends 'public' ? Principal | null : Principal;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The answer: the body of the contract, or the reply itself when the handler has sent it. */
export type Answer<R extends Route> =
  | (R['response'] extends z.ZodType ? z.input<R['response']> : never)
  | FastifyReply;

export type RouteContext = {
  authenticate: (request: FastifyRequest, route: Route) => Promise<Principal | null>;
  /** Checks every answer against the contract; costs too much on long lists for production. */
  validatesResponses: boolean;
  /** How old the sign-in may be of whoever calls what needs a recent one; 0 asks for none. */
  recentSignInMinutes: number;
};

const parsePart = (route: Route, part: 'params' | 'query' | 'body', value: unknown): unknown => {
  const schema = route[part];
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    // What anybody may call stores nothing of it, and a sign-in leads on whatever it is sent.
    if (route.access === 'public' || isStorable(parsed.data)) return parsed.data;
    throw refusal('BAD_INPUT', 'A text holds a character that cannot be stored');
  }
  const { issues } = parsed.error;
  const first = issues[0];
  throw refusal('BAD_INPUT', first?.message ?? 'Invalid input').withDetails({
    issues: issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  });
};

/** Forms send every field they have: one that is empty counts as absent. */
const queryOf = (request: FastifyRequest): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== ''),
  );

const bodyOf = (route: Route, request: FastifyRequest): unknown => {
  if (!route.body) return undefined;
  if (request.body !== undefined && request.body !== null) return request.body;
  // Where no field is required, no body is as good as an empty one.
  if (route.body.safeParse({}).success) return {};
  throw refusal('JSON_REQUIRED');
};

/**
 * Serves one row of the route table under `/api`. Refusals come in the order 401, 403, 400: the
 * caller is known and authorized before the body is even read.
 */
export const defineRoute = <R extends Route>(
  app: FastifyInstance,
  context: RouteContext,
  route: R,
  handle: (call: Call<R>) => Promise<Answer<R>>,
): void => {
  const principals = new WeakMap<FastifyRequest, Principal | null>();
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    config: { route },
    onRequest: async (request) => {
      const principal =
        route.access === 'public' ? null : await context.authenticate(request, route);
      authorize(route.access, principal);
      if (route.needsRecentSignIn) requireRecentSignIn(principal, context.recentSignInMinutes);
      principals.set(request, principal);
    },
    handler: async (request, reply) => {
      const answer = await handle({
        params: parsePart(route, 'params', request.params),
        query: parsePart(route, 'query', queryOf(request)),
        body: parsePart(route, 'body', bodyOf(route, request)),
        principal: principals.get(request) ?? null,
        request,
        reply,
      } as Call<R>);
      if ((answer as unknown) === reply) return reply;
      return context.validatesResponses && route.response ? route.response.parse(answer) : answer;
    },
  });
};
