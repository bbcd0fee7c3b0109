import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isForApi } from './request-log.ts';
import { inlineScriptSources } from './web-files.ts';

type Headers = Record<string, string>;

/** Headers of DESIGN §6.10 on every answer. Styles are inline because positioned layers set them. */
export async function secureHeaders(
  app: FastifyInstance,
  { environment, publicUrl }: { environment: string; publicUrl: string },
): Promise<void> {
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...inlineScriptSources()],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'https://lh3.googleusercontent.com'],
        // Older Safari does not count websockets of the same host as 'self'.
        connectSrc: ["'self'", publicUrl.replace(/^http/, 'ws')],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: environment === 'pro',
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  let known: Headers | undefined;
  app.addHook('onRequest', async (request, reply) => {
    known ??= await helmetHeaders(reply);
    reply.headers(known);
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
    if (isForApi(request)) reply.header('cache-control', 'no-store');
  });
}

/**
 * The headers are the same for every answer, and helmet's plugin works them out for each: a ninth of
 * what a small call costs.
 */
async function helmetHeaders(reply: FastifyReply): Promise<Headers> {
  const before = new Set(reply.raw.getHeaderNames());
  await reply.helmet();
  const added = reply.raw.getHeaderNames().filter((name) => !before.has(name));
  return Object.fromEntries(added.map((name) => [name, String(reply.raw.getHeader(name))]));
}
