import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Statuses that are not logged, on routes that monitoring polls. */
    unlogged?: readonly number[];
  }
}

/** The single log line of a request: no names, addresses, headers, bodies or values. */
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
      ...(refusals.has(request) && { code: refusals.get(request), ...abouts.get(request) }),
      ...facts,
    },
    'request',
  );
}

/** One line for each request instead of Fastify's two. */
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

/** Lines go to the standard output, or to `write`. */
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

type ErrorDescription = {
  type: string;
  message: string;
  stack: string;
  code?: string;
  constraint?: string;
  cause?: ErrorDescription;
};

/**
 * An error without the values it was about. Only properties that name a kind of failure are kept:
 * the others contain rows, parameters, requests and responses.
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

/** Unique across processes; ids sent by callers are not used. */
export function newRequestId(): string {
  return randomUUID();
}

export const requestIdHeader = 'x-request-id';

export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(requestIdHeader, request.id);
  });
}

const current = new AsyncLocalStorage<FastifyRequest>();

/** Runs the handler of a request, which everything called by it can then tell. */
export function runHandler<T>(request: FastifyRequest, handle: () => T): T {
  return current.run(request, handle);
}

/** Undefined in timed work. */
export function currentRequestId(): string | undefined {
  return current.getStore()?.id;
}

type RequestAbout = {
  userId?: string | undefined;
  keyIds?: readonly string[] | undefined;
  holderId?: string | undefined;
};

const abouts = new WeakMap<FastifyRequest, RequestAbout>();
const refusals = new WeakMap<FastifyRequest, string>();

/** The ids of whom and what a request is about; its line names them if it is refused. */
export function noteRequest(about: RequestAbout, request = current.getStore()): void {
  if (request) abouts.set(request, { ...abouts.get(request), ...about });
}

export function noteRefusal(request: FastifyRequest, code: string): void {
  refusals.set(request, code);
}

export function refusalOf(request: FastifyRequest): string | undefined {
  return refusals.get(request);
}

/** The declared route of a request, never the requested address. */
export function routePattern(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (!url) return 'none';
  return url.startsWith('/assets/') ? '/assets/*' : url;
}

/** By its route, as one address can be written in many ways. */
export function isForApi({ routeOptions, url }: FastifyRequest): boolean {
  return (routeOptions.url ?? url).startsWith('/api/');
}
