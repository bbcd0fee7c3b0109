import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '@keydesk/embedded-postgres/server';
import { afterEach, expect, test } from 'vitest';
import { startApp } from '../../../test/faults/app-process.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { checkClient, checkProvider } from './provider-health.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A provider that answers in this way; resolves with its issuer. */
async function provider(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a provider that answers as itself has no fault', async () => {
  const issuer = await provider(({ url, headers }, response) =>
    response.end(
      url === '/.well-known/openid-configuration'
        ? JSON.stringify({ issuer: `http://${headers.host}` })
        : 'nothing',
    ),
  );
  expect(await checkProvider(issuer)).toBeUndefined();
  expect(await checkProvider(`${issuer}/`)).toBeUndefined();
});

test.each<[string, RequestListener, string]>([
  [
    'refuses',
    (_, response) => response.writeHead(404).end(),
    'answers 404 when asked for its configuration',
  ],
  [
    'answers with a page',
    (_, response) => response.end('<html>'),
    'does not answer with an OpenID configuration',
  ],
  [
    'is another',
    (_, response) => response.end('{"issuer":"https://else.test"}'),
    'does not call itself http',
  ],
  ['hangs up', ({ socket }) => socket.destroy(), 'cannot be reached (UND_ERR_SOCKET)'],
  ['is silent', () => undefined, 'does not answer within 0.2 s'],
])('one that %s is named with the reason', async (_which, answer, reason) => {
  const issuer = await provider(answer);
  expect(await checkProvider(issuer, 200)).toContain(`${new URL(issuer).host} ${reason}`);
});

/** A provider that knows one client, and no code. */
async function knowsClient(order: 'client first' | 'code first'): Promise<string> {
  return provider(async (request, response) => {
    const { url, headers } = request;
    const issuer = `http://${headers.host}`;
    if (url !== '/token')
      return response.end(JSON.stringify({ issuer, token_endpoint: `${issuer}/token` }));
    const sent = new URLSearchParams(await text(request));
    const isClient = sent.get('client_id') === 'id' && sent.get('client_secret') === 'secret';
    const error = isClient || order === 'code first' ? 'invalid_grant' : 'invalid_client';
    response.writeHead(isClient ? 400 : 401).end(JSON.stringify({ error }));
  });
}

test('a wrong client id or secret is refused, and never taken for right', async () => {
  const issuer = await knowsClient('client first');
  const ours = { issuer, clientId: 'id', clientSecret: 'secret', redirectUri: `${issuer}/back` };
  expect((await checkClient(ours)).state).toBe('taken');
  expect(await checkClient({ ...ours, clientSecret: 'old' })).toEqual({
    state: 'refused',
    answer: 'invalid_client',
  });
  expect((await checkClient({ ...ours, clientId: 'other' })).state).toBe('refused');
  const silent = { ...ours, issuer: await knowsClient('code first') };
  expect((await checkClient(silent)).state).toBe('unproven');
  expect((await checkClient({ ...silent, clientSecret: 'old' })).state).toBe('unproven');
});

test('a process whose provider is away serves, and says what does not work', async () => {
  const database = await createTestDatabase();
  const host = `127.0.0.1:${await freePort()}`;
  const port = await freePort();
  const app = startApp(port, {
    DATABASE_URL: database.url,
    OIDC_ISSUER: `https://${host}`,
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
  });
  await app.ready;
  const readiness = () =>
    fetch(`${app.url}/readyz`).then(async (answer) => [answer.status, await answer.json()]);
  const fault = `${host} cannot be reached (ECONNREFUSED)`;
  await expect
    .poll(readiness, { timeout: 60_000 })
    .toEqual([200, { status: 'degraded', signIn: fault }]);
  await expect
    .poll(() => app.said.join('\n'))
    .toContain(`"msg":"nobody new can sign in: ${fault}"`);
  await app.end('SIGTERM');
  await database.drop();
});
