import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { MOUNT_PATH } from './page.ts';

/**
 * Hands everything below the mount path that is not ours to the provider, body unread. All
 * addresses the provider builds start with the public one, whatever Host a request names.
 */
export const mountProvider = (
  scope: FastifyInstance,
  provider: () => Promise<Provider>,
  publicUrl: string,
) => {
  const { host, protocol } = new URL(publicUrl);
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/*', async (request, reply) => {
    const handle = (await provider()).callback();
    reply.hijack();
    const { raw } = request;
    raw.headers['x-forwarded-host'] = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    const originalUrl = raw.url ?? '/';
    Object.assign(raw, { originalUrl, url: originalUrl.slice(MOUNT_PATH.length) });
    await handle(raw, reply.raw);
  });
};
