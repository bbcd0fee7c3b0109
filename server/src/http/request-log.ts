import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { describeError } from './describe-error.ts';
import { routePattern } from './route-pattern.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers that are no news, because somebody who watches the process asks all the time. */
    unlogged?: readonly number[];
  }
}

export const writeRequestLine = (
  request: FastifyRequest,
  reply: FastifyReply,
  facts: { aborted?: true } = {},
): void => {
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
};

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
export const requestLogging = (level: string, write?: (line: string) => void) => ({
  logController: new RequestLog({ requestIdLogLabel: 'requestId' }),
  logger: {
    level,
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: routePattern(request) }),
      err: describeError,
    },
    ...(write ? { stream: { write } } : {}),
  },
});
