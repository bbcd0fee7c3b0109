import type { FastifyInstance } from 'fastify';
import { allowedOrigins, type Config } from '../../config/config.ts';
import { listStoredMails, readStoredMail } from '../../core/messages/mail.ts';
import type { Database } from '../../db/client.ts';
import { createOpenIdClient, type OpenIdClient } from './openid.ts';

export const callbackPath = '/api/auth/google/callback';

export function identityProviderFor(config: Config, db: Database) {
  return async (app: FastifyInstance): Promise<OpenIdClient> =>
    signsInLocally(config) ? localSignIn(app, config, db) : googleClient(config);
}

/** A local instance without Google credentials uses the account chooser. */
export function signsInLocally({ isLocal, google }: Config): boolean {
  return isLocal && !google.clientId;
}

/** The account chooser is imported only where it is used. */
async function localSignIn(
  app: FastifyInstance,
  config: Config,
  db: Database,
): Promise<OpenIdClient> {
  const [{ addLocalSignIn }, { listDemoAccounts }] = await Promise.all([
    import('../../../demo/local-sign-in.ts'),
    import('../../../demo/accounts.ts'),
  ]);
  return addLocalSignIn(app, {
    callbackPath,
    publicUrl: config.publicUrl,
    productName: config.productName,
    domains: config.signInDomains,
    origins: allowedOrigins(config),
    accounts: () => listDemoAccounts(db),
    ...(config.mail?.to === 'folder' && { mails: mailsIn(config.mail.folder) }),
  });
}

/** Emails of a local installation, for the pages that list them. */
function mailsIn(folder: string) {
  return {
    list: () => listStoredMails(folder),
    read: (file: string) => readStoredMail(folder, file),
  };
}

/** Google, or the provider that `OIDC_ISSUER` names. */
function googleClient(config: Config): OpenIdClient {
  const { issuer, clientId = '', clientSecret = '', hostedDomain, trustsAddresses } = config.google;
  return createOpenIdClient({
    issuer,
    clientId,
    clientSecret,
    redirectUri: `${config.publicUrl}${callbackPath}`,
    domains: config.signInDomains,
    trustsAddresses,
    ...(hostedDomain ? { hostedDomain } : {}),
  });
}
