import { api, type RouteName } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { grants, notifications, pushSubscriptions, users } from '../../src/db/schema.ts';
import { dutyAt } from '../desk-computer.ts';
import { giveKey, loansOf } from '../handovers.ts';
import { lent } from '../lending.ts';
import { startTestApp, type TestApp } from '../test-app.ts';
import type { TestClient } from '../test-client.ts';
import { answerTo, entered } from '../visitors.ts';

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
  for (const table of ['grants', 'access_requests']) await campus.db.query(`DELETE FROM ${table}`);
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

/** Calls as someone else and as the owner; only the answer to the latter may name the owner. */
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

let ownedKeyId: string;
const later = new Date(Date.now() + 3_600_000).toISOString();

/** A person's request for a restricted key of this owner. */
async function asked(who: TestClient, keyOwner: TestClient) {
  const key = await campus.key({ level: 'restricted', ownerId: keyOwner.user.id });
  const body = { keyId: key.id, purpose: 'Class', wantedUntil: later };
  return (await who.get(api.requestAccess, { body })).data.request;
}

/** What this owner of a key gave a person. */
async function given(who: TestClient, keyOwner: TestClient) {
  ownedKeyId = (await campus.key({ level: 'restricted', ownerId: keyOwner.user.id })).id;
  const body = { keyId: ownedKeyId, userId: who.user.id };
  return (await keyOwner.get(api.addGrant, { body })).data.grant;
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

/** What becomes of one person's things when someone else calls. */
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
  staySignedIn: async () => {
    const idle = await campus.person();
    const end = async () => (await idle.get(api.checkAuth)).session?.endsAt ?? '';
    const before = await end();
    for (const other of [stranger, guard, admin]) await other.get(api.staySignedIn);
    expect(await end()).toBe(before);
    expect((await idle.get(api.staySignedIn)).data.session.endsAt > before).toBe(true);
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
  setDutyPin: async () => {
    const hashes = async () => (await campus.db.query('SELECT * FROM duty_pins')).rows;
    await guard.get(api.setDutyPin, { body: { pin: '482913' } });
    const before = await hashes();
    const other = await campus.person('security');
    await other.get(api.setDutyPin, { body: { pin: '294817' } });
    expect(await statusOf(other, api.setDutyPin, { body: { pin: '1', userId: 'x' } })).toBe(400);
    for (const nobody of [stranger, admin])
      expect(await statusOf(nobody, api.setDutyPin, { body: { pin: '385926' } })).toBe(403);
    expect(await hashes()).toEqual(expect.arrayContaining(before));
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
  reportKey: async () => {
    const id = (await campus.key()).id;
    await giveKey(guard, owner, id);
    const reported = { params: { id }, body: { kind: 'lost' } };
    expect(await statusOf(stranger, api.reportKey, reported)).toBe(403);
    expect(await statusOf(owner, api.reportKey, reported)).toBe(200);
  },
  issueCode: async () => {
    for (const type of ['key-request', 'key-return'])
      expect([403, 409]).toContain(
        await statusOf(stranger, api.issueCode, { body: { type, keyId } }),
      );
    expect(await statusOf(owner, api.issueCode, { body: { type: 'key-return', keyId } })).toBe(200);
  },
  disputeLoan: async () => {
    const params = { id: await lent(guard, owner, (await campus.key()).id) };
    for (const other of [stranger, guard, admin])
      expect(await statusOf(other, api.disputeLoan, { params })).toBe(404);
    expect(await statusOf(owner, api.disputeLoan, { params })).toBe(200);
  },
  answerVisitor: async () => {
    const answer = await answerTo(campus, await entered(guard, owner), 'confirmed');
    for (const other of [stranger, guard, admin])
      expect(await statusOf(other, api.answerVisitor, answer)).toBe(404);
    expect(await statusOf(owner, api.answerVisitor, answer)).toBe(200);
  },
  disputeDuty: async () => {
    const { computer, guard: onDuty } = await dutyAt(campus);
    const params = { id: (await computer.state()).duty?.id ?? '' };
    for (const other of [stranger, guard, admin])
      expect(await statusOf(other, api.disputeDuty, { params })).toBe(404);
    expect(await computer.duty()).not.toBeNull();
    expect(await statusOf(onDuty, api.disputeDuty, { params })).toBe(200);
    expect(await computer.duty()).toBeNull();
  },
  keysAccess: async () => {
    await campus.db.query(`UPDATE keys SET level = 'high' WHERE id = $1`, [keyId]);
    await campus.db.orm
      .insert(grants)
      .values({ keyId, userId: owner.user.id, givenBy: admin.user.id, reason: '' });
    const outcomes = await Promise.all(
      [owner, stranger, guard, admin].map(
        async (one) => (await one.get(api.keysAccess)).data.notFree[keyId]?.outcome,
      ),
    );
    expect(outcomes).toEqual([undefined, 'refused', 'refused', 'refused']);
  },
  keyVerdict: async () => {
    const options = { params: { id: keyId }, query: { userId: owner.user.id } };
    expect(await statusOf(stranger, api.keyVerdict, options)).toBe(403);
    for (const one of [owner, guard, admin])
      expect(await statusOf(one, api.keyVerdict, options)).toBe(200);
  },
  extendLoan: async () => {
    const [loan] = await loansOf(campus.db, keyId);
    const options = { params: { id: loan?.id ?? '' } };
    expect(await statusOf(stranger, api.extendLoan, options)).toBe(404);
    for (const desk of [guard, admin])
      expect(await statusOf(desk, api.extendLoan, options)).toBe(400);
    expect(await statusOf(owner, api.extendLoan, options)).toBe(409);
    expect(await loansOf(campus.db, keyId)).toMatchObject([{ dueAt: loan?.dueAt }]);
    const body = { until: new Date(Date.now() + 100 * 3_600_000).toISOString(), reason: 'Exam' };
    expect(await statusOf(guard, api.extendLoan, { ...options, body })).toBe(200);
  },
  ownExtensions: () => namesOnlyTheOwnerToThem(api.ownExtensions),
  ownWaits: async () => {
    for (const one of [stranger, guard]) {
      await one.get(api.waitForKey, { params: { id: keyId } });
      await admin.get(api.stopWaiting, { params: { id: keyId } });
      expect((await one.get(api.ownWaits)).data.waits).toMatchObject([{ keyId }]);
    }
    for (const other of [owner, admin])
      expect((await other.get(api.ownWaits)).data.waits).toEqual([]);
  },
  waitForKey: async () => {
    expect(await statusOf(owner, api.waitForKey, { params: { id: keyId } })).toBe(409);
    await stranger.get(api.waitForKey, { params: { id: keyId } });
    expect((await guard.get(api.ownWaits)).data.waits).toEqual([]);
  },
  stopWaiting: async () => {
    await stranger.get(api.waitForKey, { params: { id: keyId } });
    for (const other of [owner, guard, admin])
      await other.get(api.stopWaiting, { params: { id: keyId } });
    expect((await stranger.get(api.ownWaits)).data.waits).toHaveLength(1);
  },
  getMessagePreferences: async () => {
    await owner.get(api.putMessagePreferences, {
      body: { kinds: [{ kind: 'handover', push: false, mail: true }] },
    });
    for (const [who, chose] of [
      [owner, true],
      [stranger, false],
    ] as const) {
      const { kinds } = (await who.get(api.getMessagePreferences)).data;
      expect(kinds.find(({ kind }) => kind === 'handover')?.mail).toBe(chose);
    }
  },
  putMessagePreferences: async () => {
    const kinds = [{ kind: 'wait', push: false, mail: true }];
    await takesNobodyElsesName(api.putMessagePreferences, { kinds });
    const own = (await owner.get(api.getMessagePreferences)).data.kinds;
    expect(own.find(({ kind }) => kind === 'wait')).toMatchObject({ push: true, mail: false });
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
  listAccessRequests: async () => {
    const { id } = await asked(owner, stranger);
    const listed = async (who: TestClient) =>
      (await who.get(api.listAccessRequests)).data.requests.map((request) => request.id);
    for (const one of [owner, stranger, admin]) expect(await listed(one)).toEqual([id]);
    expect(await listed(guard)).toEqual([]);
  },
  requestAccess: async () => {
    await asked(owner, stranger);
    expect(JSON.stringify((await guard.get(api.listAccessRequests)).data)).not.toContain(keyId);
    await takesNobodyElsesName(api.requestAccess, { keyId, purpose: 'Class', wantedUntil: later });
  },
  decideAccessRequest: async () => {
    const { id } = await asked(owner, stranger);
    const decide = (who: TestClient, decision: string) =>
      statusOf(who, api.decideAccessRequest, { params: { id }, body: { decision } });
    for (const decision of ['approve', 'deny']) expect(await decide(owner, decision)).toBe(403);
    for (const decision of ['approve', 'deny']) expect(await decide(guard, decision)).toBe(403);
    for (const other of [guard, stranger, admin]) expect(await decide(other, 'withdraw')).toBe(404);
    expect(await decide(owner, 'withdraw')).toBe(200);
  },
  listGrants: async () => {
    const { id } = await given(owner, stranger);
    const listed = async (who: TestClient) =>
      (await who.get(api.listGrants)).data.grants.map((grant) => grant.id);
    for (const one of [owner, stranger, admin]) expect(await listed(one)).toEqual([id]);
    expect(await listed(guard)).toEqual([]);
  },
  peopleToGrant: async () => {
    await given(owner, stranger);
    for (const other of [owner, guard])
      expect(await statusOf(other, api.peopleToGrant, {})).toBe(403);
    for (const giver of [stranger, admin])
      expect(await statusOf(giver, api.peopleToGrant, {})).toBe(200);
  },
  addGrant: async () => {
    await given(owner, stranger);
    const give = (who: TestClient) => {
      const body = { keyId: ownedKeyId, userId: owner.user.id };
      return statusOf(who, api.addGrant, { body });
    };
    for (const other of [owner, guard]) expect(await give(other)).toBe(403);
    for (const giver of [stranger, admin]) expect(await give(giver)).toBe(200);
  },
  endGrant: async () => {
    const { id } = await given(owner, stranger);
    const end = (who: TestClient) => statusOf(who, api.endGrant, { params: { id } });
    expect(await end(owner)).toBe(403);
    expect(await end(guard)).toBe(404);
    expect(await end(stranger)).toBe(200);
    expect(await end(admin)).toBe(404);
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
