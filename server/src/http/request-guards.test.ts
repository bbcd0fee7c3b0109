import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { freePort } from '@keydesk/embedded-postgres/server';
import { describe, expect, test } from 'vitest';
import { startApp } from '../../test/faults/app-process.ts';
import { testCampus } from '../../test/test-campus.ts';

const local = testCampus();
const open = testCampus({ DEMO_SIGN_IN: 'open' });

const signInPath = '/api/auth/google?login_hint=admin@campus.test';

type Answered = { status: number; headers: IncomingHttpHeaders; body: string };

/** Asks with any headers, `Host` among them. */
async function ask(url: string, headers: Record<string, string> = {}): Promise<Answered> {
  const sent = request(url, { headers }).end();
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

function expectRefusal({ status, headers, body }: Answered) {
  expect(status).toBe(403);
  expect(headers['set-cookie']).toBeUndefined();
  expect(JSON.parse(body)).toMatchObject({
    success: false,
    message: expect.stringMatching(/^This trial answers only on its own machine/),
    error: { code: 'THIS_MACHINE_ONLY' },
  });
}

describe('a local installation', () => {
  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'http'],
    ['forwarded', 'for=127.0.0.1;host=localhost'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '127.0.0.1'],
    ['cf-connecting-ip', '127.0.0.1'],
  ])('refuses what a proxy forwarded with %s', async (name, value) => {
    for (const path of [signInPath, '/login', '/local-identity?state=x', '/api/keys', '/healthz'])
      expectRefusal(await ask(local.url + path, { [name]: value }));
  });

  test.each([
    'keys.example.edu',
    'rebound.attacker.example:3000',
    '192.0.2.7:3000',
    '0.0.0.0:3000',
    'localhost.attacker.example',
    'attackerlocalhost',
    '127.0.0.1.attacker.example',
    '[::ffff:192.0.2.7]:3000',
  ])('refuses whoever reached it as %j', async (host) => {
    expectRefusal(await ask(local.url + signInPath, { host }));
  });

  test.each([
    ['host', 'rebound.attacker.example:3000'],
    ['x-forwarded-for', '127.0.0.1'],
    ['via', '1.1 proxy'],
  ])('opens no live connection for a request with %s: %s', async (name, value) => {
    const handshake = `${local.url}/socket.io/?EIO=4&transport=`;
    expect((await ask(`${handshake}polling`)).status).toBe(200);
    expect((await ask(`${handshake}polling`, { [name]: value })).status).toBe(403);
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    };
    expect((await ask(`${handshake}websocket`, { ...upgrade, [name]: value })).status).toBe(400);
  });

  test('refuses the HTTP of proxies that say nothing of themselves', async () => {
    const socket = connect(Number(new URL(local.url).port), '127.0.0.1');
    socket.end(`GET ${signInPath} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 .*THIS_MACHINE_ONLY/s);
  });

  test('is not reached through a proxy that passes the name on it was asked by', async () => {
    const proxy = createServer(async (asked, answer) => {
      const { status, body } = await ask(local.url + asked.url, {
        host: asked.headers.host ?? '',
      });
      answer.writeHead(status).end(body);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    const host = 'keys.example.edu';
    expectRefusal(await ask(`http://127.0.0.1:${port}${signInPath}`, { host }));
    proxy.close();
  });

  test('that is to be reached from elsewhere does not start, and says why in one line', async () => {
    const app = startApp(await freePort(), { PUBLIC_URL: 'https://keys.example.edu' });
    await expect(app.ready).rejects.toThrow('It ended');
    expect(app.complaints).toEqual([
      expect.stringMatching(/^PUBLIC_URL: keys\.example\.edu reaches beyond this machine, .*pro/),
    ]);
  });
});

test('with DEMO_SIGN_IN=open everybody is served', async () => {
  for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { host: 'keys.example.edu' }]) {
    const answer = await ask(open.url + signInPath, headers);
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toContain('/api/auth/google/callback?');
  }
});
