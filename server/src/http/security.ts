import helmet from '@fastify/helmet';
import { dayMs } from '@keydesk/shared/core/dates';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFoundBody, notFoundStatus } from './error-handler.ts';
import { isForApi } from './request-log.ts';
import { inlineScriptSources } from './web-files.ts';

type Headers = Record<string, string>;

/** Adds the `safe-headers` to every response. Positioned layers need inline styles. */
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
  let cached: Headers | undefined;
  app.addHook('onRequest', async (request, reply) => {
    cached ??= await helmetHeaders(reply);
    reply.headers(cached);
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=()');
    if (isForApi(request)) reply.header('cache-control', 'no-store');
  });
}

/**
 * Helmet's headers, computed once: they are the same for every response, and computing them is a
 * ninth of the cost of a small request.
 */
async function helmetHeaders(reply: FastifyReply): Promise<Headers> {
  const before = new Set(reply.raw.getHeaderNames());
  await reply.helmet();
  const added = reply.raw.getHeaderNames().filter((name) => !before.has(name));
  return Object.fromEntries(added.map((name) => [name, String(reply.raw.getHeader(name))]));
}

const path = '/.well-known/security.txt';
const validDays = 180;

/** The contact for vulnerabilities (RFC 9116), if configured. */
export function serveSecurityTxt(
  app: FastifyInstance,
  { securityContact, publicUrl }: { securityContact: string | undefined; publicUrl: string },
): void {
  app.get(path, async (_request, reply) => {
    if (!securityContact) return reply.code(notFoundStatus).send(notFoundBody());
    const expires = new Date(Date.now() + validDays * dayMs).toISOString();
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nCanonical: ${publicUrl}${path}\n`);
  });
}
