import { AppError, appError, errorStatus } from '@keydesk/shared/core/errors';
import type { ErrorEnvelope } from '@keydesk/shared/http/route';
import { t as inputText } from '@keydesk/shared/texts/en/input';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, OutcomeUnknownError } from '../db/errors.ts';
import { inLanguage, languageOf } from './language.ts';
import { noteRefusal, requestIdHeader, writeRequestLine } from './request-log.ts';

const bodyErrors: Record<string, 'JSON_REQUIRED' | 'MALFORMED_JSON' | 'BODY_TOO_LARGE'> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'JSON_REQUIRED',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'JSON_REQUIRED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'MALFORMED_JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'MALFORMED_JSON',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
};

/** Maps any error to one that the caller may see. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof OutcomeUnknownError) return appError('OUTCOME_UNKNOWN');
  if (isDatabaseUnavailable(error)) return appError('DATABASE_UNAVAILABLE');
  const { code, statusCode } = error as Partial<FastifyError>;
  const bodyError = code ? bodyErrors[code] : undefined;
  if (bodyError) return appError(bodyError);
  if (error instanceof SyntaxError && statusCode === 400) return appError('MALFORMED_JSON');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return appError('BAD_INPUT', { issue: inputText('not-readable') });
  return appError('INTERNAL');
}

/** Sends every error in the error envelope, and logs those that are our own fault. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ClientDisconnected) return reply.code(ClientDisconnected.status).send();
    const sent = toAppError(error);
    noteRefusal(request, sent.code);
    if (sent.status >= 500 && sent.code !== 'STOPPING')
      request.log.error({ err: error }, sent.code);
    const retryAfter = retryAfterSeconds(sent);
    if (retryAfter) reply.header('retry-after', String(retryAfter));
    return reply.code(sent.status).send(errorBody(sent));
  });
}

/** Seconds after which another attempt may help, if known. */
function retryAfterSeconds({ status, details }: AppError): number | undefined {
  if (status === 503) return 2;
  if (status !== 429 || typeof details !== 'object' || details === null) return undefined;
  return 'retryAfter' in details && typeof details.retryAfter === 'number'
    ? details.retryAfter
    : undefined;
}

function errorBody(error: AppError): ErrorEnvelope {
  return {
    success: false,
    message: error.message,
    error: {
      code: error.code,
      ...(error.params && { params: error.params }),
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  };
}

/** No hook runs for a malformed URL, so this sets its own headers and writes its own log line. */
export function handleUnreadableRequest(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const language = languageOf(request);
  const sent = inLanguage(language, () => toAppError(error));
  reply
    .code(sent.status)
    .headers({
      'content-language': language,
      [requestIdHeader]: request.id,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(errorBody(sent));
  writeRequestLine(request, reply);
}

export function notFoundBody(): ErrorEnvelope {
  return errorBody(appError('NOT_FOUND'));
}

export const notFoundStatus = errorStatus.NOT_FOUND;

/** The reason for aborting work whose client has disconnected; no response is sent. */
class ClientDisconnected extends Error {
  override readonly name = 'CallerLeft';
  /** The status that proxies log for a request whose client closed the connection. */
  static readonly status = 499;
}

/**
 * Aborts when the client disconnects before the response is sent. (Fastify's own request signal
 * aborts as soon as the body has been read.)
 */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!reply.raw.writableFinished)
      controller.abort(new ClientDisconnected('The caller has left'));
  };
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return controller.signal;
}
