import { api } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../test-app.ts';
import { testCampus } from '../test-campus.ts';

const campus = testCampus();

function get(path: string, init: RequestInit = {}) {
  return fetch(campus.url + path, { redirect: 'manual', ...init });
}

describe('an unknown address below /api', () => {
  test.each([
    '/api/nothing',
    '/api/KEYS',
    '/api/',
    '/api',
    '/api/keys/a/b/c',
    '/assets/nothing.js',
  ])('%s is answered as one, in JSON', async (path) => {
    const answer = await get(path, { headers: { accept: 'text/html' } });
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(await answer.json()).toMatchObject({ success: false });
    expect(answer.status).toBe(404);
  });

  test('is no page for other methods either', async () => {
    const answer = await get('/api/nothing', { method: 'DELETE', headers: { origin: campus.url } });
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 404,
      body: { success: false, message: 'Not found', error: { code: 'NOT_FOUND' } },
    });
  });
});

test.each(['/api/keys/%zz', '/api/%E0%A4%A', `/api/keys/${'0'.repeat(241)}`, '/%c0%ae/passwd'])(
  'an address that cannot be read is refused in the form of every refusal: %s',
  async (path) => {
    const answer = await get(path);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 400,
      body: {
        success: false,
        message: 'The request could not be read',
        error: { code: 'BAD_INPUT', params: { issue: 'The request could not be read' } },
      },
    });
  },
);

describe('every answer', () => {
  const addresses = [
    '/',
    '/login',
    '/healthz',
    '/api/config',
    '/api/keys',
    '/api/nothing',
    '/api/auth/google',
    '/api/docs',
    '/api/docs/json',
  ];

  test.each(addresses)('carries the security headers: %s', async (path) => {
    const { headers } = await get(path);
    const policy = headers.get('content-security-policy');
    for (const rule of ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'"])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  test.each(addresses.filter((path) => path.startsWith('/api/')))(
    'of the API is stored nowhere: %s',
    async (path) => {
      expect((await get(path)).headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('in production', () => {
  const pro = {
    KEYDESK_ENV: 'pro',
    PUBLIC_URL: 'https://keys.campus.example',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    SESSION_SECRET: 'x'.repeat(32),
    ADMIN_EMAIL: 'admin@campus.example',
    SECURITY_EMAIL: 'security@campus.example',
    SIGN_IN_DOMAINS: 'campus.example',
  };
  let desk: TestApp;
  beforeAll(async () => {
    desk = await startTestApp(pro);
  });
  afterAll(() => desk.close());

  test('browsers are told to use https alone', async () => {
    const { headers } = await fetch(`${desk.url}/api/config`);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
  });

  test('cookies travel over https alone, and only the public address may call', async () => {
    const signOut = (origin: string) =>
      fetch(`${desk.url}/api/auth/logout`, { method: 'POST', headers: { origin } });
    const answer = await signOut(pro.PUBLIC_URL);
    expect(answer.headers.getSetCookie()).toEqual([expect.stringContaining('; Secure')]);
    expect((await signOut(desk.url)).status).toBe(403);
  });

  test('nobody is signed in by an account chooser', async () => {
    for (const path of ['/local-identity', '/local-identity?state=x', '/local-identity/mails'])
      expect((await fetch(`${desk.url}${path}`)).status).toBe(404);
  });
});

describe('health', () => {
  test('tells that the process is alive and ready', async () => {
    const { version } = campus.config;
    expect(await (await get('/healthz')).json()).toEqual({ status: 'ok', version });
    expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
  });
});

describe('the API reference', () => {
  test('is a page', async () => {
    const page = await get('/api/docs/');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('swagger-ui');
  });

  test('describes every route of the table', async () => {
    const document = (await (await get('/api/docs/json')).json()) as {
      openapi: string;
      info: { version: string; description: string };
      servers: object[];
      paths: Record<string, Record<string, Operation>>;
    };
    type Operation = {
      operationId: string;
      description: string;
      security?: object[];
      responses: Record<string, { description: string }>;
    };
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: campus.config.publicUrl }]);
    expect(document.info.description).toContain('# Differences from the specification');
    expect(document.info.version).toBe(campus.config.version);
    const described = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(described.sort()).toEqual(Object.keys(api).sort());
    for (const [name, { method, path }] of Object.entries(api) as [string, Route][]) {
      const address = `/api${path.replace(/:(\w+)/g, '{$1}')}`;
      expect(document.paths[address]?.[method.toLowerCase()]?.operationId).toBe(name);
    }
    for (const operations of Object.values(document.paths))
      for (const { responses, operationId } of Object.values(operations))
        expect([operationId, Object.keys(responses)]).toEqual([
          operationId,
          expect.arrayContaining(['400', '500']),
        ]);
    const updating = document.paths['/api/keys/{id}']?.put;
    expect(updating?.responses[409]?.description).toContain('`KEY_NUMBER_TAKEN`');
    expect(updating?.responses[403]?.description).toContain('`SIGN_IN_NOT_RECENT`');
    expect(document.paths['/api/config']?.get?.security).toEqual([]);
    const whyRefused = (path: string) => document.paths[path]?.post?.description;
    expect(whyRefused('/api/keys/{id}/take')).toContain('a key changes hands at the desk');
    expect(whyRefused('/api/keys/qr-scan/request')).toContain('anybody could have made it');
  });
});
