import { api } from '@keydesk/shared/api';
import { expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { transact } from '../../db/client.ts';
import { notify } from './notify.ts';

const campus = testCampus();
const desk = campus.resident('security');

async function personWithNotifications(count: number): Promise<TestClient> {
  const asha = await campus.person();
  for (let index = 0; index < count; index += 1) await giveKey(desk, asha, (await campus.key()).id);
  return asha;
}

async function listed(visitor: TestClient, query: Record<string, string> = {}) {
  return (await visitor.get(api.listNotifications, { query })).data;
}

test('a person’s notifications come newest first, page by page', async () => {
  const asha = await personWithNotifications(3);
  const first = await listed(asha, { limit: '2' });
  expect(first).toMatchObject({ unreadCount: 3, hasMore: true });
  const last = first.notifications.at(-1)?._id ?? '';
  const second = await listed(asha, { limit: '2', before: last });
  expect(second.hasMore).toBe(false);
  const all = [...first.notifications, ...second.notifications];
  expect(all).toHaveLength(3);
  const times = all.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
});

test('reading sets the moment of reading, and unreading takes it away', async () => {
  const asha = await personWithNotifications(1);
  const [{ _id: id } = { _id: '' }] = (await listed(asha)).notifications;
  const read = await asha.get(api.markNotificationRead, { params: { id } });
  expect(read.data).toMatchObject({ unreadCount: 0, notification: { read: true } });
  expect(read.data.notification.readAt).not.toBeNull();
  const again = await asha.get(api.markNotificationRead, { params: { id } });
  expect(again.data.notification.readAt).toBe(read.data.notification.readAt);
  const unread = await asha.get(api.markNotificationUnread, { params: { id } });
  expect(unread.data).toMatchObject({
    unreadCount: 1,
    notification: { read: false, readAt: null },
  });
});

test('a notification about one key says which, and no other does', async () => {
  const asha = await campus.person();
  const { id } = await campus.key();
  await giveKey(desk, asha, id);
  await desk.get(api.collectKey, { params: { id } });
  const { id: userId } = asha.user;
  const renamed = { person: { id: userId, name: 'Asha' }, before: 'A', email: 'a@campus.test' };
  await transact(campus.db, (tx) =>
    notify(tx, [
      { userId, template: 'welcome', facts: {} },
      { userId, template: 'name-changed', facts: renamed, aboutId: 'a'.repeat(24) },
    ]),
  );
  const told = (await listed(asha)).notifications.map(({ title, keyId }) => [title, keyId]);
  expect(new Map(told as [string, string | undefined][])).toEqual(
    new Map([
      ['Key Taken', id],
      ['Key Returned', id],
      ['Welcome', undefined],
      ['Name changed', undefined],
    ]),
  );
});

test('all are marked at once, and the answer says how many were not read', async () => {
  const asha = await personWithNotifications(2);
  const { data } = await asha.get(api.markAllNotificationsRead);
  expect(data.modifiedCount).toBe(2);
  expect((await listed(asha)).unreadCount).toBe(0);
  expect((await asha.get(api.markAllNotificationsRead)).data.modifiedCount).toBe(0);
});

test.each([{ limit: '0' }, { limit: '101' }, { limit: 'x' }, { before: 'x' }, { page: '1' }])(
  'a list with %j is refused',
  async (query) => {
    const asha = await campus.person();
    expect((await asha.call(api.listNotifications, { query })).status).toBe(400);
  },
);
