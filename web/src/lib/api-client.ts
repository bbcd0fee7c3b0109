import { friendlyMessage } from '@keydesk/shared/friendly-message';
import type { ErrorEnvelope } from '@keydesk/shared/http/envelope';
import { pollHeader } from '@keydesk/shared/http/poll';
import type { Route } from '@keydesk/shared/http/route';
import { ApiError } from './api-error.ts';
import { type ApiAnswer, type ApiRequest, addressOf, type RequestArgument } from './api-request.ts';
import { observeDateHeader } from './clock.ts';
import { isPersonThere } from './person-there.ts';
import { suspectServer } from './server-watch.ts';
import { endSession } from './session.ts';
import { askToConfirm } from './sign-in-confirmation.ts';
import { storedToken } from './storage.ts';

export { api } from '@keydesk/shared/api';

const notModified = 304;

/** A proxy or the server says that there is nobody to answer. */
const isUnreachable = (status: number): boolean => status >= 502 && status <= 504;

const headersFor = (row: Route, { ifNoneMatch }: ApiRequest<Route>): HeadersInit => {
  const token = storedToken.read();
  return {
    Accept: 'application/json',
    // What a page reads by itself keeps no session alive; only a person does.
    ...(row.method === 'GET' && !isPersonThere() && { [pollHeader]: '1' }),
    ...(row.method !== 'GET' && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(ifNoneMatch && { 'If-None-Match': ifNoneMatch }),
  };
};

const failureOf = async (response: Response): Promise<ApiError> => {
  const answer: Partial<ErrorEnvelope> | null = await response.json().catch(() => null);
  const said = answer?.message ?? (response.status >= 500 ? 'Internal server error' : undefined);
  return new ApiError(
    response.status,
    answer?.error?.code ?? 'UNKNOWN',
    friendlyMessage(said),
    answer?.error?.details,
  );
};

const send = async (row: Route, request: ApiRequest<Route>): Promise<Response> => {
  const sentAt = performance.now();
  const response = await fetch(addressOf(row.path, request.params, request.query), {
    method: row.method,
    credentials: 'include',
    headers: headersFor(row, request),
    body: row.method === 'GET' ? null : JSON.stringify(request.body ?? {}),
    signal: request.signal ?? null,
  }).catch((cause: unknown) => {
    if (request.signal?.aborted) throw cause;
    suspectServer();
    throw new ApiError(0, 'NETWORK', friendlyMessage('Network Error'));
  });
  if (isUnreachable(response.status)) suspectServer();
  observeDateHeader(response.headers.get('Date'), performance.now() - sentAt);
  return response;
};

/**
 * What the server answers to a request of one row, whatever its kind; 304 only to one with a tag.
 * Where the server wants a recent sign-in, the person is asked for it and the call made again.
 * @throws ApiError for every answer that is not a success; a 401 also ends the local session.
 */
export const answerOf = async <const R extends Route>(
  row: R,
  ...[request]: RequestArgument<R>
): Promise<Response> => {
  const response = await send(row, (request ?? {}) as ApiRequest<Route>);
  if (response.ok || response.status === notModified) return response;
  const failure = await failureOf(response);
  if (failure.code === 'SIGN_IN_NOT_RECENT' && (await askToConfirm()))
    return answerOf(row, ...([request] as RequestArgument<R>));
  if (failure.status === 401)
    endSession(failure.code === 'SESSION_ENDED' ? failure.message : undefined);
  throw failure;
};

/** Calls one row of the contract with cookies and, when stored, the bearer token; throws as `answerOf`. */
export const call = async <const R extends Route>(
  row: R,
  ...request: RequestArgument<R>
): Promise<ApiAnswer<R>> => (await (await answerOf(row, ...request)).json()) as ApiAnswer<R>;
