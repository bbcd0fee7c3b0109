import type { CustomFetch } from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import type { AllowedAccounts } from './identity.ts';
import { createOpenIdClient } from './openid.ts';
import { startOpenIdProvider } from './testing/openid-provider.ts';

type Told = Record<string, unknown>;

const redirectUri = 'http://127.0.0.1:1/api/auth/google/callback';
const usual = { email: 'asha@campus.test', email_verified: true, name: 'Asha Rao' };
const trusting = { trustsAddresses: true };

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let told: { id_token: Told; userinfo: Told };
beforeAll(async () => {
  provider = await startOpenIdProvider(redirectUri, { claimsOf: (_subject, use) => told[use] });
});
afterAll(() => provider.close());

/**
 * Signs in at the provider, which tells these claims, and counts what userinfo is asked. Where an
 * `answer` is given, userinfo answers that.
 */
async function signInWith(
  claims: { token?: Told; userinfo?: Told; answer?: Response },
  accounts: AllowedAccounts = {},
  at = provider,
) {
  told = { id_token: claims.token ?? {}, userinfo: claims.userinfo ?? {} };
  let asked = 0;
  const fetchCounted: CustomFetch = async (url, options) => {
    const isUserinfo = url.endsWith('/me');
    if (isUserinfo) asked += 1;
    if (isUserinfo && claims.answer) return claims.answer;
    return fetch(url, options as RequestInit);
  };
  const client = createOpenIdClient({ ...at, ...accounts, fetch: fetchCounted });
  const { url, transaction } = await client.beginSignIn({ loginHint: 'sub-1' });
  const { url: back } = await new Browser().visit(url, redirectUri);
  const outcome = await client.completeSignIn(back, transaction).then(
    ({ email, name, hostedDomain: hd }) => ({ email, name, ...(hd && { hd }) }),
    (error: Error) => error.message,
  );
  return { outcome, asked };
}

const { email, name } = usual;
const without = (...claims: string[]) =>
  Object.fromEntries(Object.entries(usual).filter(([claim]) => !claims.includes(claim)));

describe('somebody is let in', () => {
  test.each<[string, Parameters<typeof signInWith>[0], number, AllowedAccounts?]>([
    ['by a full ID token, without a further request', { token: usual }, 0],
    ['by userinfo alone', { userinfo: usual }, 1],
    ['with an address only at userinfo', { token: without('email'), userinfo: usual }, 1],
    ['verified only at userinfo', { token: without('email_verified'), userinfo: usual }, 1],
    ['with a name only at userinfo', { token: without('name'), userinfo: { name } }, 1],
    ['verified as the text true', { token: { ...usual, email_verified: 'true' } }, 0],
    ['verified as that at userinfo', { userinfo: { ...usual, email_verified: 'true' } }, 1],
    [
      'of whom nothing says whether they are verified, where that is trusted',
      { token: without('email_verified'), userinfo: { name } },
      1,
      trusting,
    ],
  ])('%s', async (_how, claims, requests, accounts) => {
    expect(await signInWith(claims, accounts)).toEqual({
      outcome: { email, name },
      asked: requests,
    });
  });

  test('of a hosted domain that only userinfo tells', async () => {
    const { outcome } = await signInWith(
      { token: usual, userinfo: { hd: 'campus.test' } },
      { hostedDomain: 'campus.test' },
    );
    expect(outcome).toEqual({ email, name, hd: 'campus.test' });
  });

  test.each<[string, Parameters<typeof signInWith>[0]]>([
    ['nobody tells', {}],
    ['is no text', { userinfo: { name: 7 } }],
    ['userinfo fails to tell', { answer: new Response('', { status: 503 }) }],
  ])('whose name %s', async (_how, claims) => {
    const { outcome } = await signInWith({ token: without('name'), ...claims });
    expect(outcome).toEqual({ email });
  });
});

describe('somebody is refused, and the log says why,', () => {
  const unverified = 'Sign-in failed: email-unverified (not-true)';
  const silent =
    'Sign-in failed: email-unverified (absent). The provider does not send email_verified: if all its addresses are verified, set OIDC_EMAIL=trusted';
  const nowhere =
    'Sign-in failed: token-invalid (email). Neither the ID token nor userinfo told an address: let the provider send the claim email';
  test.each<[string, Parameters<typeof signInWith>[0], string, AllowedAccounts?]>([
    ['who is not verified', { token: { ...usual, email_verified: false } }, unverified, trusting],
    [
      'who is not, as a text',
      { token: { ...usual, email_verified: 'false' } },
      unverified,
      trusting,
    ],
    [
      'who is not, at userinfo alone',
      { token: without('email_verified'), userinfo: { email_verified: 'false' } },
      unverified,
      trusting,
    ],
    [
      'who is not, by one of two that disagree',
      { token: without('name'), userinfo: { ...usual, email_verified: false } },
      unverified,
    ],
    ['who is verified as a number', { token: { ...usual, email_verified: 1 } }, unverified],
    ['of whom nothing says it', { token: without('email_verified') }, silent],
    [
      'of whom another address is verified',
      {
        token: without('email_verified'),
        userinfo: { email: 'other@campus.test', email_verified: true },
      },
      silent,
    ],
    ['without an address', { token: without('email') }, nowhere],
    ['whose address is a number', { token: { ...usual, email: 7 } }, nowhere],
    [
      'of whom userinfo fails to tell it, also where addresses are trusted',
      { token: without('email_verified'), answer: new Response('', { status: 503 }) },
      'Sign-in failed: userinfo-failed (OAUTH_RESPONSE_IS_NOT_CONFORM)',
      trusting,
    ],
    [
      'for whom userinfo answers about somebody else',
      { token: without('email'), answer: Response.json({ ...usual, sub: 'somebody-else' }) },
      'Sign-in failed: userinfo-failed (OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED)',
    ],
  ])('%s', async (_who, claims, message, accounts) => {
    const { outcome } = await signInWith(claims, accounts);
    expect(outcome).toBe(message);
  });

  test('without an address at a provider that has no userinfo endpoint', async () => {
    const other = await startOpenIdProvider(redirectUri, {
      claimsOf: (_subject, use) => told[use],
      userinfo: false,
    });
    const refused = await signInWith({ token: without('email'), userinfo: usual }, {}, other);
    other.close();
    expect(refused).toEqual({ outcome: nowhere, asked: 0 });
  });
});
