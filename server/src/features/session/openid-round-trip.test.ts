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

  test('refuses another state', async () => {
    const { back, transaction } = await begin();
    back.searchParams.set('state', 'another');
    const completed = client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('state-mismatch'));
  });

  test('refuses another nonce', async () => {
    const { back, transaction } = await begin();
    const completed = client.completeSignIn(back, { ...transaction, nonce: 'another' });
    await expect(completed).rejects.toEqual(reason('nonce-mismatch'));
  });

  test('refuses another code verifier', async () => {
    const { back, transaction } = await begin();
    const codeVerifier = 'x'.repeat(43);
    const completed = client.completeSignIn(back, { ...transaction, codeVerifier });
    await expect(completed).rejects.toEqual(reason('code-refused'));
  });

  test('refuses a code the provider never issued', async () => {
    const { back, transaction } = await begin();
    back.searchParams.set('code', 'invented');
    const completed = client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('code-refused'));
  });

  test('refuses a code that was used before', async () => {
    const { back, transaction } = await begin();
    await client.completeSignIn(back, transaction);
    const completed = client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('code-refused'));
  });

  test('refuses a response in another issuer’s name', async () => {
    const { back, transaction } = await begin();
    back.searchParams.set('iss', 'https://elsewhere.test');
    const completed = client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('issuer-mismatch'));
  });

  test('refuses a response that names no issuer although this provider always does', async () => {
    const { back, transaction } = await begin();
    back.searchParams.delete('iss');
    await expect(client.completeSignIn(back, transaction)).rejects.toThrow('Sign-in failed');
  });

  test('refuses an account of another hosted domain', async () => {
    const strict = createOpenIdClient({ ...provider, hostedDomain: 'other.test' });
    const { back, transaction } = await begin();
    const completed = strict.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('wrong-domain'));
  });

  test('refuses a client without the secret', async () => {
    const guessing = createOpenIdClient({ ...provider, clientSecret: 'guessed' });
    const { back, transaction } = await begin();
    const completed = guessing.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('exchange-refused'));
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
