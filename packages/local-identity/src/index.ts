import type { EventEmitter } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { CustomFetch } from 'openid-client';
import { Directory, type ListAccounts } from './directory.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { type LocalMails, mailRoutes } from './mail-pages.ts';
import { mountPath } from './page.ts';

export type LocalIdentityOptions = {
  /** Where browsers reach the application; the issuer is this plus `/local-identity`. */
  readonly publicUrl: string;
  /** The accounts that the chooser offers; called for every page. */
  readonly accounts: ListAccounts;
  readonly productName: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where a sign-in may return to: one address for each host of the application. */
  readonly redirectUris: readonly string[];
  /** The mails that the application has written instead of sending them, if it does that. */
  readonly mails?: LocalMails;
};

/** The issuer of this provider for an application at `publicUrl`. */
export function localIssuer(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}${mountPath}`;
}

/**
 * Serves an OpenID provider with an account chooser under `/local-identity`. It signs in any address
 * without a password, so it is for local use only. Its keys and state are kept in this process, so a
 * sign-in must begin and end in the same one.
 */
export async function registerLocalIdentity(
  app: FastifyInstance,
  options: LocalIdentityOptions,
): Promise<void> {
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const directory = new Directory(options.accounts);
  const provider = lazyProvider(app, { ...options, publicUrl }, directory);
  app.addHook('onListen', async () => {
    provider().catch(logError(app));
  });

  await app.register(
    async (root) => {
      root.removeAllContentTypeParsers();
      root.register(async (scope) => interactionRoutes(scope, { ...options, provider, directory }));
      const { mails } = options;
      if (mails) root.register(async (scope) => mailRoutes(scope, { ...options, mails }));
      root.register(async (scope) => mountProvider(scope, provider, publicUrl));
    },
    { prefix: mountPath },
  );
}

/** Loads the provider on first use, as its many modules would slow down the start. */
function lazyProvider(app: FastifyInstance, options: LocalIdentityOptions, directory: Directory) {
  const load = async () => {
    const { localProvider } = await import('./local-provider.ts');
    const provider = localProvider(options, directory);
    provider.on('server_error', (_ctx, error) => logError(app)(error));
    const emitter: EventEmitter = provider;
    emitter.on('error', logError(app));
    return provider;
  };
  let loaded: Promise<Provider> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

function logError(app: FastifyInstance) {
  return (error: Error) => app.log.error(error, 'local identity failed');
}

/**
 * Passes all other requests below the mount path to the provider, with the body unread. The addresses
 * that the provider builds start with the public URL, whatever Host a request names.
 */
function mountProvider(
  scope: FastifyInstance,
  provider: () => Promise<Provider>,
  publicUrl: string,
) {
  const { host, protocol } = new URL(publicUrl);
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.all('/*', async (request, reply) => {
    const handle = (await provider()).callback();
    reply.hijack();
    const { raw } = request;
    raw.headers['x-forwarded-host'] = host;
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    const originalUrl = raw.url ?? '/';
    Object.assign(raw, { originalUrl, url: originalUrl.slice(mountPath.length) });
    await handle(raw, reply.raw);
  });
}

/**
 * A `fetch` that calls the provider inside `app` without the network, so that it does not matter what
 * is between this process and its public URL (a container's port mapping, a proxy, a tunnel).
 */
export function inProcessFetch(app: FastifyInstance): CustomFetch {
  return async (url, { method, headers, body }) => {
    const { host, pathname, search } = new URL(url);
    const response = await app.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url: pathname + search,
      headers: { ...headers, host },
      ...(body && { payload: String(body) }),
    });
    const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return new Response(response.body, {
      status: response.statusCode,
      headers: Object.fromEntries(pairs),
    });
  };
}
