import { once } from 'node:events';
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { api, type RouteName } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import { giveKey, requestCode } from '../../test/handovers.ts';
import { openPage } from '../../test/live-page.ts';
import { campusOfTest, testCampus } from '../../test/test-campus.ts';
import type { CallOptions } from '../../test/test-client.ts';

const token = 'a-token-for-the-metrics-of-this-campus';

const campus = testCampus({ METRICS_TOKEN: token, DEMO_SIGN_IN: 'open' });
const guard = campus.resident('security');
const asha = campus.resident();

const nobody = '0'.repeat(24);
const ids = { keyId: nobody, holderId: nobody };

const patiently = { timeout: 60_000 };

async function read(base = campus.url) {
  return (await fetch(`${base}/metrics`)).text();
}

/** The value of one series, 0 as long as nothing was counted. */
function valueIn(text: string, series: string): number {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}

/** By how much a series grows while `act` runs; what follows an answer may still be under way. */
async function expectGrowth(series: string, growth: number, act: () => Promise<unknown>) {
  const before = valueIn(await read(), series);
  await act();
  await expect.poll(async () => valueIn(await read(), series) - before, patiently).toBe(growth);
}

test('handovers are counted by what came of them', async () => {
  const key = await campus.key();
  await expectGrowth('keydesk_handovers_total{action="scanRequest",outcome="OK"}', 1, () =>
    giveKey(guard, asha, key.id),
  );
  await expectGrowth('keydesk_handovers_total{action="takeKey",outcome="USE_THE_DESK"}', 1, () =>
    asha.call(api.takeKey, { params: { id: key.id } }),
  );
  await expectGrowth(
    'keydesk_handovers_total{action="takeKey",outcome="KEY_NOT_AVAILABLE"}',
    2,
    async () => {
      await guard.call(api.takeKey, { params: { id: key.id } });
      await guard.call(api.takeKey, { params: { id: key.id } });
    },
  );
});

test.each<[RouteName, string, CallOptions?]>([
  ['lendKey', 'PERSON_NOT_FOUND', { body: { ...ids, identifiedBy: 'desk' } }],
  ['undoHandover', 'LOAN_NOT_FOUND', { params: { id: nobody }, body: { reason: 'mistake' } }],
  ['collectKey', 'KEY_NOT_FOUND', { params: { id: nobody } }],
  [
    'resolveIncident',
    'INCIDENT_NOT_FOUND',
    { params: { id: nobody }, body: { resolution: 'found' } },
  ],
  ['settleDispute', 'NOT_ALLOWED', { params: { id: nobody } }],
  ['decidePaper', 'NOT_ALLOWED', { params: { id: nobody } }],
  ['enterPaper', 'BAD_INPUT'],
])('so is a refused %s, as %s', async (action, outcome, call) => {
  await expectGrowth(`keydesk_handovers_total{action="${action}",outcome="${outcome}"}`, 1, () =>
    guard.call(api[action], call),
  );
});

test('requests are counted by the route that serves them, whatever the address says', async () => {
  const series = (route: string, status: number) =>
    `keydesk_http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  await expectGrowth(series('/api/keys/:id', 404), 2, async () => {
    await asha.call(api.getKey, { params: { id: 'f'.repeat(24) } });
    await asha.call(api.getKey, { params: { id: 'e'.repeat(24) } });
  });
  await expectGrowth(series('none', 404), 1, () => fetch(`${campus.url}/api/no/such/thing`));
});

test('live connections, the pool, timed work and the process are looked at', async () => {
  await openPage(asha);
  const text = await read();
  expect(valueIn(text, 'keydesk_sockets_open')).toBe(1);
  expect(text).toMatch(/^keydesk_database_connections\{state="idle"\} \d+$/m);
  expect(text).toMatch(/^keydesk_database_waiting 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  await expect
    .poll(read, patiently)
    .toMatch(/^keydesk_job_runs_total\{job="[^"]+",outcome="done"\} [1-9]/m);
});

test('two applications in one process count apart', async () => {
  const other = await campus.another();
  const key = await campus.key();
  await giveKey(guard, asha, key.id);
  const series = 'keydesk_handovers_total{action="scanRequest",outcome="OK"}';
  await expect.poll(async () => valueIn(await read(), series), patiently).toBeGreaterThan(0);
  expect(valueIn(await read(other.url), series)).toBe(0);
});

test('nobody can be recognised in them, and no secret is among them', async () => {
  const { qrData } = await requestCode(asha, (await campus.key()).id);
  await asha.get(api.getUser, { params: { userId: asha.user.id } });
  const text = await read();
  const personal = [asha.user.id, asha.user.email, asha.user.name, ...Object.values(asha.secrets)];
  for (const secret of [...personal, ...Object.values(qrData).map(String), token])
    expect(text).not.toContain(secret);
});

describe('they are for this machine and for whoever has the token', () => {
  /** Asks as a proxy on this machine would, for a caller elsewhere. */
  const forwarded = (headers: Record<string, string> = {}) =>
    fetch(`${campus.url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.7', ...headers } });

  test('this machine needs no token', async () => {
    expect((await fetch(`${campus.url}/metrics`)).status).toBe(200);
  });

  test('a caller behind a proxy needs it', async () => {
    const { status, headers } = await forwarded();
    expect(status).toBe(403);
    expect(headers.get('content-type')).toContain('json');
    expect((await forwarded({ authorization: `Bearer ${token}x` })).status).toBe(403);
    expect((await forwarded({ authorization: token })).status).toBe(403);
    expect((await forwarded({ authorization: `Bearer ${token}` })).status).toBe(200);
  });

  test('a proxy that forwards the name of this machine deceives nobody', async () => {
    for (const name of ['forwarded', 'x-real-ip', 'via', 'x-forwarded-for'])
      expect(
        (await fetch(`${campus.url}/metrics`, { headers: { [name]: '127.0.0.1' } })).status,
      ).toBe(403);
  });

  test.each([
    ['without a host', 'GET /metrics HTTP/1.0'],
    ['with the host that it was told to ask', 'GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:3000'],
    [
      'with the public host',
      'GET /metrics HTTP/1.1\r\nHost: keys.campus.test\r\nConnection: close',
    ],
  ])(
    'a proxy of this machine that says nothing of its caller does, too, %s',
    async (_how, head) => {
      const ask = async (more = '') => {
        const { hostname, port } = new URL(campus.url);
        const socket = connect(Number(port), hostname);
        await once(socket, 'connect');
        socket.write(`${head}\r\n${more}\r\n`);
        return (await readText(socket)).split(' ', 2)[1];
      };
      expect(await ask()).toBe('403');
      expect(await ask(`Authorization: Bearer ${token}\r\n`)).toBe('200');
    },
  );

  test('without a token in the settings no bearer opens them', async () => {
    const closed = await campusOfTest({ DEMO_SIGN_IN: 'open' });
    const headers = { 'x-forwarded-for': '203.0.113.7', authorization: 'Bearer undefined' };
    expect((await fetch(`${closed.url}/metrics`, { headers })).status).toBe(403);
  });
});
