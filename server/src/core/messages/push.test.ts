import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { openPushService, type PushService } from './testing/push-service.ts';

let service: PushService;
let campus: TestApp;
let guard: TestClient;
let asha: TestClient;

beforeAll(async () => {
  service = await openPushService();
  campus = await startTestApp({ PUSH_HOSTS: '127.0.0.1', QR_VALIDITY_SECONDS: '3600' });
  guard = await campus.person('security');
});
afterAll(async () => {
  await campus.close();
  await service.close();
});
beforeEach(async () => {
  service.answerWith(201);
  service.received.length = 0;
  asha = await campus.person();
});

const patiently = { timeout: 60_000 };

function subscribe(person: TestClient, path: string, at = service) {
  return person.call(api.subscribePush, { body: { subscription: at.subscription(path) } });
}

async function handOver(holder = asha) {
  return giveKey(guard, holder, (await campus.key()).id);
}

function paths() {
  return service.received.map(({ path }) => path).toSorted();
}

/** How often a push had this outcome, according to the metrics. */
async function pushes(outcome: string): Promise<number> {
  const text = await (await fetch(`${campus.url}/metrics`)).text();
  const series = `keydesk_push_deliveries_total{outcome="${outcome}"} `;
  const line = text.split('\n').find((each) => each.startsWith(series));
  return Number(line?.slice(series.length) ?? 0);
}

async function subscriptionsOf({ user }: TestClient): Promise<number> {
  const { rowCount } = await campus.db.query('SELECT FROM push_subscriptions WHERE user_id = $1', [
    user.id,
  ]);
  return rowCount ?? 0;
}

describe('one person’s subscriptions', () => {
  test('are ten at most, so that a hundred of them cost a handover ten deliveries', async () => {
    const before = await pushes('delivered');
    await Promise.all(Array.from({ length: 100 }, (_, at) => subscribe(asha, `many-${at}`)));
    expect(await subscriptionsOf(asha)).toBe(10);
    await handOver();
    await expect.poll(async () => (await pushes('delivered')) - before, patiently).toBe(10);
    expect(service.received).toHaveLength(10);
  });

  test('lose the one that came longest ago; one sent again is the newest', async () => {
    for (let at = 0; at < 10; at += 1) await subscribe(asha, `b-${at}`);
    await subscribe(asha, 'b-0');
    await subscribe(asha, 'b-10');
    await handOver();
    await expect.poll(() => service.received.length, patiently).toBe(10);
    expect(paths()).toEqual([0, 10, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => `/b-${at}`));
  });

  test('do not cost anybody else theirs', async () => {
    const ravi = await campus.person();
    await subscribe(ravi, 'of-ravi');
    for (let at = 0; at < 12; at += 1) await subscribe(asha, `c-${at}`);
    await handOver(ravi);
    await expect.poll(paths, patiently).toEqual(['/of-ravi']);
  });
});

test('each push service is shown a signature of its own, the same for an hour', async () => {
  const realNow = Date.now;
  let minutes = 60;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + minutes * 60_000);
  const other = await openPushService();
  try {
    for (const path of ['one', 'two']) await subscribe(asha, path);
    await subscribe(asha, 'three', other);
    /** The signatures of a handover's messages: two at one service, one at the other. */
    const signatures = async () => {
      for (const { received } of [service, other]) received.length = 0;
      await handOver();
      await expect.poll(() => service.received.length, patiently).toBe(2);
      await expect.poll(() => other.received.length, patiently).toBe(1);
      return [service, other].map(({ received }) => [
        ...new Set(received.map(({ authorization }) => authorization)),
      ]);
    };
    const first = await signatures();
    expect(first).toEqual([
      [expect.stringMatching(/^vapid t=[\w.-]+, k=[\w-]{87}$/)],
      [expect.stringMatching(/^vapid t=[\w.-]+, k=[\w-]{87}$/)],
    ]);
    expect(first[0]).not.toEqual(first[1]);
    minutes += 59;
    expect(await signatures()).toEqual(first);
    minutes += 1;
    const later = await signatures();
    expect(later.flat()).toHaveLength(2);
    for (const signature of later.flat()) expect(first.flat()).not.toContain(signature);
  } finally {
    clock.mockRestore();
    await other.close();
  }
});

test('handovers are answered while a push service is silent, which is sent eight messages at once', async () => {
  service.answerWith(null);
  for (let at = 0; at < 10; at += 1) await subscribe(asha, `silent-${at}`);
  for (let count = 0; count < 3; count += 1) await handOver();
  await expect.poll(() => service.received.length, patiently).toBe(8);
  const before = await pushes('delivered');
  service.answerWith(201);
  service.release(201);
  await expect.poll(async () => (await pushes('delivered')) - before, patiently).toBe(30);
});

test('a subscription that the browser gave up is forgotten; one that fails is kept', async () => {
  const [gone, failed] = [await pushes('gone'), await pushes('failed')];
  await subscribe(asha, 'kept');
  service.answerWith(500);
  await handOver();
  await expect.poll(async () => (await pushes('failed')) - failed, patiently).toBe(1);
  expect(await subscriptionsOf(asha)).toBe(1);
  service.answerWith(410);
  await handOver();
  await expect.poll(async () => (await pushes('gone')) - gone, patiently).toBe(1);
  expect(await subscriptionsOf(asha)).toBe(0);
});

test('an address that was stored at another port is forgotten instead of called', async () => {
  const gone = await pushes('gone');
  await subscribe(asha, 'phone');
  await campus.db.query(
    "UPDATE push_subscriptions SET endpoint = 'https://fcm.googleapis.com:8443/x' WHERE user_id = $1",
    [asha.user.id],
  );
  await handOver();
  await expect.poll(async () => (await pushes('gone')) - gone, patiently).toBe(1);
  expect(await subscriptionsOf(asha)).toBe(0);
});

test('a browser’s address is at a known push service, and at its usual port', async () => {
  const { keys } = service.subscription('any');
  const subscribeAt = (endpoint: string) =>
    asha.call(api.subscribePush, { body: { subscription: { endpoint, keys } } });
  for (const endpoint of [
    'https://fcm.googleapis.com:8443/x',
    'https://updates.push.services.mozilla.com:22/x',
    'https://fcm.googleapis.com.evil.test/x',
    'https://127.0.0.1@evil.test/x',
  ])
    expect(await subscribeAt(endpoint)).toMatchObject({
      status: 400,
      body: { message: 'This push service is not known' },
    });
  expect(await subscriptionsOf(asha)).toBe(0);
  for (const endpoint of ['https://fcm.googleapis.com/x', 'https://web.push.apple.com:443/x'])
    expect((await subscribeAt(endpoint)).status).toBe(200);
  expect(await subscriptionsOf(asha)).toBe(2);
});
