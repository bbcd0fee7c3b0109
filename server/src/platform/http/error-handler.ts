import { AppError, appError, errorCatalogue } from '@keydesk/shared/errors';
import type { ErrorEnvelope } from '@keydesk/shared/http/route';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/errors.ts';
import { requestIdHeader, writeRequestLine } from './request-log.ts';

const bodyErrors: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: appError('JSON_REQUIRED'),
  FST_ERR_CTP_EMPTY_JSON_BODY: appError('JSON_REQUIRED'),
  FST_ERR_CTP_INVALID_JSON_BODY: appError('MALFORMED_JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: appError('MALFORMED_JSON'),
  FST_ERR_CTP_BODY_TOO_LARGE: appError('BODY_TOO_LARGE'),
};

/** Whatever was thrown, as the refusal that the caller may see. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return appError('DATABASE_UNAVAILABLE');
  const { code, statusCode } = error as Partial<FastifyError>;
  const fault = code ? bodyErrors[code] : undefined;
  if (fault) return fault;
  if (error instanceof SyntaxError && statusCode === 400) return appError('MALFORMED_JSON');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return appError('BAD_INPUT', 'The request could not be read');
  return appError('INTERNAL');
}

/** Every failure leaves as the error envelope; what is our own fault is logged. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ClientDisconnected) return reply.code(ClientDisconnected.status).send();
    const refused = toAppError(error);
    if (refused.status >= 500 && refused.code !== 'STOPPING')
      request.log.error({ err: error }, refused.code);
    const wait = retryAfterSeconds(refused);
    if (wait) reply.header('retry-after', String(wait));
    return reply.code(refused.status).send(errorBody(refused));
  });
}

/** After how many seconds trying again may help, as far as that is known. */
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
      ...(error.details === undefined ? {} : { details: error.details }),
    },
  };
}

/** An address that cannot be read passes no hook, so its refusal brings its own headers and line. */
export function handleUnreadableRequest(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const refused = toAppError(error);
  reply
    .code(refused.status)
    .headers({
      [requestIdHeader]: request.id,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(errorBody(refused));
  writeRequestLine(request, reply);
}

/** The answer to an unknown address below `/api`. */
export function notFoundBody(): ErrorEnvelope {
  return errorBody(appError('NOT_FOUND'));
}

export const notFoundStatus = errorCatalogue.NOT_FOUND.status;

/** Why work was given up; nobody hears of it. */
class ClientDisconnected extends Error {
  override readonly name = 'CallerLeft';
  /** What proxies call a request whose caller closed the connection. */
  static readonly status = 499;
}

/**
 * Aborts when the caller closes the connection before the answer is sent. (Fastify's own signal of a
 * request aborts as soon as its body has been read.)
 */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  const onClose = (): void => {
    if (!reply.raw.writableFinished) leaving.abort(new ClientDisconnected('The caller has left'));
  };
  if (reply.raw.destroyed) onClose();
  else reply.raw.once('close', onClose);
  return leaving.signal;
}
