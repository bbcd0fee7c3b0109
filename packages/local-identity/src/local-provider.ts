/// <reference path="./oidc-provider-modules.d.ts" />
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Configuration, KoaContextWithOIDC, Provider as LocalProvider } from 'oidc-provider';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';
import { base, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { Directory } from './directory.ts';
import { mountPath, noticePage, pageHeaders, signInEnded, signInFailed } from './page.ts';
import { providerStorage } from './storage.ts';

export type LocalProviderOptions = {
  readonly publicUrl: string;
  readonly productName: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
};

const scope = 'openid email profile';

/** An OpenID provider with one client, which accepts any address without proof. */
export function localProvider(options: LocalProviderOptions, directory: Directory): LocalProvider {
  const provider = new Provider(
    `${options.publicUrl}${mountPath}`,
    configuration(options, directory),
  );
  provider.proxy = true;
  forgetSession(provider);
  return provider;
}

function configuration(options: LocalProviderOptions, directory: Directory): Configuration {
  return {
    adapter: providerStorage(),
    jwks: { keys: [signingKey()] },
    clients: [
      {
        client_id: options.clientId,
        client_secret: options.clientSecret,
        redirect_uris: [...options.redirectUris],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    responseTypes: ['code'],
    scopes: scope.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    clientBasedCORS: () => false,
    issueRefreshToken: async () => false,
    findAccount: findAccount(directory),
    loadExistingGrant: grantEverything,
    interactions: {
      policy: policy(),
      url: (_ctx, interaction) => `${mountPath}/interaction/${interaction.uid}`,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    cookies: {
      keys: [randomBytes(32)],
      names: {
        session: 'local_identity_session',
        interaction: 'local_identity_interaction',
        resume: 'local_identity_resume',
      },
    },
    // Expires before the client's ten minutes are over, so that our page can explain it.
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 300,
      Interaction: 570,
      Session: 600,
    },
    renderError: (ctx, out, error) => {
      const notice =
        error instanceof SessionNotFound ? signInEnded : signInFailed(out.error_description);
      ctx.set(pageHeaders(options.redirectUris));
      ctx.body = noticePage(notice, options.productName);
    },
  };
}

function signingKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

function findAccount(directory: Directory) {
  return (_ctx: KoaContextWithOIDC, subject: string) => {
    const person = directory.find(subject);
    if (!person) return undefined;
    const { email, name } = person;
    const hd = email.slice(email.lastIndexOf('@') + 1);
    return {
      accountId: subject,
      claims: () => ({ sub: subject, email, email_verified: true, hd, name }),
    };
  };
}

async function grantEverything(ctx: KoaContextWithOIDC) {
  const { account, client, provider } = ctx.oidc;
  if (!account || !client) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope(scope);
  await grant.save();
  return grant;
}

/** As at Google: `prompt=select_account` is supported, and our own client needs no consent. */
function policy() {
  const prompts = base();
  prompts.remove('consent');
  prompts.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  return prompts;
}

/** Removes the provider's session cookie, so that every sign-in shows the chooser again. */
function forgetSession(provider: LocalProvider): void {
  provider.use(async (ctx, next) => {
    await next();
    const cookies = [ctx.response.get('set-cookie')].flat();
    const others = cookies.filter(
      (cookie) => cookie && !cookie.startsWith('local_identity_session'),
    );
    if (others.length > 0) ctx.set('set-cookie', others);
    else ctx.remove('set-cookie');
  });
}
