import type { CustomFetch } from 'openid-client';
import { describe, expect, test } from 'vitest';
import { SignInFailed } from './identity.ts';
import { createOpenIdClient } from './openid.ts';
import { issuer, signInWith, strangersKey, unsigned } from './testing/forging-issuer.ts';

function failed(reason: string, detail?: string) {
  return expect.objectContaining({ name: 'SignInFailed', reason, ...(detail && { detail }) });
}

function seconds(fromNow: number) {
  return Math.floor(Date.now() / 1000) + fromNow;
}

function refusingExchange(answer: { error: string }): CustomFetch {
  return async (url) =>
    url.endsWith('/token')
      ? Response.json(answer, { status: 400 })
      : Response.json({
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
        });
}

describe('an identity', () => {
  test('holds the verified claims, with the address in lower case', async () => {
    expect(await signInWith({})).toEqual({
      issuer,
      subject: '1184',
      email: 'asha.rao@campus.test',
      name: 'Asha Rao',
      hostedDomain: 'campus.test',
    });
  });

  test('keeps a name of reasonable length', async () => {
    const identity = await signInWith({ claims: { name: 'x'.repeat(500) } });
    expect(identity.name).toHaveLength(120);
  });

  test('of the required hosted domain is accepted', async () => {
    const identity = await signInWith({}, { hostedDomain: 'Campus.test' });
    expect(identity.hostedDomain).toBe('campus.test');
  });
});

describe('a token is refused', () => {
  const cases: [string, Parameters<typeof signInWith>[0], string, string?][] = [
    ['of another issuer', { claims: { iss: 'https://elsewhere.test' } }, 'token-invalid', 'iss'],
    ['for another client', { claims: { aud: 'someone-else' } }, 'token-invalid', 'aud'],
    ['that has expired', { claims: { exp: seconds(-600) } }, 'token-invalid'],
    ['with another nonce', { claims: { nonce: 'another' } }, 'nonce-mismatch'],
    ['without a nonce', { claims: { nonce: undefined } }, 'token-invalid'],
    ['without a subject', { claims: { sub: undefined } }, 'token-invalid'],
    ['signed by a stranger', { key: strangersKey }, 'token-invalid'],
    ['without a signature', { token: unsigned }, 'token-invalid'],
    ['that is no token', { token: () => 'nonsense' }, 'token-invalid'],
    ['without an address', { claims: { email: undefined } }, 'token-invalid', 'email'],
    ['with an unverified address', { claims: { email_verified: false } }, 'email-unverified'],
    ['silent about verification', { claims: { email_verified: undefined } }, 'email-unverified'],
  ];
  test.each(cases)('%s', async (_which, forgery, reason, detail) => {
    await expect(signInWith(forgery)).rejects.toEqual(failed(reason, detail));
  });

  test('of another or no hosted domain, where one is required', async () => {
    const required = { hostedDomain: 'campus.test' };
    for (const hd of ['other.test', undefined, 7]) {
      const completed = signInWith({ claims: { hd } }, required);
      await expect(completed).rejects.toEqual(failed('wrong-domain'));
    }
  });
});

describe('where addresses of some domains may sign in', () => {
  const admitted = { domains: ['campus.test', 'staff.campus.test'] };

  test.each(['asha@campus.test', 'Asha@STAFF.Campus.test'])('%s may', async (email) => {
    const identity = await signInWith({ claims: { email, hd: undefined } }, admitted);
    expect(identity.email).toBe(email.toLowerCase());
  });

  test.each([
    'asha@other.test',
    'asha@lab.campus.test',
    'asha@evilcampus.test',
    'asha@campus.test.evil.example',
    'campus.test@evil.example',
  ])('%s may not', async (email) => {
    const completed = signInWith({ claims: { email } }, admitted);
    await expect(completed).rejects.toEqual(failed('wrong-domain'));
  });

  test('nobody may with an address that is not verified', async () => {
    const claims = { email: 'asha@campus.test', email_verified: false };
    await expect(signInWith({ claims }, admitted)).rejects.toEqual(failed('email-unverified'));
  });
});

describe('a response is refused', () => {
  const begin = async () => {
    const client = createOpenIdClient({
      issuer,
      clientId: 'keydesk',
      clientSecret: 'the-client-secret',
      redirectUri: 'https://keydesk.test/back',
      fetch: async () => Response.json({ issuer, authorization_endpoint: `${issuer}/authorize` }),
    });
    const { transaction } = await client.beginSignIn();
    const back = (query: string) =>
      client.completeSignIn(
        new URL(`https://keydesk.test/back?state=${transaction.state}&${query}`),
        transaction,
      );
    return { client, transaction, back };
  };

  test('that reports an error', async () => {
    const { back } = await begin();
    const completed = back('error=access_denied&error_description=private+words');
    await expect(completed).rejects.toEqual(failed('provider-refused', 'access_denied'));
  });

  test('that carries neither code nor error', async () => {
    const { back } = await begin();
    await expect(back('')).rejects.toEqual(failed('response-invalid'));
  });

  test('that reports an error under another state', async () => {
    const { client, transaction } = await begin();
    const forged = new URL('https://keydesk.test/back?state=forged&error=access_denied');
    const completed = client.completeSignIn(forged, transaction);
    await expect(completed).rejects.toEqual(failed('state-mismatch'));
  });

  test('that comes back after more than ten minutes', async () => {
    const { client, transaction } = await begin();
    const old = { ...transaction, createdAt: Date.now() - 601_000 };
    const completed = client.completeSignIn(new URL('https://keydesk.test/back'), old);
    await expect(completed).rejects.toEqual(failed('transaction-expired'));
  });

  test.each([
    ['invalid_grant', 'code-refused', true],
    ['invalid_client', 'exchange-refused', false],
    ['server_error', 'exchange-refused', false],
  ])('whose code the provider refuses as %s', async (error, reason, isForged) => {
    const fetch = refusingExchange({ error });
    const failure = await signInWith({}, { fetch }).catch((cause) => cause);
    expect(failure).toMatchObject({ reason, detail: error, isForged, isStray: false });
  });

  test('in words that cannot carry anything into a log', async () => {
    const { back, transaction } = await begin();
    const failure = await back('error=oops%0Aforged+line%20%7Bjson%7D').catch((error) => error);
    expect(failure).toBeInstanceOf(SignInFailed);
    expect(failure.message).toBe('Sign-in failed: provider-refused (oopsforgedlinejson)');
    expect(failure.cause).toBeUndefined();
    expect(JSON.stringify(failure) + failure.stack).not.toContain(transaction.state);
  });
});

const google = 'https://accounts.google.com';

describe('the authorization request', () => {
  const begin = (
    hints: { loginHint?: string },
    hostedDomain?: string,
    prompts?: string[],
    provider = issuer,
  ) =>
    createOpenIdClient({
      issuer: provider,
      clientId: 'keydesk',
      clientSecret: 'the-client-secret',
      redirectUri: 'https://keydesk.test/back',
      ...(hostedDomain && { hostedDomain }),
      fetch: async () =>
        Response.json({
          issuer: provider,
          authorization_endpoint: `${provider}/authorize`,
          prompt_values_supported: prompts,
        }),
    }).beginSignIn(hints);

  test('asks for a code with PKCE, state, nonce and a choice of account', async () => {
    const { url, transaction } = await begin({}, undefined, undefined, google);
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({
      client_id: 'keydesk',
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'https://keydesk.test/back',
      code_challenge_method: 'S256',
      prompt: 'select_account',
      state: transaction.state,
      nonce: transaction.nonce,
    });
    expect(url).not.toContain(transaction.codeVerifier);
    expect(url).not.toContain('the-client-secret');
  });

  test.each([
    [['none', 'login', 'select_account'], issuer, 'select_account'],
    [['none', 'login', 'consent'], issuer, null],
    [undefined, issuer, null],
    [undefined, google, 'select_account'],
  ])('asks for a choice of account where the provider names it: %j at %s', async (...given) => {
    const [prompts, provider, asked] = given;
    const { url } = await begin({}, undefined, prompts, provider);
    expect(new URL(url).searchParams.get('prompt')).toBe(asked);
  });

  test('names the hinted account and the required domain', async () => {
    const { url } = await begin({ loginHint: 'asha.rao@campus.test' }, 'campus.test');
    const asked = Object.fromEntries(new URL(url).searchParams);
    expect(asked).toMatchObject({ login_hint: 'asha.rao@campus.test', hd: 'campus.test' });
    expect(asked).not.toHaveProperty('prompt');
  });
});

describe('finding the provider', () => {
  const options = {
    issuer,
    clientId: 'keydesk',
    clientSecret: 'the-client-secret',
    redirectUri: 'https://keydesk.test/back',
  };
  const metadata = { issuer, authorization_endpoint: `${issuer}/authorize` };

  test('happens once, at first use, for everyone who waits', async () => {
    let asked = 0;
    const client = createOpenIdClient({
      ...options,
      fetch: async () => {
        asked += 1;
        return Response.json(metadata);
      },
    });
    expect(asked).toBe(0);
    await Promise.all([client.beginSignIn(), client.beginSignIn()]);
    await client.beginSignIn();
    expect(asked).toBe(1);
  });

  test('is tried again after a failure', async () => {
    let down = true;
    const client = createOpenIdClient({
      ...options,
      fetch: async () => {
        if (down) throw new TypeError('fetch failed');
        return Response.json(metadata);
      },
    });
    await expect(client.beginSignIn()).rejects.toEqual(failed('provider-unreachable'));
    down = false;
    expect((await client.beginSignIn()).url).toContain(`${issuer}/authorize`);
  });

  test('gives up on a provider that never answers', async () => {
    const client = createOpenIdClient({
      ...options,
      timeoutSeconds: 0.05,
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    await expect(client.beginSignIn()).rejects.toEqual(
      failed('provider-unreachable', 'OAUTH_TIMEOUT'),
    );
  });

  test('does not speak plain http unless told that it may', async () => {
    const client = createOpenIdClient({ ...options, issuer: 'http://127.0.0.1:9' });
    await expect(client.beginSignIn()).rejects.toEqual(
      failed('provider-unreachable', 'OAUTH_HTTP_REQUEST_FORBIDDEN'),
    );
  });

  test('refuses metadata of another issuer', async () => {
    const client = createOpenIdClient({
      ...options,
      fetch: async () => Response.json({ ...metadata, issuer: 'https://elsewhere.test' }),
    });
    await expect(client.beginSignIn()).rejects.toEqual(failed('provider-unreachable'));
  });
});
