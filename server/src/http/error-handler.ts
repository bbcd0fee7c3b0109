import { errorCatalogue, KeydeskError, refusal } from '@keydesk/shared/errors';
import type { ErrorEnvelope } from '@keydesk/shared/http/envelope';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../db/failure.ts';
import { CallerLeft } from './caller-left.ts';
import { requestIdHeader } from './request-id.ts';
import { writeRequestLine } from './request-log.ts';

const bodyFaults: Record<string, KeydeskError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refusal('JSON_REQUIRED'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refusal('JSON_REQUIRED'),
  FST_ERR_CTP_INVALID_JSON_BODY: refusal('MALFORMED_JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refusal('MALFORMED_JSON'),
  FST_ERR_CTP_BODY_TOO_LARGE: refusal('BODY_TOO_LARGE'),
};

/** Whatever was thrown, as the refusal that the caller may see. */
export const refusalOf = (error: unknown): KeydeskError => {
  if (error instanceof KeydeskError) return error;
  if (isDatabaseUnavailable(error)) return refusal('DATABASE_UNAVAILABLE');
  const { code, statusCode } = error as Partial<FastifyError>;
  const fault = code ? bodyFaults[code] : undefined;
  if (fault) return fault;
  if (error instanceof SyntaxError && statusCode === 400) return refusal('MALFORMED_JSON');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return refusal('BAD_INPUT', 'The request could not be read');
  return refusal('INTERNAL');
};

/** After how many seconds trying again may help, as far as that is known. */
const secondsToWait = ({ status, details }: KeydeskError): number | undefined => {
  if (status === 503) return 2;
  if (status !== 429 || typeof details !== 'object' || details === null) return undefined;
  return 'retryAfter' in details && typeof details.retryAfter === 'number'
    ? details.retryAfter
    : undefined;
};

const errorBody = (error: KeydeskError): ErrorEnvelope => ({
  success: false,
  message: error.message,
  error: {
    code: error.code,
    ...(error.details === undefined ? {} : { details: error.details }),
  },
});

/** Every failure leaves as the error envelope; what is our own fault is logged. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof CallerLeft) return reply.code(CallerLeft.status).send();
    const refused = refusalOf(error);
    if (refused.status >= 500 && refused.code !== 'STOPPING')
      request.log.error({ err: error }, refused.code);
    const wait = secondsToWait(refused);
    if (wait) reply.header('retry-after', String(wait));
    return reply.code(refused.status).send(errorBody(refused));
  });
};

/** An address that cannot be read passes no hook, so its refusal brings its own headers and line. */
export const refuseUnreadable = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void => {
  const refused = refusalOf(error);
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
};

/** The answer to an unknown address below `/api`. */
export const notFoundBody = (): ErrorEnvelope => errorBody(refusal('NOT_FOUND'));
export const notFoundStatus = errorCatalogue.NOT_FOUND.status;
