import { api, type RouteName } from '@keydesk/shared/api';
import type { ErrorCode } from '@keydesk/shared/core/errors';
import type { Route } from '@keydesk/shared/http/route';
import type { z } from 'zod';
import type { UserRow } from '../src/features/people/users.ts';
import { refusalsOf } from '../src/http/refusals.ts';

export type Answer<T = Record<string, unknown>> = { status: number; headers: Headers; body: T };

type Success<R extends Route> = R['response'] extends z.ZodType ? z.output<R['response']> : never;

export type CallOptions = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  rawBody?: string;
  headers?: Record<string, string>;
};

type Secrets = { sessionId: string; cookie: string; bearer: string };

export class TestClient {
  readonly url: string;
  readonly user: UserRow;
  readonly secrets: Secrets;

  constructor(url: string, user: UserRow, secrets: Secrets) {
    this.url = url;
    this.user = user;
    this.secrets = secrets;
  }

  /** The same person and session on another instance. */
  at({ url }: { url: string }): TestClient {
    return new TestClient(url, this.user, this.secrets);
  }

  async call(route: Route, options: CallOptions = {}): Promise<Answer> {
    return send(this.url, route, options, {
      cookie: `keydesk_session=${this.secrets.cookie}`,
      authorization: `Bearer ${this.secrets.bearer}`,
    });
  }

  /** Calls a route; any answer but success fails the test with the response's text. */
  async get<R extends Route>(route: R, options: CallOptions = {}): Promise<Success<R>> {
    const { status, body } = await this.call(route, options);
    if (status !== 200) throw new Error(`${route.path}: ${status} ${JSON.stringify(body)}`);
    return body as Success<R>;
  }
}

/** Sends a call as a same-origin page would, with the given credentials. */
export async function send(
  base: string,
  route: Route,
  options: CallOptions,
  proofs: Record<string, string> = {},
): Promise<Answer> {
  const isUnsafe = route.method !== 'GET';
  const text = options.rawBody ?? (isUnsafe ? JSON.stringify(options.body ?? {}) : undefined);
  const response = await fetch(address(base, route.path, options), {
    method: route.method,
    headers: {
      ...(isUnsafe ? { origin: base, 'content-type': 'application/json' } : {}),
      ...proofs,
      ...options.headers,
    },
    ...(text === undefined ? {} : { body: text }),
    redirect: 'manual',
  });
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const body = isJson && answer ? JSON.parse(answer) : { text: answer };
  requireDeclared(route, body.error?.code);
  return { status: response.status, headers: response.headers, body };
}

/** Each refusal that a test meets is one that the API reference names. */
function requireDeclared(route: Route, code: ErrorCode | undefined): void {
  const name = names.get(route);
  if (code && name && !refusalsOf(name).includes(code))
    throw new Error(`${code} is no refusal of ${name} in src/http/refusals.ts`);
}

const names = new Map(Object.entries<Route>(api).map(([name, row]) => [row, name as RouteName]));

function address(base: string, path: string, { params = {}, query }: CallOptions): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return `${base}/api${filled}${query ? `?${new URLSearchParams(query)}` : ''}`;
}

export type RawCall = {
  headers?: Record<string, string>;
  body?: string;
  /** The value of every path parameter; without it, parameters and query are nonsense. */
  param?: string;
};

/** Calls a route with exactly these headers and this body. */
export async function rawCall(
  base: string,
  { method, path }: Route,
  { headers = {}, body, param }: RawCall = {},
): Promise<Answer> {
  const address = `${base}/api${path.replace(/:\w+/g, param ?? 'nonsense')}`;
  const response = await fetch(param ? address : `${address}?nonsense=1`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text ? JSON.parse(text) : { text },
  };
}

export function proofsOf({ secrets }: TestClient): Record<string, string> {
  return {
    cookie: `keydesk_session=${secrets.cookie}`,
    authorization: `Bearer ${secrets.bearer}`,
  };
}
