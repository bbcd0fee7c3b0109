import { friendlyMessage, outcomeUnknown } from '@keydesk/shared/core/client-errors';
import type { ErrorEnvelope, Route } from '@keydesk/shared/http/route';
import { asSessionOver, pollHeader } from '@keydesk/shared/session/session-end';
import { t } from '@keydesk/shared/texts/en/page';
import { t as punctuation } from '@keydesk/shared/texts/en/punctuation';
import { spokenLanguage } from '@keydesk/shared/texts/translator';
import type { z } from 'zod';
import { observeDateHeader } from './clock.ts';
import { checkNow } from './live/connection.ts';
import { endSession, isUserActive, requestReauthentication } from './session.ts';
import { storedToken } from './storage.ts';

export { api } from '@keydesk/shared/api';

const notModified = 304;

/**
 * Calls a route and returns the raw response; 304 only with `ifNoneMatch`. If the server requires a
 * recent sign-in, it asks for one and repeats the call. @throws ApiError for every unsuccessful
 * response; a 401 also ends the local session.
 */
export async function callForResponse<const R extends Route>(
  row: R,
  ...[request]: RequestArguments<R>
): Promise<Response> {
  const response = await send(row, (request ?? {}) as ApiRequest<Route>);
  if (response.ok || response.status === notModified) return response;
  const failure = await toApiError(row, response);
  if (failure.code === 'SIGN_IN_NOT_RECENT' && (await requestReauthentication()))
    return callForResponse(row, ...([request] as RequestArguments<R>));
  if (failure.status === 401)
    endSession(
      failure.code === 'SESSION_ENDED' ? failure.message : undefined,
      asSessionOver(failure.details),
    );
  throw failure;
}

async function send(row: Route, request: ApiRequest<Route>): Promise<Response> {
  const url = urlFor(row.path, request.params, request.query);
  const early = row.method === 'GET' ? takeEarlyRead(url) : undefined;
  const sentAt = early?.sentAt ?? performance.now();
  const response = await (early?.answer ?? fetch(url, requestInit(row, request))).catch(
    asUnanswered(row, request),
  );
  if (isUnreachable(response.status)) checkNow();
  observeDateHeader(response.headers.get('Date'), performance.now() - sentAt);
  return response;
}

/** For a call that fails, or whose answer is cut short, unless its caller gave it up. */
function asUnanswered(row: Route, { signal }: { signal?: AbortSignal | undefined } = {}) {
  return (cause: unknown): never => {
    if (signal?.aborted && !isTimeout(cause)) throw cause;
    checkNow();
    throw withoutAnswer(row, 0, 'NETWORK', friendlyMessage('Network Error'));
  };
}

function requestInit(row: Route, request: ApiRequest<Route>): RequestInit {
  return {
    method: row.method,
    credentials: 'include',
    headers: headersFor(row, request),
    body: row.method === 'GET' ? null : JSON.stringify(request.body ?? {}),
    signal: request.signal ?? null,
  };
}

function headersFor(row: Route, { ifNoneMatch }: ApiRequest<Route>): HeadersInit {
  const token = storedToken.read();
  return {
    Accept: 'application/json',
    'Accept-Language': spokenLanguage(),
    // Background requests must not extend the session; only user activity does.
    ...(row.method === 'GET' && !isUserActive() && { [pollHeader]: '1' }),
    ...(row.method !== 'GET' && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(ifNoneMatch && { 'If-None-Match': ifNoneMatch }),
  };
}

/** A proxy answers without the server, or the server without its database. */
function isUnreachable(status: number): boolean {
  return status >= 502 && status <= 504;
}

async function toApiError(row: Route, response: Response): Promise<ApiError> {
  const { status } = response;
  const body: Partial<ErrorEnvelope> | null = await response.json().catch(() => null);
  const message = friendlyMessage(body?.message ?? (status >= 500 ? t('server-error') : undefined));
  const { code, details } = body?.error ?? {};
  if (!code && status >= 500) return withoutAnswer(row, status, 'UNKNOWN', message);
  return new ApiError(status, code ?? 'UNKNOWN', message, details);
}

/** A change that the server did not answer may have been done. */
function withoutAnswer(row: Route, status: number, code: string, message: string): ApiError {
  return row.method === 'GET' || row.isRepeatable
    ? new ApiError(status, code, message)
    : new ApiError(status, 'OUTCOME_UNKNOWN', `${message} ${outcomeUnknown()}`);
}

export async function call<const R extends Route>(
  row: R,
  ...request: RequestArguments<R>
): Promise<ApiResponse<R>> {
  const response = await callForResponse(row, ...request);
  return (await response.json().catch(asUnanswered(row, request[0]))) as ApiResponse<R>;
}

type RoutePart<R, Name extends 'params' | 'query' | 'body'> = R extends {
  [N in Name]: infer S extends z.ZodType;
}
  ? Record<never, never> extends z.input<S>
    ? { [N in Name]?: z.input<S> }
    : { [N in Name]: z.input<S> }
  : { [N in Name]?: never };

type ApiRequest<R extends Route> = RoutePart<R, 'params'> &
  RoutePart<R, 'query'> &
  RoutePart<R, 'body'> & {
    signal?: AbortSignal;
    /** The tag of the cached response; a 304 says that it is still valid. */
    ifNoneMatch?: string | undefined;
  };

export type ApiResponse<R extends Route> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : never;

/** Optional if the route requires no input. */
type RequestArguments<R extends Route> =
  Record<never, never> extends ApiRequest<R> ? [request?: ApiRequest<R>] : [request: ApiRequest<R>];

type Values = Readonly<Record<string, unknown>>;

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

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** A code of the error catalogue, or NETWORK or UNKNOWN of a call that changes nothing. */
  readonly code: string;
  readonly details: unknown;

  constructor(status: number, code: string, message: string, details?: unknown) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

export function getErrorMessage(cause: unknown, fallback = t('unexpected')): string {
  return cause instanceof Error && cause.message ? cause.message : fallback;
}

/** The call may not have reached the server, or the server failed; it may have been done. */
export function isRetryable(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.status === 0 || cause.status >= 500);
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'TimeoutError';
}

export function isNetworkError(cause: unknown): boolean {
  return cause instanceof ApiError && cause.status === 0;
}

/** The server's own message, or `fallback` if it gave none. */
export function serverMessage(cause: unknown, fallback: string): string {
  if (!(cause instanceof ApiError)) return fallback;
  if (cause.code === 'OUTCOME_UNKNOWN')
    return `${punctuation('sentence', { text: fallback })} ${outcomeUnknown()}`;
  return (cause.status > 0 && cause.code !== 'UNKNOWN' && cause.message) || fallback;
}

/** Requests that `public/early.js` has sent before the application loaded, by path. */
type EarlyReads = Partial<Record<string, EarlyRead>>;

type EarlyRead = {
  /** On the clock of `performance.now()`. */
  sentAt: number;
  answer: Promise<Response>;
};

/** An older answer is not used. */
const usableMs = 15_000;

/** Call this when a read must not be older than the live connection. */
export function dropEarlyReads(): void {
  delete (globalThis as { earlyReads?: EarlyReads }).earlyReads;
}

/** When this path's early read was sent, or now, on the clock of `performance.now()`. */
export function readSentAt(path: string): number {
  const { earlyReads } = globalThis as { earlyReads?: EarlyReads };
  return earlyReads?.[path]?.sentAt ?? performance.now();
}

/** Returns the early read of this path once; undefined if there is none, or if it is too old. */
function takeEarlyRead(path: string): EarlyRead | undefined {
  const { earlyReads } = globalThis as { earlyReads?: EarlyReads };
  const read = earlyReads?.[path];
  delete earlyReads?.[path];
  return read && performance.now() - read.sentAt < usableMs ? read : undefined;
}
