import type { FastifyInstance } from 'fastify';
import { ownOrigins } from './allowed-origins.ts';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { createOpenIdClient, type OpenIdClient } from './features/auth/openid/openid-client.ts';

const callbackPath = '/api/auth/google/callback';

/** Google, or whichever provider `OIDC_ISSUER` names. */
const googleClient = (config: Config): OpenIdClient => {
  const { issuer, clientId = '', clientSecret = '', hostedDomain } = config.google;
  return createOpenIdClient({
    issuer,
    clientId,
    clientSecret,
    redirectUri: `${config.publicUrl}${callbackPath}`,
    domains: config.signInDomains,
    ...(hostedDomain ? { hostedDomain } : {}),
  });
};

/** The local provider with its account chooser, inside this very process. */
const localClient = async (
  app: FastifyInstance,
  config: Config,
  db: Database,
  secret: string,
): Promise<OpenIdClient> => {
  const [{ registerLocalIdentity, localIssuer }, { inProcessFetch }, { listDemoAccounts }] =
    await Promise.all([
      import('../local-identity/register-local-identity.ts'),
      import('../local-identity/in-process-fetch.ts'),
      import('../demo/accounts.ts'),
    ]);
  const client = { clientId: 'keydesk-local', clientSecret: secret };
  await registerLocalIdentity(app, {
    ...client,
    publicUrl: config.publicUrl,
    productName: config.productName,
    accounts: () => listDemoAccounts(db),
    redirectUris: ownOrigins(config).map((origin) => `${origin}${callbackPath}`),
  });
  return createOpenIdClient({
    ...client,
    issuer: localIssuer(config.publicUrl),
    redirectUri: `${config.publicUrl}${callbackPath}`,
    domains: config.signInDomains,
    allowInsecure: true,
    fetch: inProcessFetch(app),
  });
};

/** A local instance without Google credentials signs in through its own provider. */
export const usesLocalProvider = ({ isLocal, google }: Config): boolean =>
  isLocal && !google.clientId;

export const identityFor =
  (config: Config, db: Database, secret: string) =>
  async (app: FastifyInstance): Promise<OpenIdClient> =>
    usesLocalProvider(config) ? localClient(app, config, db, secret) : googleClient(config);
