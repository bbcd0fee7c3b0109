import { freePort } from '@keydesk/embedded-postgres/server';
import { localIssuer, registerLocalIdentity } from '@keydesk/local-identity';
import type { LocalAccount } from '@keydesk/local-identity/directory';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  createOpenIdClient,
  type OpenIdClient,
  type OpenIdClientOptions,
} from '../openid-client.ts';

const demoAccounts: readonly LocalAccount[] = [
  { email: 'admin@campus.test', name: 'Ada Admin', role: 'Admin' },
  { email: 'asha.rao@campus.test', name: 'Dr Asha Rao', role: 'Faculty' },
];

export type LocalApp = {
  readonly app: FastifyInstance;
  readonly publicUrl: string;
  readonly redirectUri: string;
  readonly clientOptions: OpenIdClientOptions;
  readonly client: OpenIdClient;
};

/** A bare application with the local provider, listening on this computer. */
export async function startLocalApp(
  accounts: readonly LocalAccount[] = demoAccounts,
): Promise<LocalApp> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const redirectUri = `${publicUrl}/api/auth/google/callback`;
  const credentials = { clientId: 'keydesk', clientSecret: 'a-local-secret' };
  const app = Fastify();
  await registerLocalIdentity(app, {
    publicUrl,
    productName: 'Keydesk',
    accounts: async () => accounts,
    ...credentials,
    redirectUris: [redirectUri],
  });
  await app.listen({ port, host: '127.0.0.1' });
  const clientOptions = {
    ...credentials,
    redirectUri,
    issuer: localIssuer(publicUrl),
    allowInsecure: true,
  };
  return { app, publicUrl, redirectUri, clientOptions, client: createOpenIdClient(clientOptions) };
}
