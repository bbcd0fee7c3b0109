/// <reference path="./oidc-provider-modules.d.ts" />
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '@keydesk/embedded-postgres/server';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { base, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import type { OpenIdClientOptions } from '../openid.ts';

const scope = 'openid email profile';

type ProviderOptions = {
  /** What it tells of this subject in an ID token or at its userinfo endpoint. */
  claimsOf?: (subject: string, use: 'id_token' | 'userinfo') => Record<string, unknown>;
  /** Whether it has a userinfo endpoint. */
  userinfo?: boolean;
};

/**
 * A real OpenID provider on this machine, which signs in whichever subject is hinted at, by default
 * an address. Returned is what its one client, which it sends back to `redirectUri`, has to know.
 */
export async function startOpenIdProvider(
  redirectUri: string,
  { claimsOf = usualClaims, userinfo = true }: ProviderOptions = {},
): Promise<OpenIdClientOptions & { close: () => void }> {
  const port = await freePort();
  const client = {
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'keydesk',
    clientSecret: 'a-secret-of-this-test',
    redirectUri,
    allowInsecure: true,
  };
  const provider = new Provider(client.issuer, {
    ...configurationFor(client),
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: (use) => ({ sub: accountId, ...claimsOf(accountId, use as 'id_token' | 'userinfo') }),
    }),
    features: { devInteractions: { enabled: false }, userinfo: { enabled: userinfo } },
  });
  const serve = provider.callback();
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return serve(request, response);
    const { params } = await provider.interactionDetails(request, response);
    await provider.interactionFinished(request, response, {
      login: { accountId: String(params.login_hint) },
      select_account: {},
    });
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    ...client,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function usualClaims(email: string) {
  return {
    email,
    email_verified: true,
    hd: email.slice(email.lastIndexOf('@') + 1),
    name: 'Asha Rao',
  };
}

function configurationFor({
  clientId,
  clientSecret,
  redirectUri,
}: OpenIdClientOptions): Configuration {
  return {
    adapter: createMemoryAdapter(0),
    jwks: { keys: [signingKey()] },
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    conformIdTokenClaims: false,
    discovery: { prompt_values_supported: ['none', 'login', 'select_account'] },
    pkce: { required: () => true },
    loadExistingGrant: grantEverything,
    interactions: { policy: policy(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    cookies: { keys: [randomBytes(32)] },
    ttl: {
      AccessToken: 60,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 300,
      Interaction: 600,
      Session: 600,
    },
  };
}

function signingKey() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
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
