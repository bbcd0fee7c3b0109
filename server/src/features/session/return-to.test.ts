import { api } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import { sessionCookieName } from '../../../test/sign-in.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';

const front = 'https://front.campus.example';

const campus = testCampus({ CORS_ORIGINS: `${front}, http://127.0.0.1:5173` });

function beginAddress(returnTo: string, email = 'asha@campus.test') {
  return `${campus.url}/api/auth/google?${new URLSearchParams({ login_hint: email, return_to: returnTo })}`;
}

/** Comes back from the provider, up to the callback that has yet to be called. */
async function reachCallback(returnTo: string) {
  const browser = new Browser();
  const { url } = await browser.visit(
    beginAddress(returnTo),
    `${campus.url}/api/auth/google/callback`,
  );
  return { browser, url };
}

describe('a front end on an allowed origin', () => {
  test.each([
    [`${front}/keys`, `${front}/keys?auth=success`],
    [front, `${front}/?auth=success`],
    [
      `${front}/keys?tab=mine&error=locked&reason=x&minutes=3#top`,
      `${front}/keys?tab=mine&auth=success#top`,
    ],
    ['http://127.0.0.1:5173/', 'http://127.0.0.1:5173/?auth=success'],
  ])('gets its person back at %s', async (returnTo, end) => {
    const { browser, url } = await reachCallback(returnTo);
    const answer = await browser.request(url.href);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(end);
    expect(browser.cookiesFor('/').map(({ name }) => name)).toContain(sessionCookieName);
    expect((await browser.request(url.href)).headers.get('location')).toBe('/');
  });

  test('can then ask who came, and call with the token it is given', async () => {
    const { browser, url } = await reachCallback(`${front}/`);
    await browser.request(url.href);
    const cookie = browser.cookiesFor('/').map(({ name, value }) => `${name}=${value}`);
    const get = (path: string, headers: Record<string, string>) =>
      fetch(`${campus.url}/api${path}`, { headers: { origin: front, ...headers } });
    const asked = await get(api.checkAuth.path, { cookie: cookie.join('; ') });
    expect(asked.headers.get('access-control-allow-origin')).toBe(front);
    expect(asked.headers.get('access-control-allow-credentials')).toBe('true');
    const { user, token } = (await asked.json()) as { user: object; token: string };
    expect(user).toMatchObject({ email: 'asha@campus.test' });
    const status = await get(api.registrationStatus.path, { authorization: `Bearer ${token}` });
    expect(status.status).toBe(200);
  });

  test('is told when a sign-in failed', async () => {
    const { browser, url } = await reachCallback(`${front}/keys?tab=mine`);
    const state = url.searchParams.get('state') ?? '';
    url.search = String(new URLSearchParams({ error: 'access_denied', state }));
    const answer = await browser.request(url.href);
    expect(answer.headers.get('location')).toBe(`${front}/keys?tab=mine&error=oauth_failed`);
  });

  test('is told of a lockout, before and after the provider', async () => {
    const { browser, url } = await reachCallback(`${front}/`);
    url.searchParams.set('code', 'made-up');
    await browser.request(url.href);
    await campus.db.query(
      "UPDATE sign_in_failures SET points = 1000, expire = $1 WHERE key LIKE 'browser:%'",
      [Date.now() + 4.5 * 60_000],
    );
    const locked = `${front}/?error=oauth_failed&reason=browser_locked&minutes=5`;
    expect((await browser.request(url.href)).headers.get('location')).toBe(locked);
    const again = await browser.request(beginAddress(`${front}/`));
    expect(again.headers.get('location')).toBe(locked);
    await campus.db.query('DELETE FROM sign_in_failures');
  });
});

test('our own page may be asked for as well', async () => {
  const own = `${campus.url}/dashboard/profile`;
  const { browser, url } = await reachCallback(own);
  expect((await browser.request(url.href)).headers.get('location')).toBe(`${own}?auth=success`);
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/dashboard',
  'dashboard',
  '///evil.example',
  `${front}.evil.example/`,
  `${front}@evil.example/`,
  `${front}:443@evil.example/`,
  `https://someone@${new URL(front).host}/`,
  `https://someone:secret@${new URL(front).host}/`,
  `${front}:8443/`,
  `${front}./`,
  front.replace('https', 'http'),
  front.replace('front.', ''),
  front.replace('https://', 'https:'),
  front.replace('https://', 'https:/'),
  front.replace('https://', 'https:///'),
  front.replace('https://', 'https:\\\\'),
  `https://evil.example\\@${new URL(front).host}/`,
  `${front}\\@evil.example/`,
  `${front}\\.evil.example/`,
  `${front}/a\\b`,
  `\t${front}/`,
  ` ${front}/`,
  `${front}/\r\nset-cookie: a=b`,
  `https://front.campus.exam\tple/`,
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://front.campus.example/x',
  `view-source:${front}/`,
  'null',
  '*',
  `${front}/${'x'.repeat(1000)}`,
  '\u0000',
])('no other address is led to: %j', async (returnTo) => {
  const answer = await fetch(beginAddress(returnTo), { redirect: 'manual' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ success: false, error: { code: 'BAD_INPUT' } });
  expect(answer.headers.get('location')).toBeNull();
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('one address is asked for, not two', async () => {
  const two = `${beginAddress(`${front}/`)}&return_to=${encodeURIComponent(`${front}/b`)}`;
  expect((await fetch(two, { redirect: 'manual' })).status).toBe(400);
});

test('an address cannot be put in place of the one that was checked', async () => {
  const { browser, url } = await reachCallback(`${front}/`);
  url.searchParams.set('return_to', 'https://evil.example/');
  const answer = await browser.request(url.href);
  expect(answer.headers.get('location')).toMatch(`${front}/?`);
});

test('without a page of its own a sign-in returns to the front end that the settings name', async () => {
  const installed = await campusOfTest({ FRONTEND_URL: `${front}/keydesk/` });
  const begin = `${installed.url}/api/auth/google?login_hint=asha%40campus.test`;
  const finish = async (headers: Record<string, string>) => {
    const browser = new Browser(headers);
    const { url } = await browser.visit(begin, `${installed.url}/api/auth/google/callback`);
    return (await browser.request(url.href)).headers.get('location');
  };
  expect(await finish({})).toBe(`${front}/keydesk/login?auth=success`);
  expect(await finish({ 'sec-fetch-site': 'same-site' })).toBe(
    `${front}/keydesk/login?auth=success`,
  );
  expect(await finish({ 'sec-fetch-site': 'same-origin' })).toBe(
    `${installed.url}/login?auth=success`,
  );
  const stray = await fetch(`${installed.url}/api/auth/google/callback?code=x&state=y`, {
    redirect: 'manual',
  });
  expect(stray.headers.get('location')).toBe(`${front}/keydesk/login?error=oauth_failed`);
});
