import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { Browser } from '../../../test/browser.ts';
import { insertUser } from '../../../test/factories/users.ts';
import { checkAuth, reachCallback, sessionCookieName, signIn } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents, sessions, users } from '../../db/schema.ts';

const campus = testCampus();

async function countSessions() {
  return (await campus.db.orm.select().from(sessions)).length;
}

async function personAt(email: string) {
  const [row] = await campus.db.orm.select().from(users).where(eq(users.email, email));
  return row;
}

describe('signing in', () => {
  test('ends at the login page with a session whose cookie scripts cannot read', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    const answer = await browser.request(url.href);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/login?auth=success');
    const [cookie] = answer.headers.getSetCookie().filter((c) => c.startsWith(sessionCookieName));
    expect(cookie).toMatch(/^keydesk_session=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; /);
    expect(cookie).toContain('SameSite=Lax');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('keeps no secret of the session in the database', async () => {
    const { cookie } = await signIn(campus.url, 'asha@campus.test');
    const { rows } = await campus.db.query<{ stored: string }>(
      'SELECT s::text AS stored FROM sessions s',
    );
    const secrets = [cookie ?? '', Buffer.from(cookie ?? '').toString('hex')];
    for (const { stored } of rows)
      for (const secret of secrets) expect(stored).not.toContain(secret);
    expect(rows.length).toBeGreaterThan(0);
  });

  test('lets check-auth answer with the person and the token of the session', async () => {
    const { cookie = '' } = await signIn(campus.url, 'asha@campus.test');
    const { status, body } = await checkAuth(campus.url, { cookie });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, user: { email: 'asha@campus.test' } });
    const bearer = String(body.token);
    expect(bearer).not.toBe(cookie);
    expect((await checkAuth(campus.url, { cookie, bearer })).body).toEqual(body);
    expect((await checkAuth(campus.url, { bearer })).body).toEqual(body);
  });

  test.each(['127.0.0.1', 'localhost'])('works and stays at %s', async (host) => {
    const base = campus.url.replace('127.0.0.1', host);
    const { page, cookie = '' } = await signIn(base, 'asha@campus.test');
    expect(page).toBe('/login?auth=success');
    expect((await checkAuth(base, { cookie })).status).toBe(200);
  });

  test('makes an unknown address a new pending person, once', async () => {
    const first = await signIn(campus.url, 'new.person@campus.test');
    expect((await checkAuth(campus.url, { cookie: first.cookie ?? '' })).body.user).toMatchObject({
      email: 'new.person@campus.test',
      role: 'pending',
      department: null,
      facultyId: null,
      isVerified: true,
    });
    await signIn(campus.url, 'NEW.person@campus.test');
    const rows = await campus.db.orm.select().from(users);
    expect(rows.filter(({ email }) => /new\.person/i.test(email))).toHaveLength(1);
  });

  test('recognises somebody who is known, with the role they have', async () => {
    const known = await insertUser(campus.db, { role: 'security', email: 'gate@campus.test' });
    const { cookie = '' } = await signIn(campus.url, 'gate@campus.test');
    const { body } = await checkAuth(campus.url, { cookie });
    expect(body.user).toMatchObject({ id: known.id, role: 'security', name: known.name });
    expect((await personAt('gate@campus.test'))?.lastLogin).not.toBeNull();
  });

  test('leads home when the answer is loaded again', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    await browser.request(url.href);
    const [session] = browser.cookiesFor('/');
    const before = await countSessions();
    expect((await browser.request(url.href)).headers.get('location')).toBe('/');
    expect(browser.cookiesFor('/')).toContainEqual(session);
    expect(await countSessions()).toBe(before);
  });

  test('goes on after an answer to another sign-in', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    await browser.request(`${campus.url}/api/auth/google/callback?code=x&state=y`);
    expect((await browser.request(url.href)).headers.get('location')).toBe('/login?auth=success');
  });

  test('is written in the audit trail', async () => {
    await signIn(campus.url, 'asha@campus.test');
    const asha = await personAt('asha@campus.test');
    const events = await listAuditEvents(campus.db, eq(auditEvents.subjectId, asha?.id ?? ''));
    expect(events.at(-1)).toMatchObject({ action: 'sign-in', actorId: asha?.id });
  });
});

describe('no session comes of', () => {
  const refuse = async (browser: Browser, address: string) => {
    const before = await countSessions();
    const answer = await browser.request(address);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/login?error=oauth_failed');
    expect(browser.cookiesFor('/').map(({ name }) => name)).not.toContain(sessionCookieName);
    expect(await countSessions()).toBe(before);
  };

  test('an answer with another state', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    url.searchParams.set('state', 'tampered');
    await refuse(browser, url.href);
  });

  test('an answer in a browser that did not begin the sign-in', async () => {
    const { url } = await reachCallback(campus.url, 'asha@campus.test');
    await refuse(new Browser(), url.href);
  });

  test('an answer that another browser began', async () => {
    const theirs = await reachCallback(campus.url, 'asha@campus.test');
    const mine = await reachCallback(campus.url, 'ravi@campus.test');
    await refuse(mine.browser, theirs.url.href);
  });

  test('an answer that was used before', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    await browser.request(url.href);
    browser.forgetCookies();
    await refuse(browser, url.href);
  });

  test('an error of the provider', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    const state = url.searchParams.get('state') ?? '';
    url.search = String(new URLSearchParams({ error: 'access_denied', state }));
    await refuse(browser, url.href);
  });

  test.each(['', '?code=', '?state=a&state=b&code=c', '?code=%00'])(
    'a callback address made up by hand: %j',
    async (search) => {
      await refuse(new Browser(), `${campus.url}/api/auth/google/callback${search}`);
    },
  );
});

test('no page can be chosen to which the sign-in leads', async () => {
  const evil = `${campus.url}/api/auth/google?${new URLSearchParams({
    login_hint: 'asha@campus.test',
    redirect_uri: 'https://evil.test',
  })}`;
  expect((await new Browser().request(evil)).status).toBe(400);
});
