import { api } from '@keydesk/shared/api';
import { expect, test } from 'vitest';
import { testCampus } from '../test-campus.ts';
import { proofsOf } from '../test-client.ts';

const frontEnd = 'https://app.campus.example';
const stranger = 'https://evil.test';

const campus = testCampus({ CORS_ORIGINS: frontEnd });
const admin = campus.resident('admin');

function preflight(origin: string, method: string, path: string) {
  return fetch(`${campus.url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type,if-none-match,x-keydesk-poll',
    },
  });
}

function listOf(answer: Response, header: string): string[] {
  return (answer.headers.get(header) ?? '').split(',').map((name) => name.trim().toLowerCase());
}

const calls: [string, () => Promise<{ path: string; body?: object }>][] = [
  ['GET', async () => ({ path: '/api/keys' })],
  ['HEAD', async () => ({ path: '/api/keys' })],
  ['POST', async () => ({ path: `/api/keys/${(await campus.key()).id}/take`, body: {} })],
  ['PUT', async () => ({ path: `/api/keys/${(await campus.key()).id}`, body: { location: 'B2' } })],
  ['PATCH', async () => ({ path: '/api/notifications/mark-all-read', body: {} })],
  ['DELETE', async () => ({ path: `/api/keys/${(await campus.key()).id}` })],
];

test.each(calls)('a page of an allowed origin may ask for %s, and do it', async (method, call) => {
  const { path, body } = await call();
  const asked = await preflight(frontEnd, method, path);
  expect(asked.status).toBe(204);
  expect(asked.headers.get('access-control-allow-origin')).toBe(frontEnd);
  expect(asked.headers.get('access-control-allow-credentials')).toBe('true');
  expect(listOf(asked, 'access-control-allow-methods')).toContain(method.toLowerCase());
  expect(listOf(asked, 'access-control-allow-headers')).toEqual(
    expect.arrayContaining(['authorization', 'content-type', 'if-none-match', 'x-keydesk-poll']),
  );

  const answer = await fetch(`${campus.url}${path}`, {
    method,
    headers: {
      ...proofsOf(admin),
      origin: frontEnd,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('access-control-allow-origin')).toBe(frontEnd);
});

test.each(calls)('a page of another origin may not ask for %s', async (method, call) => {
  const asked = await preflight(stranger, method, (await call()).path);
  expect(asked.headers.get('access-control-allow-origin')).toBeNull();
});

test('an allowed page can read the headers that a client acts on, also of a refusal', async () => {
  const readable = ['content-disposition', 'etag', 'retry-after', 'x-request-id'];
  for (const headers of [proofsOf(admin), {}]) {
    const answer = await fetch(`${campus.url}/api${api.listKeys.path}`, {
      headers: { origin: frontEnd, ...headers },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe(frontEnd);
    expect(listOf(answer, 'access-control-expose-headers').sort()).toEqual(readable);
  }
});

test('an answer names every request header that it depends on', async () => {
  const varies = async (path: string) =>
    listOf(
      await fetch(`${campus.url}${path}`, { headers: { origin: frontEnd, ...proofsOf(admin) } }),
      'vary',
    );
  expect(await varies(`/api${api.listKeys.path}`)).toEqual([
    'origin',
    'accept-encoding',
    'accept-language',
  ]);
  expect(await varies(`/api${api.checkAuth.path}`)).toEqual(['origin', 'accept-encoding']);
  expect(await varies(`/api${api.exportKeys.path}`)).toEqual(['origin']);
});
