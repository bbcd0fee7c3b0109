import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inProcessFetch } from '@keydesk/local-identity';
import { subjectOf } from '@keydesk/local-identity/directory';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { createOpenIdClient } from './openid-client.ts';
import { type LocalApp, startLocalApp } from './testing/local-app.ts';

let local: LocalApp;
const printed = (['warn', 'info', 'error'] as const).map((method) => vi.spyOn(console, method));

beforeAll(async () => {
  local = await startLocalApp();
});
afterAll(async () => {
  await local.app.close();
  for (const method of printed) method.mockRestore();
});

async function openChooser(browser: Browser) {
  const begun = await local.client.beginSignIn();
  const chooser = await browser.visit(begun.url, local.redirectUri);
  const text = (await chooser.response?.text()) ?? '';
  return { ...begun, address: chooser.url.href, text, response: chooser.response };
}

async function signIn(browser: Browser, form: Record<string, string>) {
  const { address, transaction } = await openChooser(browser);
  const back = await browser.visit(address, local.redirectUri, form);
  return local.client.completeSignIn(back.url, transaction);
}

async function signInByHint(browser: Browser, loginHint: string) {
  const { url, transaction } = await local.client.beginSignIn({ loginHint });
  const back = await browser.visit(url, local.redirectUri);
  return { back, identity: await local.client.completeSignIn(back.url, transaction) };
}

describe('signing in', () => {
  test('the chooser offers every account by name, address and role', async () => {
    const { text } = await openChooser(new Browser());
    for (const shown of [
      'Ada Admin',
      'admin@<wbr>campus.test',
      'Admin',
      'Dr Asha Rao',
      'Faculty',
    ]) {
      expect(text).toContain(shown);
    }
  });

  test('a chosen account signs in under its listed name', async () => {
    const identity = await signIn(new Browser(), { email: 'asha.rao@campus.test' });
    expect(identity).toEqual({
      issuer: `${local.publicUrl}/local-identity`,
      subject: subjectOf('asha.rao@campus.test'),
      email: 'asha.rao@campus.test',
      name: 'Dr Asha Rao',
      hostedDomain: 'campus.test',
    });
  });

  test('a typed address signs in with the typed name', async () => {
    const form = { email: ' New.Person@Campus.Test ', name: 'Noor Person' };
    const identity = await signIn(new Browser(), form);
    expect(identity).toMatchObject({ email: 'new.person@campus.test', name: 'Noor Person' });
  });

  test('a typed address without a name is named after itself', async () => {
    const identity = await signIn(new Browser(), { email: 'meera.k@campus.test', name: '' });
    expect(identity.name).toBe('Meera K');
  });

  test('a login hint signs in at once, without a page', async () => {
    const { identity } = await signInByHint(new Browser(), 'admin@campus.test');
    expect(identity).toMatchObject({ email: 'admin@campus.test', name: 'Ada Admin' });
  });

  test('the same address is the same subject every time', async () => {
    const first = await signInByHint(new Browser(), 'admin@campus.test');
    const second = await signIn(new Browser(), { email: 'ADMIN@campus.test' });
    expect(second.subject).toBe(first.identity.subject);
  });

  test('two people share one browser, and each is asked', async () => {
    const browser = new Browser();
    const first = await signIn(browser, { email: 'admin@campus.test' });
    const { text } = await openChooser(browser);
    expect(text).toContain('Choose an account');
    const second = await signIn(browser, { email: 'asha.rao@campus.test' });
    const third = await signInByHint(browser, 'third@campus.test');
    expect([first.email, second.email, third.identity.email]).toEqual([
      'admin@campus.test',
      'asha.rao@campus.test',
      'third@campus.test',
    ]);
  });

  test('two sign-ins may be open in two tabs at once', async () => {
    const browser = new Browser();
    const one = await openChooser(browser);
    const two = await openChooser(browser);
    const backOne = await browser.visit(one.address, local.redirectUri, { email: 'a@campus.test' });
    const backTwo = await browser.visit(two.address, local.redirectUri, { email: 'b@campus.test' });
    const identities = [
      await local.client.completeSignIn(backOne.url, one.transaction),
      await local.client.completeSignIn(backTwo.url, two.transaction),
    ];
    expect(identities.map(({ email }) => email)).toEqual(['a@campus.test', 'b@campus.test']);
  });

  test('the provider keeps no session and no name of the application among its cookies', async () => {
    const browser = new Browser();
    await signIn(browser, { email: 'admin@campus.test' });
    const names = browser.cookiesFor('/local-identity/interaction/').map(({ name }) => name);
    expect(names.filter((name) => !/^local_identity_(interaction|resume)/.test(name))).toEqual([]);
  });

  test('the client may reach the provider inside its own process', async () => {
    const client = createOpenIdClient({ ...local.clientOptions, fetch: inProcessFetch(local.app) });
    const { url, transaction } = await client.beginSignIn({ loginHint: 'admin@campus.test' });
    const back = await new Browser().visit(url, local.redirectUri);
    const identity = await client.completeSignIn(back.url, transaction);
    expect(identity.email).toBe('admin@campus.test');
  });
});

describe('the chooser page', () => {
  test('a bad address is refused in words, and what was typed is still there', async () => {
    const browser = new Browser();
    const { address } = await openChooser(browser);
    const form = { email: 'asha@', name: 'Asha "Rao" <x>' };
    const refused = await browser.request(address, form);
    const text = await refused.text();
    expect(refused.status).toBe(422);
    expect(text).toContain('This is not a complete e-mail address');
    expect(text).toContain('value="asha@"');
    expect(text).toContain('value="Asha &quot;Rao&quot; &lt;x&gt;"');
    const back = await browser.visit(address, local.redirectUri, { ...form, email: 'asha@x.test' });
    expect(back.url.searchParams.has('code')).toBe(true);
  });

  test('a bad login hint becomes a form to correct', async () => {
    const { url } = await local.client.beginSignIn({ loginHint: 'not an address' });
    const { response } = await new Browser().visit(url, local.redirectUri);
    const text = await response?.text();
    expect(text).toContain('value="not an address"');
    expect(text).toContain('This is not a complete e-mail address');
  });

  test('no script can run in it and nobody can frame it', async () => {
    const { response, text } = await openChooser(new Browser());
    expect(response?.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response?.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(/<script|style=|<style| on\w+=/);
  });

  test('its stylesheet is served from the address it names', async () => {
    const { text } = await openChooser(new Browser());
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';
    const sheet = await fetch(local.publicUrl + href);
    expect(sheet.headers.get('content-type')).toContain('text/css');
    expect(await sheet.text()).toContain('--accent');
  });

  test('opened without its cookie it says that the sign-in has ended, with a way back', async () => {
    const browser = new Browser();
    const { address } = await openChooser(browser);
    browser.forgetCookies();
    const response = await browser.request(address);
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain('This sign-in has ended');
    expect(text).toContain('href="/login"');
  });

  test('a finished sign-in cannot be taken up again', async () => {
    const browser = new Browser();
    const { address } = await openChooser(browser);
    await browser.visit(address, local.redirectUri, { email: 'admin@campus.test' });
    const response = await browser.request(address, { email: 'asha.rao@campus.test' });
    expect(await response.text()).toContain('This sign-in has ended');
  });

  test('a request the provider cannot accept gets a friendly page as well', async () => {
    const { url } = await local.client.beginSignIn();
    const foreign = url.replace('client_id=keydesk', 'client_id=stranger');
    const { response } = await new Browser().visit(foreign, local.redirectUri);
    const text = await response?.text();
    expect(text).toContain('Sign-in could not continue');
    expect(text).toContain('href="/login"');
  });
});

describe('the round trip refuses', () => {
  const begin = async () => {
    const { url, transaction } = await local.client.beginSignIn({
      loginHint: 'admin@campus.test',
    });
    const { url: back } = await new Browser().visit(url, local.redirectUri);
    return { back, transaction };
  };
  const reason = (failure: string) => expect.objectContaining({ reason: failure });

  test('another state', async () => {
    const { back, transaction } = await begin();
    back.searchParams.set('state', 'another');
    const completed = local.client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('state-mismatch'));
  });

  test('another nonce', async () => {
    const { back, transaction } = await begin();
    const completed = local.client.completeSignIn(back, { ...transaction, nonce: 'another' });
    await expect(completed).rejects.toEqual(reason('nonce-mismatch'));
  });

  test('another code verifier', async () => {
    const { back, transaction } = await begin();
    const codeVerifier = 'x'.repeat(43);
    const completed = local.client.completeSignIn(back, { ...transaction, codeVerifier });
    await expect(completed).rejects.toEqual(reason('code-refused'));
  });

  test('a code the provider never issued', async () => {
    const { back, transaction } = await begin();
    back.searchParams.set('code', 'invented');
    const completed = local.client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('code-refused'));
  });

  test('a code that was used before', async () => {
    const { back, transaction } = await begin();
    await local.client.completeSignIn(back, transaction);
    const completed = local.client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('code-refused'));
  });

  test('a response in another issuer’s name', async () => {
    const { back, transaction } = await begin();
    back.searchParams.set('iss', 'https://elsewhere.test');
    const completed = local.client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('issuer-mismatch'));
  });

  test('a response that names no issuer although this provider always does', async () => {
    const { back, transaction } = await begin();
    back.searchParams.delete('iss');
    await expect(local.client.completeSignIn(back, transaction)).rejects.toThrow('Sign-in failed');
  });

  test('an account of another hosted domain', async () => {
    const client = createOpenIdClient({ ...local.clientOptions, hostedDomain: 'other.test' });
    const { back, transaction } = await begin();
    const completed = client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('wrong-domain'));
  });

  test('a client without the secret', async () => {
    const client = createOpenIdClient({ ...local.clientOptions, clientSecret: 'guessed' });
    const { back, transaction } = await begin();
    const completed = client.completeSignIn(back, transaction);
    await expect(completed).rejects.toEqual(reason('exchange-refused'));
  });
});

test('loading the provider prints nothing', async () => {
  const provider = fileURLToPath(import.meta.resolve('@keydesk/local-identity/local-provider'));
  // In this process another test may have loaded it before.
  const written = await promisify(execFile)(process.execPath, ['--import', 'tsx', provider]);
  expect(written).toEqual({ stdout: '', stderr: '' });
});

test('starting the provider and signing in print nothing', async () => {
  await signIn(new Browser(), { email: 'admin@campus.test' });
  for (const method of printed) expect(method).not.toHaveBeenCalled();
});
