import { changesOf, isGroup } from '@keydesk/shared/core/edits';
import { appError } from '@keydesk/shared/core/errors';
import { issueText } from '@keydesk/shared/http/input';
import type { Route } from '@keydesk/shared/http/route';
import { showNames } from '@keydesk/shared/people/shown-name';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '../db/client.ts';
import { apiReferencePath } from './api-reference.ts';
import { authorizeRoute, type Principal, requireRecentSignIn } from './principal.ts';
import { noteRequest, runHandler } from './request-log.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Part<R extends Route, P extends 'params' | 'query' | 'body'> = R extends {
  [key in P]: infer S;
}
  ? Parsed<S>
  : undefined;

type Call<R extends Route> = {
  params: Part<R, 'params'>;
  query: Part<R, 'query'>;
  body: Part<R, 'body'>;
  principal: R['access'] extends 'public' ? Principal | null : Principal;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** The contract's response body without `success`, or the reply if the handler has sent it. */
type Answer<R extends Route> =
  | (R['response'] extends z.ZodType ? Omit<z.input<R['response']>, 'success'> : never)
  | FastifyReply;

type Handle<R extends Route> = (call: Call<R>) => Promise<Answer<R>>;

type ReadStored<R extends Route> = (
  call: Pick<Call<R>, 'params' | 'principal'>,
) => object | null | undefined | Promise<object | null | undefined>;

export type RouteContext = {
  authenticate: (request: FastifyRequest, route: Route) => Promise<Principal | null>;
  /** Checks every response against the contract; too expensive for production on long lists. */
  validatesResponses: boolean;
  /** Maximum age of the sign-in for routes that need a recent one; 0 for any age. */
  recentSignInMinutes: number;
};

/**
 * Serves one row of the route table under `/api`: checks access, parses strictly, calls the handler
 * (`declared-access`). So errors come in the order 401, 403, 400, and the body is not read before
 * access is checked. With `readStored`, an edit may send back what it read: what is stored already
 * is allowed, even if stricter rules would refuse it today, and needs no recent sign-in.
 */
export type Serve = <R extends Route>(
  route: R,
  handle: Handle<R>,
  readStored?: ReadStored<R>,
) => void;

export type AddRoutes<Deps = object> = (serve: Serve, deps: Deps & { db: Database }) => void;

export function defineRoutes(app: FastifyInstance, context: RouteContext): Serve {
  return <R extends Route>(route: R, handle: Handle<R>, readStored?: ReadStored<R>) => {
    const principals = new WeakMap<FastifyRequest, Principal | null>();
    const { needsRecentSignIn } = route;
    const minutes = context.recentSignInMinutes;
    const serve = async (request: FastifyRequest, reply: FastifyReply) => {
      const principal = principals.get(request) ?? null;
      const params = parsePart(route, 'params', request.params);
      const query = parsePart(route, 'query', queryOf(request));
      const stored = await readStored?.({ params, principal } as Call<R>);
      const body = parseBody(route, bodyOf(route, request), stored);
      noteRequest({ keyIds: keysNamedIn(route, params, body) });
      const { after: changes } = changesOf(stored ?? {}, Object(body));
      if (typeof needsRecentSignIn === 'function' && needsRecentSignIn(changes as never))
        requireRecentSignIn(principal, minutes);
      const answer = await handle({ params, query, body, principal, request, reply } as Call<R>);
      // A reply is awaited, which gives undefined, also when the client left before its end.
      if (answer === undefined || reply.sent) return reply;
      const whole = showNames({ success: true, ...answer });
      return context.validatesResponses && route.response ? route.response.parse(whole) : whole;
    };
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      config: { route },
      ...(route.maxBodyBytes && { bodyLimit: route.maxBodyBytes }),
      onRequest: async (request) => {
        const principal =
          route.access === 'public' ? null : await context.authenticate(request, route);
        noteRequest({ userId: principal?.user.id }, request);
        authorizeRoute(route, principal);
        if (needsRecentSignIn === true) requireRecentSignIn(principal, minutes);
        principals.set(request, principal);
      },
      handler: (request, reply) => runHandler(request, () => serve(request, reply)),
    });
  };
}

function parsePart(
  route: Route,
  part: 'params' | 'query' | 'body',
  value: unknown,
  schema = route[part],
): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: issueText });
  if (parsed.success) {
    // Public routes store none of their input, and a sign-in must redirect whatever it is sent.
    if (route.access === 'public' || isStorable(parsed.data)) return parsed.data;
    throw appError('BAD_INPUT', { issue: inputText('not-storable') });
  }
  const { issues } = parsed.error;
  const first = issues[0];
  throw appError('BAD_INPUT', { issue: first?.message ?? inputText('invalid') }).withDetails({
    issues: issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  });
}

/** Leaves out what the body does not take, if it is the server's own or stored already. */
function parseBody(route: Route, body: unknown, stored: object | null | undefined): unknown {
  const { body: schema, serverFields = [] } = route;
  if (!(schema instanceof z.ZodObject) || !isGroup(body)) return parsePart(route, 'body', body);
  const known = new Map<string, unknown>(Object.entries(stored ?? {}));
  const isStored = (name: string, value: unknown) => known.has(name) && known.get(name) === value;
  const given = Object.entries(body).filter(
    ([name, value]) =>
      name in schema.shape || !(serverFields.includes(name) || isStored(name, value)),
  );
  const same = given.filter(([name, text]) => typeof text === 'string' && isStored(name, text));
  const taking = schema.extend(Object.fromEntries(same.map(([name]) => [name, z.string()])));
  return parsePart(route, 'body', Object.fromEntries(given), taking);
}

function keysNamedIn(
  { path }: Route,
  params: unknown,
  body: unknown,
): readonly string[] | undefined {
  const { keyId, keyIds = keyId && [keyId] } = Object(body);
  return path.startsWith('/keys/:id') ? [Object(params).id] : keyIds;
}

/**
 * Whether PostgreSQL can store every text of the input. Without recursion, because a body may be
 * nested deeper than the stack.
 */
function isStorable(input: unknown): boolean {
  const parts = [input];
  for (const part of parts) {
    if (typeof part === 'string' && unstorable.test(part)) return false;
    if (typeof part !== 'object' || part === null) continue;
    for (const [name, value] of Object.entries(part)) parts.push(name, value);
  }
  return true;
}

/** Forms send all of their fields, so an empty one counts as absent. */
function queryOf(request: FastifyRequest): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).filter(([, value]) => value !== ''),
  );
}

function bodyOf(route: Route, request: FastifyRequest): unknown {
  if (!route.body) return undefined;
  if (request.body !== undefined && request.body !== null) return request.body;
  // Where no field is required, a missing body counts as an empty one.
  if (route.body.safeParse({}).success) return {};
  throw appError('JSON_REQUIRED');
}

/** Prevents a start with a route under `/api` that is not in the route table. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  app.addHook('onRoute', ({ url, config }) => {
    if (!url.startsWith('/api/') || `${url}/`.startsWith(`${apiReferencePath}/`)) return;
    if (!(config && 'route' in config)) throw new Error(`Route ${url} declares no access`);
  });
}

/**
 * Accepts JSON bodies only. An empty body counts as none, because a request without fields may
 * still claim to send JSON.
 */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, body.toString(), done);
  });
}

/** The null character and lone surrogates, which PostgreSQL accepts in no text. */
const unstorable = /[\0\p{Surrogate}]/u;
