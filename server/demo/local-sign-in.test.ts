import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../test/browser.ts';
import { insertUser } from '../test/factories/users.ts';
import { checkAuth, sessionCookieName } from '../test/sign-in.ts';
import { campusOfTest, testCampus } from '../test/test-campus.ts';
import { nameFromEmail, subjectOf } from './local-identity.ts';
import { chooserPage, mailListPage, parseAddress } from './local-sign-in-pages.ts';

const campus = testCampus();
beforeAll(async () => {
  await insertUser(campus.db, { email: 'ada@campus.test', name: 'Ada Admin', role: 'admin' });
});

async function openChooser(browser: Browser, query: Record<string, string> = {}) {
  const begin = `${campus.url}/api/auth/google?${new URLSearchParams(query)}`;
  const { url, response } = await browser.visit(begin, `${campus.url}/login`);
  return { address: url.href, response, text: (await response?.text()) ?? '' };
}

/** Who is signed in after this form was sent. */
async function signInWith(form: Record<string, string>) {
  const browser = new Browser();
  const { address } = await openChooser(browser);
  const { url } = await browser.visit(address, `${campus.url}/login`, form);
  expect(url.search).toBe('?auth=success');
  const cookie = browser.cookiesFor('/').find(({ name }) => name === sessionCookieName)?.value;
  return (await checkAuth(campus.url, { cookie: cookie ?? '' })).body.user;
}

describe('the account chooser', () => {
  test('offers accounts by name, address and role', async () => {
    const { text } = await openChooser(new Browser());
    for (const shown of ['Ada Admin', 'ada@<wbr>campus.test', 'Admin', 'Another address'])
      expect(text).toContain(shown);
  });

  test('signs a chosen account in, under the name it has', async () => {
    const user = await signInWith({ email: 'ADA@campus.test', name: 'Somebody Else' });
    expect(user).toMatchObject({ email: 'ada@campus.test', name: 'Ada Admin', role: 'admin' });
  });

  test('makes a typed address a new person, with the typed name or one of its own', async () => {
    const form = { email: ' New.Person@Campus.Test ', name: 'Noor Person' };
    const typed = { email: 'new.person@campus.test', name: 'Noor Person', role: 'pending' };
    expect(await signInWith(form)).toMatchObject(typed);
    expect(await signInWith({ email: 'meera.k@campus.test', name: '' })).toMatchObject({
      name: 'Meera K',
    });
  });

  test('refuses a bad address in words, and what was typed is still there', async () => {
    const browser = new Browser();
    const { address } = await openChooser(browser);
    const refused = await browser.request(address, { email: 'asha@', name: 'Asha "Rao" <x>' });
    const text = await refused.text();
    expect(refused.status).toBe(422);
    expect(text).toContain('This is not a complete e-mail address');
    expect(text).toContain('value="asha@"');
    expect(text).toContain('value="Asha &quot;Rao&quot; &lt;x&gt;"');
  });

  test('shows a bad login hint as a form to correct', async () => {
    const { text } = await openChooser(new Browser(), { login_hint: 'not an address' });
    expect(text).toContain('value="not an address"');
    expect(text).toContain('This is not a complete e-mail address');
  });

  test('can run no script, is framed by nobody, and its stylesheet is there', async () => {
    const { response, text } = await openChooser(new Browser());
    const policy = response?.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(/<script|style=|<style| on\w+=/);
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? '';
    const sheet = await fetch(campus.url + href);
    expect(sheet.headers.get('content-type')).toContain('text/css');
    expect(await sheet.text()).toContain('--accent');
  });
});

describe('no session comes of', () => {
  test('a form that another site sends', async () => {
    const browser = new Browser({ origin: 'https://evil.example' });
    const { address } = await openChooser(new Browser());
    const answer = await browser.request(address, { email: 'ada@campus.test' });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('location')).toBeNull();
  });

  test('a form in a browser that did not begin the sign-in', async () => {
    const { address } = await openChooser(new Browser());
    const stranger = new Browser();
    const { url } = await stranger.visit(address, `${campus.url}/login`, {
      email: 'ada@campus.test',
    });
    expect(url.search).toBe('?error=oauth_failed');
    expect(stranger.cookiesFor('/').map(({ name }) => name)).not.toContain(sessionCookieName);
  });

  test('the page by itself', async () => {
    const answer = await new Browser().request(`${campus.url}/local-identity`);
    expect(answer.headers.get('location')).toBe('/login');
  });
});

test('where a provider is set up there is no chooser, on this machine either', async () => {
  const installed = await campusOfTest({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' });
  const form = { method: 'POST', body: new URLSearchParams({ email: 'ada@campus.test' }) };
  for (const path of ['', '/', '/mails', '?state=x'])
    for (const asked of [{}, { ...form, headers: { origin: installed.url } }]) {
      const answer = await fetch(`${installed.url}/local-identity${path}`, asked);
      expect(answer.status).toBe(404);
    }
});

test('the mails that a trial wrote are listed, with what they contain as text', () => {
  const page = mailListPage(
    [{ file: 'a.eml', to: 'Asha <asha@campus.test>', subject: 'A & b', date: 'today' }],
    'Keydesk',
  );
  expect(page).toContain('href="/local-identity/mails/a.eml"');
  expect(page).toContain('A &amp; b');
  expect(page).toContain('Asha &lt;asha@campus.test&gt;');
  expect(mailListPage([], 'Keydesk')).toContain('No emails yet.');
});

describe('the chooser page', () => {
  function accounts(count: number) {
    return Array.from({ length: count }, (_, index) => ({
      email: `person${index}@campus.test`,
      name: `Person ${index}`,
      role: 'Faculty',
    }));
  }

  test('holds many accounts, most of them behind a disclosure', () => {
    const text = chooserPage({ productName: 'Keydesk', accounts: accounts(40) });
    expect(text).toContain('Show 34 more');
    expect(text.match(/class="account"/g)).toHaveLength(40);
    expect(chooserPage({ productName: 'Keydesk', accounts: accounts(6) })).not.toContain(
      '<details',
    );
    expect(chooserPage({ productName: 'Keydesk', accounts: [] })).toContain('Another address');
  });

  test('takes names and products as text, never as markup', () => {
    const evil = '<img src=x onerror=alert(1)>"';
    const text = chooserPage({
      productName: evil,
      accounts: [{ email: evil, name: evil, role: evil }],
      typed: { email: evil, name: evil },
    });
    expect(text).not.toContain('<img');
    expect(text).not.toContain('onerror=alert(1)>"');
  });
});

test.each([
  ['', 'Enter an e-mail address.'],
  ['asha', 'This is not a complete e-mail address. It should look like name@campus.test.'],
  ['asha@campus', 'This is not a complete e-mail address. It should look like name@campus.test.'],
  [`${'a'.repeat(250)}@x.test`, 'An e-mail address has at most 254 characters.'],
])('the address "%s" is refused in words', (email, fault) => {
  expect(parseAddress({ email, name: '' })).toEqual({ ok: false, faults: { email: fault } });
});

test('an endless name is refused next to its field', () => {
  const verdict = parseAddress({ email: 'a@campus.test', name: 'x'.repeat(121) });
  expect(verdict).toEqual({ ok: false, faults: { name: 'A name has at most 120 characters.' } });
});

test.each([
  ['asha.rao@x', 'Asha Rao'],
  ['meera_k-s@campus.test', 'Meera K S'],
  ['new.faculty+keys@campus.test', 'New Faculty'],
  ['admin@campus.test', 'Admin'],
  ['...@campus.test', '...'],
])('%s is named %s', (email, name) => {
  expect(nameFromEmail(email)).toBe(name);
});

test('a subject tells addresses apart and shows none of them', () => {
  expect(subjectOf('a@campus.test')).toMatch(/^[0-9a-f]{32}$/);
  expect(subjectOf('a@campus.test')).not.toBe(subjectOf('b@campus.test'));
});
