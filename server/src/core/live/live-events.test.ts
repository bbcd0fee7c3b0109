import { api } from '@keydesk/shared/api';
import { describe, expect, test, vi } from 'vitest';
import { batchCode, giveKey, returnCode } from '../../../test/handovers.ts';
import { type LivePage, openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { waitOptions } from '../../../test/wait-options.ts';

const campus = testCampus();
const guard = campus.resident('security');
const asha = campus.resident();
const ravi = campus.resident();

async function pagesOf(...visitors: TestClient[]) {
  return Promise.all(visitors.map((visitor) => openPage(visitor)));
}

async function three() {
  const [desk, holder, other] = await pagesOf(guard, asha, ravi);
  if (!desk || !holder || !other) throw new Error('A page is missing');
  const caughtUp = () => Promise.all([desk, holder, other].map((page) => page.caughtUp()));
  return { desk, holder, other, caughtUp };
}

describe('a key that is handed out', () => {
  test('is told to everybody, with the holder’s address to the desk alone', async () => {
    const { desk, holder, other, caughtUp } = await three();
    const key = await giveKey(guard, asha, (await campus.key()).id);
    await caughtUp();
    const [seen] = desk.received('key-updated');
    expect(seen).toMatchObject({
      action: 'qr-request',
      key,
      version: key.version,
      requestingUserId: asha.user.id,
      scannerId: guard.user.id,
    });
    expect(seen?.key.takenBy?.email).toBe(asha.user.email);
    const reduced = { ...key, takenBy: { userId: asha.user.id, name: asha.user.name } };
    for (const page of [holder, other])
      expect(page.received('key-updated')).toEqual([{ ...seen, key: reduced }]);
    expect(JSON.stringify(other.events)).not.toContain('@');
  });

  test('is told to its holder in person, with a notification and the new count', async () => {
    const { desk, holder, other, caughtUp } = await three();
    const key = await giveKey(guard, asha, (await campus.key()).id);
    await caughtUp();
    expect(holder.received('user-key-updated')).toMatchObject([{ action: 'qr-request', key }]);
    expect(holder.received('notification')).toMatchObject([{ title: 'Key taken', read: false }]);
    const { data } = await asha.get(api.listNotifications);
    expect(holder.received('notification-count-update')).toEqual([
      { unreadCount: data.unreadCount },
    ]);
    const [stored] = data.notifications;
    expect(holder.received('notification')[0]).toEqual({ ...stored, id: stored?._id });
    const eventNames = (page: LivePage) => new Set(page.events.map(([name]) => name));
    expect(eventNames(desk)).toEqual(new Set(['code-issued', 'key-updated']));
    expect(eventNames(other)).toEqual(new Set(['key-updated']));
  });

  test('is told only once it is stored: a refused scan is told to nobody', async () => {
    const key = await campus.key();
    await giveKey(guard, asha, key.id);
    const { desk, holder, other, caughtUp } = await three();
    const { status } = await guard.call(api.takeKey, { params: { id: key.id } });
    expect(status).toBe(409);
    await caughtUp();
    for (const page of [desk, holder, other]) expect(page.events).toEqual([]);
  });
});

describe('a key that comes back', () => {
  test.each([
    [
      'by its own code',
      async (id: string) => {
        const { qrText } = await returnCode(asha, id);
        await guard.get(api.scanReturn, { body: { qrData: qrText } });
      },
      { action: 'qr-return', returnType: 'own' },
    ],
    [
      'collected by the desk',
      (id: string) => guard.get(api.collectKey, { params: { id } }),
      { action: 'return', returnType: 'collected' },
    ],
    [
      'brought by somebody else',
      async (id: string) => {
        const { qrText } = await batchCode(ravi, [id]);
        await guard.get(api.batchReturn, { body: { qrData: qrText } });
      },
      { action: 'qr-return', returnType: 'volunteer' },
    ],
  ] as const)('%s is told to everybody and to who had it', async (_way, bring, told) => {
    const key = await giveKey(guard, asha, (await campus.key()).id);
    const { desk, holder, other, caughtUp } = await three();
    await bring(key._id);
    await caughtUp();
    const event = {
      ...told,
      requestingUserId: asha.user.id,
      originalUserId: asha.user.id,
      version: key.version + 1,
    };
    for (const page of [desk, holder, other])
      expect(page.received('key-updated')).toMatchObject([
        { ...event, key: { _id: key._id, status: 'available', takenBy: null } },
      ]);
    expect(holder.received('user-key-updated')).toMatchObject([event]);
    expect(holder.received('notification')).toMatchObject([{ title: 'Key returned' }]);
    for (const page of [desk, other]) {
      expect(page.received('user-key-updated')).toEqual([]);
      expect(page.received('notification')).toEqual([]);
    }
  });
});

test('what an admin does to a key is told to everybody', async () => {
  const admin = await campus.person('admin');
  const [page] = await pagesOf(ravi);
  const { data } = await admin.get(api.createKey, {
    body: { keyNumber: 'LIVE-1', keyName: 'Hall', location: 'A' },
  });
  const params = { id: data.key._id };
  await admin.get(api.updateKey, { params, body: { keyName: 'Great Hall' } });
  await admin.get(api.toggleFrequentKey, { params });
  await admin.get(api.deleteKey, { params, query: { hard: 'true' } });
  await page?.caughtUp();
  expect(
    page?.received('key-updated').map(({ action, key, version }) => [action, key._id, version]),
  ).toEqual([
    ['create', params.id, 1],
    ['update', params.id, 2],
    ['toggle-frequent', params.id, 3],
    ['delete', params.id, 4],
  ]);
});

test('an operator, who sees no keys, is told of none', async () => {
  const [operator, desk] = await pagesOf(await campus.person('operator'), guard);
  await giveKey(guard, asha, (await campus.key()).id);
  await vi.waitFor(() => expect(desk?.received('key-updated')).toHaveLength(1), waitOptions);
  expect(await operator?.join('join-keys-room')).toBe(false);
  expect(operator?.events).toEqual([]);
});

test('when the live connection to the database was lost, pages read their keys again', async () => {
  const page = await openPage(await campus.person());
  await campus.db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'keydesk-live%'`,
  );
  await expect.poll(() => page.received('key-list-changed').length, { timeout: 30_000 }).toBe(1);
});
