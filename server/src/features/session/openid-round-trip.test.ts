import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { checkAuth, signIn } from '../../../test/sign-in.ts';
import { startTestApp } from '../../../test/test-app.ts';
import { createOpenIdClient, type OpenIdClient } from './openid.ts';
import { startOpenIdProvider } from './testing/openid-provider.ts';

const email = 'asha.rao@campus.test';

describe('the round trip to a real provider', () => {
  let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
  let client: OpenIdClient;

  beforeAll(async () => {
    provider = await startOpenIdProvider('http://127.0.0.1:1/api/auth/google/callback');
    client = createOpenIdClient(provider);
  });
  afterAll(() => provider.close());

  const begin = async () => {
    const { url, transaction } = await client.beginSignIn({ loginHint: email });
    const { url: back } = await new Browser().visit(url, provider.redirectUri);
    return { back, transaction };
  };
  const reason = (failure: string) => expect.objectContaining({ reason: failure });

  test('yields the identity', async () => {
    const { back, transaction } = await begin();
    expect(await client.completeSignIn(back, transaction)).toEqual({
      issuer: provider.issuer,
      subject: email,
      email,
      name: 'Asha Rao',
      hostedDomain: 'campus.test',
    });
  });

  test.each([
    ['another state', { state: 'another' }, {}, 'state-mismatch'],
    ['a code the provider never issued', { code: 'invented' }, {}, 'code-refused'],
    [
      'a response in another issuer’s name',
      { iss: 'https://elsewhere.test' },
      {},
      'issuer-mismatch',
    ],
    ['another nonce', {}, { nonce: 'another' }, 'nonce-mismatch'],
    ['another code verifier', {}, { codeVerifier: 'x'.repeat(43) }, 'code-refused'],
  ])('refuses %s', async (_what, answered, remembered, failure) => {
    const { back, transaction } = await begin();
    for (const [name, value] of Object.entries(answered)) back.searchParams.set(name, value);
    const completed = client.completeSignIn(back, { ...transaction, ...remembered });
    await expect(completed).rejects.toEqual(reason(failure));
  });

  test('refuses a code that was used before', async () => {
    const { back, transaction } = await begin();
    await client.completeSignIn(back, transaction);
    const completed = client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('code-refused'));
  });

  test('refuses a response that names no issuer although this provider always does', async () => {
    const { back, transaction } = await begin();
    back.searchParams.delete('iss');
    await expect(client.completeSignIn(back, transaction)).rejects.toThrow('Sign-in failed');
  });

  test.each([
    ['an account of another hosted domain', { hostedDomain: 'other.test' }, 'wrong-domain'],
    ['a client without the secret', { clientSecret: 'guessed' }, 'exchange-refused'],
  ])('refuses %s', async (_what, options, failure) => {
    const other = createOpenIdClient({ ...provider, ...options });
    const { back, transaction } = await begin();
    const completed = other.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason(failure));
  });
});

test('an application signs people in and has them confirmed at a real provider', async () => {
  let provider: Awaited<ReturnType<typeof startOpenIdProvider>> | undefined;
  const campus = await startTestApp({}, undefined, undefined, async ({ publicUrl }) => {
    provider = await startOpenIdProvider(`${publicUrl}/api/auth/google/callback`);
    return createOpenIdClient(provider);
  });
  const { browser, page, cookie = '' } = await signIn(campus.url, email);
  expect(page).toBe('/login?auth=success');
  expect((await checkAuth(campus.url, { cookie })).body).toMatchObject({ user: { email } });

  const begun = await browser.request(`${campus.url}/api${api.confirmSignIn.path}`);
  const asked = new URL(begun.headers.get('location') ?? '');
  expect(Object.fromEntries(asked.searchParams)).toMatchObject({
    max_age: '900',
    prompt: 'select_account',
    login_hint: email,
  });
  const { url } = await browser.visit(asked.href, `${campus.url}/confirmed`);
  expect(url.search).toBe('?auth=success');
  await campus.close();
  provider?.close();
});
