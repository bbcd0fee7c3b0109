import { api } from '@keydesk/shared/api';
import { inArray } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { relaxedSettings } from '../../../test/relaxed-limits.ts';
import { reachCallback, sessionCookieName } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents } from '../../db/schema.ts';

let last = 0;
let address: string;

const campus = testCampus({ SIGN_IN_DOMAINS: 'campus.test', DEMO_SIGN_IN: 'open' });
const second = campus.secondProcess();
beforeAll(async () => {
  const admin = await campus.person('admin');
  const rateLimiting = { ...relaxedSettings.rateLimiting, loginAttempts: 3, lockoutDuration: 5 };
  await admin.get(api.putSecuritySettings, { body: { ...relaxedSettings, rateLimiting } });
  await vi.waitFor(async () => {
    const visitor = {};
    await failAt(second, 3, newAddress(), visitor);
    expect(await isLocked(second, address, visitor)).toBe(true);
  }, 60_000);
});

function newAddress() {
  last += 1;
  return `198.51.100.${last}`;
}

beforeEach(async () => {
  address = newAddress();
  await campus.db.query('DELETE FROM sign_in_failures');
});

type Headers = Record<string, string>;

function get(at: { url: string }, path: string, from: string, headers: Headers = {}) {
  return fetch(`${at.url}/api/auth/google${path}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': from, ...headers },
  });
}

/** A browser that keeps its sign-in cookie. */
type Visitor = { cookie?: string };

/** Begins a sign-in; returns how to answer it. */
async function begin(at: { url: string }, from = address, visitor: Visitor = {}) {
  const begun = await get(at, '', from, visitor.cookie ? { cookie: visitor.cookie } : {});
  const provider = new URL(begun.headers.get('location') ?? '');
  const cookie = begun.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  visitor.cookie = cookie;
  const state = provider.searchParams.get('state') ?? '';
  const iss = `${provider.origin}/local-identity`;
  const answer = (given: Record<string, string>, sent: Headers = { cookie }) =>
    get(at, `/callback?${new URLSearchParams({ state, iss, ...given })}`, from, sent);
  return { answer };
}

/** Answers sign-ins with codes that the provider did not issue: of one browser, if it is given. */
async function failAt(at: { url: string }, times: number, from = address, visitor?: Visitor) {
  for (let attempt = 0; attempt < times; attempt += 1) {
    const { answer } = await begin(at, from, visitor);
    expect((await answer({ code: 'x' })).headers.get('location')).toBe('/login?error=oauth_failed');
  }
}

/** Whether the beginning of a sign-in is refused. */
async function isLocked(at: { url: string }, from = address, { cookie }: Visitor = {}) {
  const begun = await get(at, '', from, cookie ? { cookie } : {});
  return (
    begun.headers.get('location') === '/login?error=oauth_failed&reason=browser_locked&minutes=5'
  );
}

/** As if so many forged answers had come from this network, each of a browser of its own. */
async function countInNetwork(failures: number, from = address) {
  await campus.db.query('INSERT INTO sign_in_failures (key, points, expire) VALUES ($1, $2, $3)', [
    from,
    failures,
    Date.now() + 4.5 * 60_000,
  ]);
}

const networkLimit = 60;

describe('nobody is locked out by', () => {
  test('strangers in their network, who answer sign-ins of browsers of their own', async () => {
    await failAt(campus, 8);
    for (const at of [campus, second]) expect(await isLocked(at)).toBe(false);
  });

  const strangers = (at: { url: string }) => get(at, '/callback?code=x&state=y', address);
  const visitor: Visitor = {};
  const cancelled = async () =>
    (await begin(campus, address, visitor)).answer({ error: 'access_denied' });
  const mixedUp = async () =>
    (await begin(campus, address, visitor)).answer({ code: 'x', state: 'of-another-tab' });
  const foreignSeal = async () =>
    (await begin(campus)).answer({ code: 'x' }, { cookie: 'keydesk_sign_in=made-up' });

  test.each([
    ['answers to no sign-in, as any page on the web can send them', () => strangers(campus)],
    ['people who cancel', cancelled],
    ['an answer to the sign-in of another tab', mixedUp],
    ['a sign-in cookie that is not ours', foreignSeal],
  ])('%s', async (_who, send) => {
    for (let time = 0; time < 4; time += 1)
      expect((await send()).headers.get('location')).toBe('/login?error=oauth_failed');
    for (const at of [campus, second]) expect(await isLocked(at, address, visitor)).toBe(false);
  });

  test('the answer to one sign-in, however often it is sent and to which process', async () => {
    const reloading: Visitor = {};
    const { answer } = await begin(campus, address, reloading);
    for (let time = 0; time < 4; time += 1) await answer({ code: 'x' });
    expect(await isLocked(campus, address, reloading)).toBe(false);
  });

  test('people with an account of another domain, who are told so', async () => {
    for (let time = 0; time < 4; time += 1) {
      const { browser, url } = await reachCallback(campus.url, 'somebody@elsewhere.example');
      const answer = await browser.request(url.href);
      expect(answer.headers.get('location')).toBe('/login?error=oauth_failed&reason=wrong_domain');
      expect(browser.cookiesFor('/').map(({ name }) => name)).not.toContain(sessionCookieName);
    }
    const { rows } = await campus.db.query('SELECT id FROM users WHERE email ~ $1', ['elsewhere']);
    expect(rows).toEqual([]);
    expect(await isLocked(campus, '127.0.0.1')).toBe(false);
  });

  test('reloads of a sign-in that succeeded, even if the browser kept its cookie', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    const cookies = browser.cookiesFor(url.pathname);
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const reload = () => fetch(url, { redirect: 'manual', headers: { cookie } });
    expect((await reload()).headers.get('location')).toBe('/login?auth=success');
    for (let time = 0; time < 4; time += 1)
      expect((await reload()).headers.get('location')).toBe('/login?error=oauth_failed');
    expect(await isLocked(campus, '127.0.0.1')).toBe(false);
  });
});

describe('a browser in which sign-ins fail', () => {
  test('is locked out after as many as the settings say, at both processes, and nobody else', async () => {
    const visitor: Visitor = {};
    await failAt(campus, 1, address, visitor);
    await failAt(second, 1, address, visitor);
    expect(await isLocked(campus, address, visitor)).toBe(false);
    await begin(campus, address, visitor);
    await failAt(campus, 1, address, visitor);
    for (const at of [campus, second]) expect(await isLocked(at, address, visitor)).toBe(true);
    expect(await isLocked(campus)).toBe(false);
    // It stays so in another network.
    expect(await isLocked(campus, newAddress(), visitor)).toBe(true);
  });

  test('is let in again when the lockout is over', async () => {
    const visitor: Visitor = {};
    await failAt(campus, 3, address, visitor);
    expect(await isLocked(campus, address, visitor)).toBe(true);
    await campus.db.query('UPDATE sign_in_failures SET expire = 1');
    expect(await isLocked(campus, address, visitor)).toBe(false);
    await failAt(campus, 1, address, visitor);
    expect(await isLocked(campus, address, visitor)).toBe(false);
  });

  test('begins anew after a sign-in that succeeds', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    const [seal] = browser.cookiesFor(url.pathname);
    const visitor: Visitor = { cookie: `${seal?.name}=${seal?.value}` };
    await failAt(campus, 2, '127.0.0.1', visitor);
    const answer = await browser.request(url.href);
    expect(answer.headers.get('location')).toBe('/login?auth=success');
    await failAt(campus, 2, '127.0.0.1', visitor);
    expect(await isLocked(campus, '127.0.0.1', visitor)).toBe(false);
  });

  test('is let in by the answer of the provider to a sign-in that began before', async () => {
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    const [seal] = browser.cookiesFor(url.pathname);
    const visitor: Visitor = { cookie: `${seal?.name}=${seal?.value}` };
    await failAt(campus, 3, '127.0.0.1', visitor);
    expect(await isLocked(campus, '127.0.0.1', visitor)).toBe(true);
    const answer = await browser.request(url.href);
    expect(answer.headers.get('location')).toBe('/login?auth=success');
    expect(browser.cookiesFor('/').map(({ name }) => name)).toContain(sessionCookieName);
  });

  test('is told how long to wait: by a header, and programs in JSON', async () => {
    const visitor: Visitor = {};
    const { answer } = await begin(campus, address, visitor);
    const first = { ...visitor };
    await answer({ code: 'x' });
    await failAt(campus, 2, address, visitor);
    const page = await get(campus, '', address, { cookie: visitor.cookie ?? '' });
    expect(page.status).toBe(302);
    const seconds = Number(page.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(4 * 60);
    expect(seconds).toBeLessThanOrEqual(5 * 60);
    const headers = { accept: 'application/json', cookie: first.cookie ?? '' };
    for (const refused of [await get(campus, '', address, headers), await answer({}, headers)]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.json()).toMatchObject({
        success: false,
        message: 'Too many failed sign-ins in this browser. Try again in 5 minutes.',
        error: { code: 'SIGN_IN_LOCKED' },
      });
    }
  });
});

/** What the audit trail has of failed sign-ins from this network. */
async function auditOf(network: string) {
  const events = await listAuditEvents(
    campus.db,
    inArray(auditEvents.action, ['sign-in-failed', 'sign-ins-slowed-down', 'sign-in-locked-out']),
  );
  return events
    .filter(({ details }) => (details as { network: string }).network === network)
    .map(({ action, level }) => `${level} ${action}`)
    .sort();
}

describe('a network from which sign-ins fail', () => {
  test('locks nobody out, however many fail', async () => {
    await countInNetwork(10_000, '127.0.0.1');
    const { browser, url } = await reachCallback(campus.url, 'asha@campus.test');
    const forged = Promise.all(
      Array.from({ length: 40 }, async (_, nth) => {
        const { answer } = await begin(nth % 2 === 0 ? campus : second, '127.0.0.1');
        return (await answer({ code: 'x' })).headers.get('location');
      }),
    );
    const answer = await browser.request(url.href);
    expect(answer.headers.get('location')).toBe('/login?auth=success');
    expect(new Set(await forged)).toEqual(new Set(['/login?error=oauth_failed']));
    for (const at of [campus, second]) expect(await isLocked(at, '127.0.0.1')).toBe(false);
  });

  test('is answered later beyond twenty times the setting, and fills no audit trail', async () => {
    await countInNetwork(networkLimit - 1);
    await failAt(campus, 1);
    const before = ['WARN sign-in-failed', 'WARN sign-ins-slowed-down'];
    expect(await auditOf(address)).toEqual(before);
    const { answer } = await begin(second);
    const asked = performance.now();
    await answer({ code: 'x' });
    // A timer is never early, so this holds at any speed.
    expect(performance.now() - asked).toBeGreaterThan(1_900);
    expect(await auditOf(address)).toEqual(before);
  });

  test('is counted exactly when they fail at the same time at two processes', async () => {
    await countInNetwork(networkLimit - 3);
    const begun = await Promise.all(
      [campus, second, campus, second, campus].map((at) => begin(at)),
    );
    await Promise.all(begun.map(({ answer }) => answer({ code: 'x' })));
    expect(await auditOf(address)).toEqual([
      ...Array.from({ length: 3 }, () => 'WARN sign-in-failed'),
      'WARN sign-ins-slowed-down',
    ]);
  });
});
