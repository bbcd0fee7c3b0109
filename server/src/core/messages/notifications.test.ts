import { api } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import { batchCode, giveKey } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { answerTo, confirmedVisitor, entered, newPhone } from '../../../test/visitors.ts';
import { currentMessages } from '../../app/current-messages.ts';
import { transact } from '../../db/client.ts';
import { notify } from './notify.ts';
import { maxPerHour } from './queries.ts';

const campus = testCampus();
const desk = campus.resident('security');

async function personWithNotifications(count: number): Promise<TestClient> {
  const asha = await campus.person();
  for (let index = 0; index < count; index += 1) await giveKey(desk, asha, (await campus.key()).id);
  return asha;
}

async function listed(visitor: TestClient, query: Record<string, string> = {}) {
  const { data } = await visitor.get(api.listNotifications, {
    query: { bundle: 'none', ...query },
  });
  return data;
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
      ['Key taken', id],
      ['Key returned', id],
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

test('what came after the newest one shown stays unread', async () => {
  const asha = await personWithNotifications(2);
  const { newest } = await listed(asha);
  await giveKey(desk, asha, (await campus.key()).id);
  const marked = await asha.get(api.markAllNotificationsRead, { body: { until: newest } });
  expect(marked.data).toEqual({ modifiedCount: 2, unreadCount: 1 });
  const { notifications, unreadCount } = await listed(asha);
  expect(unreadCount).toBe(1);
  expect(notifications.map(({ read }) => read)).toEqual([false, true, true]);
});

test('a bundle that has grown since it was shown stays unread, and any can be read by itself', async () => {
  const asha = await personWithNotifications(maxPerHour + 1);
  const shown = await listed(asha);
  await giveKey(desk, asha, (await campus.key()).id);
  const until = (body: object) => asha.get(api.markAllNotificationsRead, { body });
  expect((await until({ until: shown.newest })).data.unreadCount).toBe(1);
  const [bundle] = (await listed(asha)).notifications;
  expect(bundle).toMatchObject({ template: 'more-messages', read: false });
  expect((await until({ until: bundle?._id })).data.unreadCount).toBe(0);
});

test('nobody marks up to a notification of somebody else, or of nobody', async () => {
  const [asha, ravi] = [await personWithNotifications(1), await personWithNotifications(1)];
  const { newest } = await listed(ravi);
  for (const until of [newest, 'f'.repeat(24)]) {
    const { status } = await asha.call(api.markAllNotificationsRead, { body: { until } });
    expect(status).toBe(404);
  }
  const wrong = await asha.call(api.markAllNotificationsRead, { body: { until: 'x' } });
  expect(wrong.status).toBe(400);
  expect((await listed(asha)).unreadCount).toBe(1);
});

test('what was undone since is said in the news of it, and a return that is made again holds', async () => {
  const asha = await campus.person();
  const keys = [];
  for (let count = 0; count < 3; count += 1)
    keys.push(await giveKey(desk, asha, (await campus.key()).id));
  const [one, two, three] = keys;
  const undo = async (loanId: string | null | undefined, handover: 'hand-out' | 'return') => {
    const body = { reason: 'mistake', handover };
    await desk.get(api.undoHandover, { params: { id: loanId ?? '' }, body });
  };
  const told = async (template: string) =>
    (await listed(asha)).notifications
      .filter((each) => each.template === template)
      .map(({ undone }) => undone);
  await undo(one?.loanId, 'hand-out');
  expect(await told('key-taken')).toEqual([undefined, undefined, [one?.keyNumber]]);
  const { qrText } = await batchCode(asha, [two?._id ?? '', three?._id ?? '']);
  await desk.get(api.batchReturn, { body: { qrData: qrText } });
  expect(await told('key-returned')).toEqual([undefined]);
  await undo(three?.loanId, 'return');
  expect(await told('key-returned')).toEqual([[three?.keyNumber]]);
  await desk.get(api.collectKey, { params: { id: three?._id ?? '' } });
  expect(await told('key-returned')).toEqual([undefined, undefined]);
});

test('news that a key is back says when it is out again', async () => {
  const [asha, ravi] = [await campus.person(), await campus.person()];
  const { _id: id, loanId } = await giveKey(desk, asha, (await campus.key()).id);
  await ravi.get(api.waitForKey, { params: { id } });
  await desk.get(api.collectKey, { params: { id } });
  const isGone = async () =>
    (await listed(ravi)).notifications.find(({ template }) => template === 'key-back')?.gone;
  expect(await isGone()).toBeUndefined();
  const body = { reason: 'not-there', handover: 'return' };
  await desk.get(api.undoHandover, { params: { id: loanId ?? '' }, body });
  expect(await isGone()).toBe(true);
});

describe('what is over is sent to nobody any more, and its list says so:', () => {
  const sponsor = campus.newcomer('faculty', { name: 'Asha Rao' });
  const admin = campus.newcomer('admin');

  /** Whether the admin's news of this template is over, and is left to be sent. */
  async function stateOf(template: string) {
    const [news] = (await listed(admin)).notifications.filter((one) => one.template === template);
    const left = await currentMessages(campus.db)([news?._id ?? ''], new Date());
    return { over: news?.over, isSent: left.size === 1 };
  }
  const holds = { over: undefined, isSent: true };
  const isOver = { over: true, isSent: false };

  test('a dispute that is settled', async () => {
    const loanId = await lent(desk, sponsor, (await campus.key()).id);
    await sponsor.get(api.disputeLoan, { params: { id: loanId } });
    expect(await stateOf('handover-disputed')).toEqual(holds);
    const body = { resolution: 'confirmed' };
    await admin.get(api.settleDispute, { params: { id: loanId }, body });
    expect(await stateOf('handover-disputed')).toEqual(isOver);
  });

  test('a refusal of a sponsor who vouches now', async () => {
    const id = await entered(desk, sponsor);
    await sponsor.get(api.answerVisitor, await answerTo(campus, id, 'refused'));
    expect(await stateOf('sponsor-refuses')).toEqual(holds);
    await sponsor.get(api.answerVisitor, await answerTo(campus, id, 'confirmed'));
    expect(await stateOf('sponsor-refuses')).toEqual(isOver);
  });

  test('that a sponsor can have no keys, who is restored', async () => {
    const holderId = await confirmedVisitor(campus, desk, sponsor);
    const { id: keyId } = await campus.key();
    await desk.get(api.lendKey, { body: { keyId, holderId, identifiedBy: 'desk' } });
    const set = (state: 'suspended' | 'active') =>
      admin.get(api.setUserState, { params: { id: sponsor.user.id }, body: { state } });
    await set('suspended');
    expect(await stateOf('visitor-without-sponsor')).toEqual(holds);
    await set('active');
    expect(await stateOf('visitor-without-sponsor')).toEqual(isOver);
  });

  test('that a former sponsor can have no keys, once the visitor brings back what was recalled', async () => {
    const former = await campus.person();
    const phone = newPhone();
    const holderId = await confirmedVisitor(campus, desk, former, { phone });
    const { id: keyId } = await campus.key();
    const lending = { body: { keyId, holderId, identifiedBy: 'desk' } };
    const { loanId } = (await desk.get(api.lendKey, lending)).data;
    await desk.get(api.collectKey, { params: { id: keyId } });
    await confirmedVisitor(campus, desk, sponsor, { phone });
    const undoing = { params: { id: loanId }, body: { reason: 'not-there', handover: 'return' } };
    await desk.get(api.undoHandover, undoing);
    const suspended = { params: { id: former.user.id }, body: { state: 'suspended' } } as const;
    await admin.get(api.setUserState, suspended);
    expect(await stateOf('visitor-without-sponsor')).toEqual(holds);
    await desk.get(api.collectKey, { params: { id: keyId } });
    expect(await stateOf('visitor-without-sponsor')).toEqual(isOver);
  });
});

test.each([{ limit: '0' }, { limit: '101' }, { limit: 'x' }, { before: 'x' }, { page: '1' }])(
  'a list with %j is refused',
  async (query) => {
    const asha = await campus.person();
    expect((await asha.call(api.listNotifications, { query })).status).toBe(400);
  },
);
