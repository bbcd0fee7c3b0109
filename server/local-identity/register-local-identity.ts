import type { EventEmitter } from 'node:events';
import type { FastifyInstance } from 'fastify';
import type { Provider } from 'oidc-provider';
import { Directory, type ListAccounts } from './directory.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { mountProvider } from './mount-provider.ts';
import { MOUNT_PATH } from './page.ts';

export interface LocalIdentityOptions {
  /** Where browsers reach the application; the issuer is this plus `/local-identity`. */
  readonly publicUrl: string;
  /** Whom the chooser offers; asked anew for every page. */
  readonly accounts: ListAccounts;
  readonly productName: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the application may be returned to: one address for each host it is reached by. */
  readonly redirectUris: readonly string[];
}

/** The issuer that this provider signs with when the application lives at `publicUrl`. */
export const localIssuer = (publicUrl: string): string =>
  `${publicUrl.replace(/\/+$/, '')}${MOUNT_PATH}`;

const logFault = (app: FastifyInstance) => (error: Error) =>
  app.log.error(error, 'local identity failed');

/** Loads the provider at first need: its many modules stay out of the way of a quick start. */
const lazyProvider = (
  app: FastifyInstance,
  options: LocalIdentityOptions,
  directory: Directory,
) => {
  const load = async () => {
    const { localProvider } = await import('./local-provider.ts');
    const provider = localProvider(options, directory);
    provider.on('server_error', (_ctx, error) => logFault(app)(error));
    const emitter: EventEmitter = provider;
    emitter.on('error', logFault(app));
    return provider;
  };
  let loaded: Promise<Provider> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
};

/**
 * Serves an OpenID provider with an account chooser under `/local-identity`. It signs in any
 * address without a password, so it belongs to local operation alone. Keys and state live in this
 * process: a sign-in must begin and end in the same one.
 */
export const registerLocalIdentity = async (
  app: FastifyInstance,
  options: LocalIdentityOptions,
): Promise<void> => {
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const directory = new Directory(options.accounts);
  const provider = lazyProvider(app, { ...options, publicUrl }, directory);
  app.addHook('onListen', async () => {
    provider().catch(logFault(app));
  });

  await app.register(
    async (root) => {
      root.removeAllContentTypeParsers();
      root.register(async (scope) => interactionRoutes(scope, { ...options, provider, directory }));
      root.register(async (scope) => mountProvider(scope, provider, publicUrl));
    },
    { prefix: MOUNT_PATH },
  );
};
