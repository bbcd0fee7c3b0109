import { appError } from '@keydesk/shared/errors';
import type { Route } from '@keydesk/shared/http/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { apiReferencePath } from './api-reference.ts';
import { authorize, type Principal, requireRecentSignIn } from './principal.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Part<R extends Route, P extends 'params' | 'query' | 'body'> = R extends {
  [key in P]: infer S;
}
  ? Parsed<S>
  : undefined;

/** A call as its handler sees it: everything parsed, the caller known. */
type Call<R extends Route> = {
  params: Part<R, 'params'>;
  query: Part<R, 'query'>;
  body: Part<R, 'body'>;
  principal: R['access'] extends 'public' ? Principal | null : Principal;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The answer: the body of the contract, or the reply itself when the handler has sent it. */
type Answer<R extends Route> =
  | (R['response'] extends z.ZodType ? z.input<R['response']> : never)
  | FastifyReply;

export type RouteContext = {
  authenticate: (request: FastifyRequest, route: Route) => Promise<Principal | null>;
  /** Checks every answer against the contract; costs too much on long lists for production. */
  validatesResponses: boolean;
  /** How old the sign-in may be of whoever calls what needs a recent one; 0 asks for none. */
  recentSignInMinutes: number;
};

/**
 * Serves one row of the route table under `/api`. Refusals come in the order 401, 403, 400: the
 * caller is known and authorized before the body is even read.
 */
export function defineRoute<R extends Route>(
  app: FastifyInstance,
  context: RouteContext,
  route: R,
  handle: (call: Call<R>) => Promise<Answer<R>>,
): void {
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
}

function parsePart(route: Route, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema = route[part];
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    // What anybody may call stores nothing of it, and a sign-in leads on whatever it is sent.
    if (route.access === 'public' || isStorable(parsed.data)) return parsed.data;
    throw appError('BAD_INPUT', 'A text holds a character that cannot be stored');
  }
  const { issues } = parsed.error;
  const first = issues[0];
  throw appError('BAD_INPUT', first?.message ?? 'Invalid input').withDetails({
    issues: issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  });
}

/** Tells whether every text in a parsed input can be stored. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, part]) => isStorable(name) && isStorable(part));
}

/** Forms send every field they have: one that is empty counts as absent. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== ''),
  );
}

function bodyOf(route: Route, request: FastifyRequest): unknown {
  if (!route.body) return undefined;
  if (request.body !== undefined && request.body !== null) return request.body;
  // Where no field is required, no body is as good as an empty one.
  if (route.body.safeParse({}).success) return {};
  throw appError('JSON_REQUIRED');
}

/** A route under `/api` that is not a row of the route table keeps the application from starting. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (!url.startsWith('/api/') || `${url}/`.startsWith(`${apiReferencePath}/`)) return;
    if (!(config && 'route' in config)) throw new Error(`Route ${url} declares no access`);
  });
}

/**
 * Bodies are JSON and nothing else. An empty one is no body: a call without fields may still say
 * that it sends JSON.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body.toString(), done);
  });
}

/** The null character and halves of characters, which PostgreSQL takes in no text. */
const unstorable = /[\0\p{Surrogate}]/u;

/** A success, with whatever else the contract names. */
export function success<T extends object>(rest: T) {
  return { success: true as const, ...rest };
}
