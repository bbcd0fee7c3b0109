import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { parseJsonBodies } from './define-route.ts';
import { handleUnreadableRequest } from './error-handler.ts';
import { newRequestId, requestLogging } from './request-log.ts';

type ServerOptions = {
  logLevel: string;
  writeLog?: ((line: string) => void) | undefined;
  trustedProxies: NonNullable<FastifyServerOptions['trustProxy']>;
};

const maxBodyBytes = 100_000;

/** How long a client may take to send a whole request, and its headers. */
const requestTimeoutMs = 60_000;
const headersTimeoutMs = 20_000;

/** Generous, because on a machine under load a plugin takes long to start without being broken. */
const pluginTimeoutMs = 60_000;

/** A server without routes: its limits, its log, and how it reads bodies. */
export function newServer({ logLevel, writeLog, trustedProxies }: ServerOptions): FastifyInstance {
  const app = Fastify({
    bodyLimit: maxBodyBytes,
    pluginTimeout: pluginTimeoutMs,
    ...requestLogging(logLevel, writeLog),
    genReqId: newRequestId,
    routerOptions: { maxParamLength: 200 },
    trustProxy: trustedProxies,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 5_000 },
    frameworkErrors: handleUnreadableRequest,
    // shutDownGracefully rejects late requests itself, with the same error body as everywhere else.
    return503OnClosing: false,
  });
  parseJsonBodies(app);
  return app;
}
