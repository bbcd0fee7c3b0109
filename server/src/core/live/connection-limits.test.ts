import { EventEmitter, once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { closePages, openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { limitConnections } from './connection-limits.ts';

const slow: Socket[] = [];

const campus = testCampus({ CONNECTIONS_PER_NETWORK: '10', DEMO_SIGN_IN: 'open' });
afterEach(() => {
  closePages();
  for (const socket of slow.splice(0)) socket.destroy();
});

const patiently = { timeout: 60_000 };

/** A call that a proxy on this machine forwards for another client. */
function callFor(client: string, path = '/api/config') {
  return fetch(`${campus.url}${path}`, { headers: { 'x-forwarded-for': client } });
}

async function statusFor(client: string) {
  return (await callFor(client)).status;
}

/** A request whose body never arrives. */
async function openSlowRequest(client: string): Promise<Socket> {
  const { host, hostname, port, origin } = new URL(campus.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  slow.push(socket);
  const taken = once(campus.app.server, 'request');
  socket.write(
    [
      'POST /api/auth/logout HTTP/1.1',
      `Host: ${host}`,
      `Origin: ${origin}`,
      `X-Forwarded-For: ${client}`,
      'Content-Type: application/json',
      'Content-Length: 9',
      '\r\n',
    ].join('\r\n'),
  );
  await taken;
  return socket;
}

describe('requests of one network at the same time', () => {
  test('are as many as the setting says; more are refused until one has ended', async () => {
    const first = await openSlowRequest('198.51.100.1');
    for (let count = 1; count < 10; count += 1) await openSlowRequest('198.51.100.1');
    await expect.poll(() => statusFor('198.51.100.1'), patiently).toBe(429);
    const refused = await callFor('198.51.100.1');
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await refused.json()).toMatchObject({
      success: false,
      message: 'Too many connections from your network. Try again in a moment.',
      error: { code: 'TOO_MANY_CONNECTIONS' },
    });
    expect(await statusFor('198.51.100.2')).toBe(200);
    expect((await fetch(`${campus.url}/readyz`)).status).toBe(200);
    first.destroy();
    await expect.poll(() => statusFor('198.51.100.1'), patiently).toBe(200);
  });

  test('of an IPv6 customer count together', async () => {
    for (let count = 1; count <= 10; count += 1) await openSlowRequest(`2001:db8:1:2::${count}`);
    await expect.poll(() => statusFor('2001:db8:1:2::ff'), patiently).toBe(429);
    expect(await statusFor('2001:db8:1:3::1')).toBe(200);
  });
});

describe('live connections of one network', () => {
  const shakeHands = async (client: string) =>
    (await callFor(client, '/socket.io/?EIO=4&transport=polling')).status;

  test('on which nobody signs in are few, and are closed soon', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    expect(await shakeHands('198.51.100.3')).toBe(200);
    expect(await shakeHands('198.51.100.3')).toBe(403);
    expect(await shakeHands('198.51.100.4')).toBe(200);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => shakeHands('198.51.100.3'), patiently).toBe(200);
  });

  test('of signed-in people are as many as the setting says', async () => {
    const asha = await campus.person();
    const forwardedFor = '198.51.100.5';
    const pages = [];
    for (let count = 0; count < 10; count += 1) pages.push(await openPage(asha, { forwardedFor }));
    const ravi = await campus.person();
    await expect(openPage(ravi, { forwardedFor })).rejects.toThrow();
    await openPage(ravi, { forwardedFor: '198.51.100.6' });
    pages[0]?.socket.disconnect();
    const opens = () =>
      openPage(ravi, { forwardedFor }).then(
        () => true,
        () => false,
      );
    await expect.poll(opens, patiently).toBe(true);
  });
});

describe('connections without a proxy', () => {
  class Connection extends EventEmitter {
    readonly remoteAddress: string;
    destroyed = false;
    constructor(remoteAddress: string) {
      super();
      this.remoteAddress = remoteAddress;
    }
    destroy() {
      this.destroyed = true;
    }
  }

  const server = new EventEmitter();
  limitConnections({ server, addHook: () => undefined } as unknown as FastifyInstance, {
    perNetwork: 3,
    trustedProxies: ['loopback', '192.0.2.1'],
  });
  const open = (address: string): Connection => {
    const connection = new Connection(address);
    server.emit('connection', connection);
    return connection;
  };
  const openMany = (address: string) =>
    Array.from({ length: 5 }, () => open(address)).map(({ destroyed }) => destroyed);

  test('are counted by the address they come from, until they close', () => {
    const [first] = [open('203.0.113.7'), open('203.0.113.7'), open('203.0.113.7')];
    expect(open('203.0.113.7').destroyed).toBe(true);
    expect(open('203.0.113.8').destroyed).toBe(false);
    first.emit('close');
    expect(open('203.0.113.7').destroyed).toBe(false);
    expect(open('203.0.113.7').destroyed).toBe(true);
  });

  test('from this machine and from proxies are not', () => {
    expect(openMany('127.0.0.1')).not.toContain(true);
    expect(openMany('::ffff:192.0.2.1')).not.toContain(true);
  });
});
