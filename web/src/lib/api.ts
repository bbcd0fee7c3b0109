import { friendlyMessage } from '@keydesk/shared/friendly-message';
import { type ErrorEnvelope, pollHeader, type Route } from '@keydesk/shared/http/route';
import type { z } from 'zod';
import { observeDateHeader } from './clock.ts';
import { checkNow } from './live/health.ts';
import { endSession, isUserActive, requestReauthentication } from './session.ts';
import { storedToken } from './storage.ts';

export { api } from '@keydesk/shared/api';

const notModified = 304;

/**
 * What the server answers to a request of one row, whatever its kind; 304 only to one with a tag.
 * Where the server wants a recent sign-in, the person is asked for it and the call made again.
 * @throws ApiError for every answer that is not a success; a 401 also ends the local session.
 */
export async function callForResponse<const R extends Route>(
  row: R,
  ...[request]: RequestArguments<R>
): Promise<Response> {
  const response = await send(row, (request ?? {}) as ApiRequest<Route>);
  if (response.ok || response.status === notModified) return response;
  const failure = await toApiError(response);
  if (failure.code === 'SIGN_IN_NOT_RECENT' && (await requestReauthentication()))
    return callForResponse(row, ...([request] as RequestArguments<R>));
  if (failure.status === 401)
    endSession(failure.code === 'SESSION_ENDED' ? failure.message : undefined);
  throw failure;
}

async function send(row: Route, request: ApiRequest<Route>): Promise<Response> {
  const sentAt = performance.now();
  const response = await fetch(urlFor(row.path, request.params, request.query), {
    method: row.method,
    credentials: 'include',
    headers: headersFor(row, request),
    body: row.method === 'GET' ? null : JSON.stringify(request.body ?? {}),
    signal: request.signal ?? null,
  }).catch((cause: unknown) => {
    if (request.signal?.aborted) throw cause;
    checkNow();
    throw new ApiError(0, 'NETWORK', friendlyMessage('Network Error'));
  });
  if (isUnreachable(response.status)) checkNow();
  observeDateHeader(response.headers.get('Date'), performance.now() - sentAt);
  return response;
}

function headersFor(row: Route, { ifNoneMatch }: ApiRequest<Route>): HeadersInit {
  const token = storedToken.read();
  return {
    Accept: 'application/json',
    // What a page reads by itself keeps no session alive; only a person does.
    ...(row.method === 'GET' && !isUserActive() && { [pollHeader]: '1' }),
    ...(row.method !== 'GET' && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(ifNoneMatch && { 'If-None-Match': ifNoneMatch }),
  };
}

/** A proxy or the server says that there is nobody to answer. */
function isUnreachable(status: number): boolean {
  return status >= 502 && status <= 504;
}

async function toApiError(response: Response): Promise<ApiError> {
  const answer: Partial<ErrorEnvelope> | null = await response.json().catch(() => null);
  const said = answer?.message ?? (response.status >= 500 ? 'Internal server error' : undefined);
  return new ApiError(
    response.status,
    answer?.error?.code ?? 'UNKNOWN',
    friendlyMessage(said),
    answer?.error?.details,
  );
}

/** Calls one row of the contract with cookies and, when stored, the bearer token; throws as `callForResponse`. */
export async function call<const R extends Route>(
  row: R,
  ...request: RequestArguments<R>
): Promise<ApiResponse<R>> {
  return (await (await callForResponse(row, ...request)).json()) as ApiResponse<R>;
}

type RoutePart<R, Name extends 'params' | 'query' | 'body'> = R extends {
  [N in Name]: infer S extends z.ZodType;
}
  ? Record<never, never> extends z.input<S>
    ? { [N in Name]?: z.input<S> }
    : { [N in Name]: z.input<S> }
  : { [N in Name]?: never };

/** What a call of row `R` must be given. */
type ApiRequest<R extends Route> = RoutePart<R, 'params'> &
  RoutePart<R, 'query'> &
  RoutePart<R, 'body'> & {
    signal?: AbortSignal;
    /** The tag of an answer that is at hand: 304 says that it still holds. */
    ifNoneMatch?: string | undefined;
  };

/** The whole answer of row `R`. */
export type ApiResponse<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : never;

/** The request may be left out when nothing in it is required. */
type RequestArguments<R extends Route> =
  Record<never, never> extends ApiRequest<R> ? [request?: ApiRequest<R>] : [request: ApiRequest<R>];

type Values = Readonly<Record<string, unknown>>;

/** The address of a row below `/api`, path and query filled in. */
export function urlFor(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return `/api${filled}${search && `?${search}`}`;
}

/** A call that failed. `message` is friendly and may be shown as it is. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** Row of the error catalogue, or NETWORK. */
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** What to tell a person about any thrown value. */
export function getErrorMessage(cause: unknown, fallback = 'An unexpected error occurred'): string {
  return cause instanceof Error && cause.message ? cause.message : fallback;
}

/** Whether the server may not have heard of a call, or could not deal with it. */
export function isRetryable(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.status === 0 || cause.status >= 500);
}

/** Whether no answer arrived at all. */
export function isNetworkError(cause: unknown): boolean {
  return cause instanceof ApiError && cause.status === 0;
}

/** The server's own message about a failure, or `unsaid` when it gave none. */
export function serverMessage(cause: unknown, unsaid: string): string {
  return cause instanceof ApiError && cause.status > 0 && cause.code !== 'UNKNOWN'
    ? cause.message || unsaid
    : unsaid;
}
