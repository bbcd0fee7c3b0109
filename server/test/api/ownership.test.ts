import { api, type RouteName } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { notifications, pushSubscriptions, users } from '../../src/platform/db/tables.ts';
import { giveKey, loansOf } from '../handovers.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import type { TestClient } from '../test-client.ts';

type OwnRouteName = {
  [Name in RouteName]: (typeof api)[Name]['ownership'] extends 'none' ? never : Name;
}[RouteName];

let campus: TestApp;
let owner: TestClient;
let stranger: TestClient;
let guard: TestClient;
let admin: TestClient;
let keyId: string;
let notificationId: string;

// People hand keys back themselves here: otherwise no faculty member may return a key by hand at all.
campus = await startTestApp({ SELF_SERVICE: 'true', PUSH_HOSTS: '127.0.0.1' });
afterAll(() => campus.close());

beforeEach(async () => {
  [owner, stranger, guard, admin] = [
    await campus.person(),
    await campus.person(),
    await campus.person('security'),
    await campus.person('admin'),
  ];
  keyId = (await campus.key()).id;
  await giveKey(guard, owner, keyId);
  notificationId = (await stored()).id;
});

async function stored() {
  const [row] = await campus.db.orm
    .select()
    .from(notifications)
    .where(eq(notifications.userId, owner.user.id));
  if (!row) throw new Error('The owner was told nothing');
  return row;
}

async function ownerRow() {
  return (await campus.db.orm.select().from(users).where(eq(users.id, owner.user.id)))[0];
}

async function statusOf(who: TestClient, route: Route, options: Parameters<TestClient['call']>[1]) {
  return (await who.call(route, options)).status;
}

/** Calls as somebody else and as the owner; only the answer to the latter may name the owner. */
async function namesOnlyTheOwnerToThem(route: Route): Promise<void> {
  for (const other of [stranger, guard, admin]) {
    const answer = await other.call(route);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(owner.user.id);
    expect(JSON.stringify(answer.body)).not.toContain(notificationId);
  }
}

async function marksOnlyForTheOwner(route: Route): Promise<void> {
  const options = { params: { id: notificationId } };
  const before = await stored();
  for (const other of [stranger, guard, admin])
    expect(await statusOf(other, route, options)).toBe(404);
  expect(await stored()).toEqual(before);
  expect(await statusOf(owner, route, options)).toBe(200);
}

const subscription = {
  endpoint: 'https://127.0.0.1:9/of-the-owner',
  keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
};

async function subscriber() {
  return (
    await campus.db.orm
      .select({ userId: pushSubscriptions.userId })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.endpoint, subscription.endpoint))
  )[0]?.userId;
}

async function takesNobodyElsesName(route: Route, body: object): Promise<void> {
  const before = await ownerRow();
  for (const field of ['userId', 'id', 'email'])
    expect(await statusOf(stranger, route, { body: { ...body, [field]: owner.user.id } })).toBe(
      400,
    );
  await stranger.call(route, { body });
  expect(await ownerRow()).toEqual(before);
}

/** What becomes of one person's things when somebody else calls. */
const others: Readonly<Record<OwnRouteName, () => Promise<void>>> = {
  checkAuth: () => namesOnlyTheOwnerToThem(api.checkAuth),
  registrationStatus: () => namesOnlyTheOwnerToThem(api.registrationStatus),
  completeRegistration: () =>
    takesNobodyElsesName(api.completeRegistration, { role: 'faculty', facultyId: 'F-77' }),
  myData: () => namesOnlyTheOwnerToThem(api.myData),
  listOwnSessions: async () => {
    const sessionIds = async (who: TestClient) =>
      (await who.get(api.listOwnSessions)).data.sessions.map(({ id }) => id);
    for (const one of [owner, stranger, guard, admin])
      expect(await sessionIds(one)).toEqual([one.secrets.sessionId]);
  },
  endOwnSession: async () => {
    const options = { params: { id: owner.secrets.sessionId } };
    for (const other of [stranger, guard, admin])
      expect(await statusOf(other, api.endOwnSession, options)).toBe(404);
    expect(await statusOf(owner, api.endOwnSession, options)).toBe(200);
  },
  endOtherSessions: async () => {
    for (const other of [stranger, guard, admin]) await other.get(api.endOtherSessions);
    expect(await statusOf(owner, api.checkAuth, {})).toBe(200);
  },
  confirmSignIn: async () => {
    const { headers } = await owner.call(api.confirmSignIn);
    const hint = new URL(headers.get('location') ?? '').searchParams.get('login_hint');
    expect(hint).toBe(owner.user.email);
  },
  updateProfile: () => takesNobodyElsesName(api.updateProfile, { name: 'Somebody Else' }),
  getUser: async () => {
    const options = { params: { userId: owner.user.id } };
    expect(await statusOf(stranger, api.getUser, options)).toBe(403);
    for (const allowed of [owner, guard, admin])
      expect(await statusOf(allowed, api.getUser, options)).toBe(200);
  },
  myTakenKeys: () => namesOnlyTheOwnerToThem(api.myTakenKeys),
  myFrequentlyUsedKeys: () => namesOnlyTheOwnerToThem(api.myFrequentlyUsedKeys),
  returnKey: async () => {
    expect(await statusOf(stranger, api.returnKey, { params: { id: keyId } })).toBe(403);
    expect(await loansOf(campus.db, keyId)).toMatchObject([{ returnedAt: null }]);
    expect(await statusOf(guard, api.returnKey, { params: { id: keyId } })).toBe(200);
    await giveKey(guard, owner, keyId);
    expect(await statusOf(owner, api.returnKey, { params: { id: keyId } })).toBe(200);
  },
  issueCode: async () => {
    for (const type of ['key-request', 'key-return'])
      expect([403, 409]).toContain(
        await statusOf(stranger, api.issueCode, { body: { type, keyId } }),
      );
    expect(await statusOf(owner, api.issueCode, { body: { type: 'key-return', keyId } })).toBe(200);
  },
  listNotifications: () => namesOnlyTheOwnerToThem(api.listNotifications),
  markNotificationRead: () => marksOnlyForTheOwner(api.markNotificationRead),
  markNotificationUnread: () => marksOnlyForTheOwner(api.markNotificationUnread),
  markAllNotificationsRead: async () => {
    for (const other of [stranger, guard, admin]) await other.get(api.markAllNotificationsRead);
    expect((await stored()).readAt).toBeNull();
    await owner.get(api.markAllNotificationsRead);
    expect((await stored()).readAt).not.toBeNull();
  },
  subscribePush: async () => {
    await owner.get(api.subscribePush, { body: { subscription } });
    expect(await subscriber()).toBe(owner.user.id);
    expect(
      await statusOf(stranger, api.subscribePush, { body: { subscription, userId: 'x' } }),
    ).toBe(400);
    expect(await subscriber()).toBe(owner.user.id);
  },
  unsubscribePush: async () => {
    await owner.get(api.subscribePush, { body: { subscription } });
    const body = { endpoint: subscription.endpoint };
    for (const other of [stranger, guard, admin]) await other.call(api.unsubscribePush, { body });
    expect(await subscriber()).toBe(owner.user.id);
    await owner.get(api.unsubscribePush, { body });
    expect(await subscriber()).toBeUndefined();
  },
};

test('every route that touches somebody’s own things is among these', () => {
  const owned = Object.entries(api).filter(([, route]) => route.ownership !== 'none');
  expect(Object.keys(others).sort()).toEqual(owned.map(([name]) => name).sort());
});

test.each(Object.keys(others) as OwnRouteName[])('%s leaves other people’s things alone', (name) =>
  others[name](),
);
