import { randomUUID } from 'node:crypto';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers that are no news, because somebody who watches the process asks all the time. */
    unlogged?: readonly number[];
  }
}

export function writeRequestLine(
  request: FastifyRequest,
  reply: FastifyReply,
  facts: { aborted?: true } = {},
): void {
  request.log.info(
    {
      method: request.method,
      route: routePattern(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...facts,
    },
    'request',
  );
}

/** One line for each request. Addresses, headers and bodies hold secrets, so that none is written. */
class RequestLog extends LogController {
  override incomingRequest(): void {}
  override routeNotFound(): void {}
  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    if (!error && request.routeOptions.config.unlogged?.includes(reply.statusCode)) return;
    writeRequestLine(request, reply, error ? { aborted: true } : {});
  }
}

/** What the server is told about logging; lines go to the standard output, or to `write`. */
export function requestLogging(level: string, write?: (line: string) => void) {
  return {
    logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
    logger: {
      level,
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          route: routePattern(request),
        }),
        err: describeError,
      },
      ...(write ? { stream: { write } } : {}),
    },
  };
}

/** What the log says about an error. */
type ErrorDescription = {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  cause?: ErrorDescription;
};

/**
 * An error without the values it was about: of its properties only those that name a kind of
 * failure, because the others hold rows, parameters, requests and responses.
 */
export function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  const code = stringProperty(error, 'code');
  const constraint = stringProperty(error, 'constraint');
  return {
    type: error.name,
    message: withoutValues(error.message),
    stack: stackFrames(error),
    ...(code ? { code } : {}),
    ...(constraint ? { constraint } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function stringProperty(error: object, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
}

/** The query builder ends its messages with the values of the statement. */
function withoutValues(message: string): string {
  return message.split('\nparams:')[0] ?? '';
}

function stackFrames({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** Unique over all processes. A name that a caller brings along is not taken over. */
export function newRequestId(): string {
  return randomUUID();
}

export const requestIdHeader = 'x-request-id';

/** Tells every caller under which id the log knows their request. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
}

/** The route that serves a request, as it was declared: never the address that somebody asked for. */
export function routePattern(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (!url) return 'none';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

/** Whether the API answers: by the route, as the same address can be written in many ways. */
export function isForApi({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/');
}
