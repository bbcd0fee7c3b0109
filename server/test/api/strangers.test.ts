import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { api } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import type { TestApp } from '../test-app.ts';
import { testCampus } from '../test-campus.ts';
import { send } from '../test-client.ts';

const address = 'https://keys.campus.example';

const pro = testCampus({
  KEYDESK_ENV: 'pro',
  PUBLIC_URL: address,
  GOOGLE_CLIENT_ID: 'id',
  GOOGLE_CLIENT_SECRET: 'secret',
  GOOGLE_HOSTED_DOMAIN: 'campus.example',
  SESSION_SECRET: 'x'.repeat(32),
  ADMIN_EMAIL: 'admin@campus.example',
  SECURITY_EMAIL: 'security@campus.example',
  SECURITY_CONTACT: 'safety@campus.example',
});
const local = testCampus();

function get({ url }: TestApp, path: string, headers: Record<string, string> = {}) {
  return fetch(url + path, { headers, redirect: 'manual' });
}

describe('over https', () => {
  const checkWith = async (cookie: string) =>
    (await send(pro.url, api.checkAuth, {}, { cookie })).status;

  test('a session cookie of a subdomain or of a page without TLS proves nothing', async () => {
    const { cookie } = (await pro.person()).secrets;
    expect(await checkWith(`keydesk_session=${cookie}`)).toBe(401);
    expect(await checkWith(`__Host-keydesk_session=${cookie}`)).toBe(200);
  });

  test('the cookie’s name binds browsers to this host, all its paths and TLS', async () => {
    const { headers } = await send(pro.url, api.logout, {}, { origin: address });
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-keydesk_session=;/);
    expect(cookie).toContain('; Path=/;');
    expect(cookie).toContain('; Secure');
    expect(cookie).not.toContain('Domain');
  });
});

test('a page may open live connections to its own address and to no other', async () => {
  const sources = async (campus: TestApp) =>
    /connect-src ([^;]*)/.exec(
      (await get(campus, '/')).headers.get('content-security-policy') ?? '',
    )?.[1];
  expect(await sources(pro)).toBe("'self' wss://keys.campus.example");
  expect(await sources(local)).toBe(`'self' ${local.url.replace('http', 'ws')}`);
});

describe('an address of the API that is written in another way', () => {
  const paths = ['/%61pi/auth/logout', '/ap%69/auth/logout', '/api/%61uth/logout'];

  test.each(paths)('is kept from pages of other sites all the same: %s', async (path) => {
    const headers = { origin: 'https://other.campus.example' };
    const answer = await fetch(local.url + path, { method: 'POST', headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error: { code: 'CROSS_SITE' } });
  });

  test('is kept in no cache either', async () => {
    const answer = await get(local, '/%61pi/config');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a request with two Host headers', () => {
  const ask = async ({ url }: TestApp, path: string) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.end(
      `GET ${path} HTTP/1.1\r\nHost: elsewhere.test\r\nhOST: ${hostname}\r\nConnection: close\r\n\r\n`,
    );
    const answer = await text(socket);
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), answer };
  };

  test.each(['/', '/api/config', '/healthz', '/api/docs/json'])('is refused: %s', async (path) => {
    const { status, answer } = await ask(local, path);
    expect(status).toBe(400);
    expect(answer).toContain('The request names more than one host');
    expect(answer).toContain('"code":"BAD_INPUT"');
  });

  test('opens no live connection', async () => {
    expect((await ask(local, '/socket.io/?EIO=4&transport=polling')).status).toBe(403);
  });
});

describe('whom to write to about a security fault', () => {
  test('is told where the installation names somebody, and until when that holds', async () => {
    const answer = await get(pro, '/.well-known/security.txt');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const [contact, expires = '', ...rest] = (await answer.text()).split('\n');
    expect(contact).toBe('Contact: mailto:safety@campus.example');
    const days = (Date.parse(expires.replace('Expires: ', '')) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
    expect(rest).toEqual([`Canonical: ${address}/.well-known/security.txt`, '']);
  });

  test('is not found where it names nobody', async () => {
    expect((await get(local, '/.well-known/security.txt')).status).toBe(404);
  });
});

describe('the API reference in production', () => {
  const files = ['', '/', '/json', '/yaml', '/static/swagger-ui.css', '/static/index.html'];

  test.each(files)('is closed to whoever is not signed in: /api/docs%s', async (file) => {
    const answer = await get(pro, `/api/docs${file}`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 'NOT_SIGNED_IN' } });
  });

  test.each(files)('is open to whoever is: /api/docs%s', async (file) => {
    const { cookie } = (await pro.person('pending')).secrets;
    const answer = await get(pro, `/api/docs${file}`, {
      cookie: `__Host-keydesk_session=${cookie}`,
    });
    expect(answer.status).toBeLessThan(400);
  });

  test('is open to everybody on a local instance', async () => {
    expect((await get(local, '/api/docs/json')).status).toBe(200);
  });
});
