import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { CustomFetch } from 'openid-client';
import { createOpenIdClient, type OpenIdClientOptions } from '../openid.ts';

export const issuer = 'https://issuer.test';
const clientId = 'keydesk';
const redirectUri = 'https://keydesk.test/api/auth/google/callback';

const published = newKey();
/** A key that the issuer does not publish. */
export const strangersKey = newKey().privateKey;

function newKey() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
};

export function unsigned(claims: object): string {
  return `${encode({ alg: 'none' })}.${encode(claims)}.`;
}

function encode(value: object) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

type Claims = Record<string, unknown>;

type Forgery = {
  /** Claims that replace the honest ones; `undefined` leaves one out. */
  readonly claims?: Claims;
  readonly key?: KeyObject;
  readonly token?: (claims: Claims) => string;
};

/** Signs in against the forging issuer, from redirect to identity. */
export async function signInWith(forgery: Forgery, options: Partial<OpenIdClientOptions> = {}) {
  let nonce = '';
  const client = createOpenIdClient({
    issuer,
    clientId,
    clientSecret: 'the-client-secret',
    redirectUri,
    fetch: forgingFetch(() => nonce, forgery),
    ...options,
  });
  const { transaction } = await client.beginSignIn();
  nonce = transaction.nonce;
  const back = new URL(`${redirectUri}?code=a-code&state=${transaction.state}`);
  return client.completeSignIn(back, transaction);
}

/** An issuer that the tests control: honest except for `forgery`. */
function forgingFetch(nonce: () => string, forgery: Forgery): CustomFetch {
  return async (url) => {
    if (url.endsWith('/openid-configuration')) return json(metadata);
    if (url.endsWith('/keys')) {
      const jwk = published.publicKey.export({ format: 'jwk' });
      return json({ keys: [{ ...jwk, kid: 'one', use: 'sig', alg: 'RS256' }] });
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: '1184',
      iat: now,
      exp: now + 300,
      nonce: nonce(),
      email: 'Asha.Rao@Campus.Test',
      email_verified: true,
      name: 'Asha Rao',
      hd: 'campus.test',
      ...forgery.claims,
    };
    const token = forgery.token ?? ((all) => sign(all, forgery.key ?? published.privateKey));
    return json({ access_token: 'opaque', token_type: 'bearer', id_token: token(claims) });
  };
}

function json(body: object, status = 200) {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

function sign(claims: object, key: KeyObject): string {
  const content = `${encode({ alg: 'RS256', kid: 'one' })}.${encode(claims)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}
