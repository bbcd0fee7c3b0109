import type { FastifyInstance } from 'fastify';
import { type Config, ownOrigins } from './config.ts';
import { createOpenIdClient, type OpenIdClient } from './features/auth/openid-client.ts';
import { listStoredMails, readStoredMail } from './features/mail/eml-folder.ts';
import type { Database } from './platform/db/client.ts';

export const callbackPath = '/api/auth/google/callback';

/** A local instance without Google credentials signs in through its own provider. */
export function usesLocalProvider({ isLocal, google }: Config): boolean {
  return isLocal && !google.clientId;
}

/** Creates the client of the identity provider that the settings ask for. */
export function identityProviderFor(config: Config, db: Database, secret: string) {
  return async (app: FastifyInstance): Promise<OpenIdClient> =>
    usesLocalProvider(config) ? localClient(app, config, db, secret) : googleClient(config);
}

/** The local provider with its account chooser, which runs inside this process. */
async function localClient(
  app: FastifyInstance,
  config: Config,
  db: Database,
  secret: string,
): Promise<OpenIdClient> {
  const [{ registerLocalIdentity, localIssuer, inProcessFetch }, { listDemoAccounts }] =
    await Promise.all([import('@keydesk/local-identity'), import('../demo/accounts.ts')]);
  const client = { clientId: 'keydesk-local', clientSecret: secret };
  await registerLocalIdentity(app, {
    ...client,
    publicUrl: config.publicUrl,
    productName: config.productName,
    accounts: () => listDemoAccounts(db),
    ...(config.mail?.to === 'folder' && { mails: mailsIn(config.mail.folder) }),
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
}

/** The mails of a local installation, for the provider's page. */
function mailsIn(folder: string) {
  return {
    list: () => listStoredMails(folder),
    read: (file: string) => readStoredMail(folder, file),
  };
}

/** Google, or whichever provider `OIDC_ISSUER` names. */
function googleClient(config: Config): OpenIdClient {
  const { issuer, clientId = '', clientSecret = '', hostedDomain } = config.google;
  return createOpenIdClient({
    issuer,
    clientId,
    clientSecret,
    redirectUri: `${config.publicUrl}${callbackPath}`,
    domains: config.signInDomains,
    ...(hostedDomain ? { hostedDomain } : {}),
  });
}
