import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { Browser } from '../../../test/browser.ts';
import { requestCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { signIn } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { send, TestClient } from '../../../test/test-client.ts';
import { auditEvents, codes, sessions } from '../../db/schema.ts';
import { openSession } from './sessions.ts';

const campus = testCampus();

async function alsoAt({ user }: TestClient, origin: Parameters<typeof openSession>[2] = {}) {
  return new TestClient(campus.url, user, await openSession(campus.db, user.id, origin));
}

async function listOf(who: TestClient) {
  return (await who.get(api.listOwnSessions)).data.sessions;
}

async function isSignedIn(who: TestClient) {
  return (await who.call(api.checkAuth)).status === 200;
}

function eventsOf({ user }: TestClient) {
  return listAuditEvents(campus.db, eq(auditEvents.actorId, user.id));
}

describe('where one is signed in', () => {
  test('is told in words, this device first, and never with a secret', async () => {
    const laptop = await campus.person();
    const phone = await alsoAt(laptop, { device: 'Safari/iPhone', address: '192.0.2.7' });
    const list = await listOf(laptop);
    expect(list).toEqual([
      {
        id: laptop.secrets.sessionId,
        device: 'Unknown device',
        address: null,
        signedInAt: expect.any(String),
        lastActiveAt: expect.any(String),
        isCurrent: true,
      },
      {
        id: phone.secrets.sessionId,
        device: 'Safari on iPhone',
        address: '192.0.2.7',
        signedInAt: expect.any(String),
        lastActiveAt: expect.any(String),
        isCurrent: false,
      },
    ]);
    expect((await listOf(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
    for (const secret of [phone.secrets.cookie, phone.secrets.bearer])
      expect(JSON.stringify(list)).not.toContain(secret);
  });

  test('begins with the device and network address of the sign-in', async () => {
    const { cookie = '' } = await signIn(campus.url, 'device.owner@campus.test', new Browser());
    const { body } = await send(
      campus.url,
      api.listOwnSessions,
      {},
      {
        cookie: `keydesk_session=${cookie}`,
      },
    );
    expect(body).toMatchObject({
      data: { sessions: [{ device: 'Unknown device', address: '127.0.0.1', isCurrent: true }] },
    });
  });

  test('leaves out sessions that are over', async () => {
    const asha = await campus.person();
    const [ended, expired] = [await alsoAt(asha), await alsoAt(asha)];
    await ended.get(api.logout);
    await campus.db.orm
      .update(sessions)
      .set({ createdAt: new Date('2025-01-01') })
      .where(eq(sessions.id, expired.secrets.sessionId));
    expect((await listOf(asha)).map(({ id }) => id)).toEqual([asha.secrets.sessionId]);
  });
});

describe('signing out there', () => {
  test('ends that session with its codes and live connections, and no other', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    const lost = await alsoAt(asha, { device: 'Chrome on Android' });
    await requestCode(lost, key.id);
    const [here, there] = [await openPage(asha), await openPage(lost)];
    const params = { id: lost.secrets.sessionId };
    expect(await asha.call(api.endOwnSession, { params })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Signed out there' },
    });
    expect(await there.ended).toBe('io server disconnect');
    expect(here.socket.connected).toBe(true);
    expect([await isSignedIn(asha), await isSignedIn(lost)]).toEqual([true, false]);
    expect(
      await campus.db.orm.select().from(codes).where(eq(codes.userId, asha.user.id)),
    ).toMatchObject([{ voidedAt: expect.any(Date) }]);
    expect(await eventsOf(asha)).toMatchObject([
      { action: 'sign-out-elsewhere', subjectId: asha.user.id, details: { sessions: 1 } },
    ]);
    expect((await asha.call(api.endOwnSession, { params })).status).toBe(404);
  });

  test.each(['0'.repeat(24), 'nonsense'])('refuses what is no session: %s', async (id) => {
    const asha = await campus.person();
    const { status } = await asha.call(api.endOwnSession, { params: { id } });
    expect(status).toBe(id === 'nonsense' ? 400 : 404);
    expect(await eventsOf(asha)).toEqual([]);
  });
});

describe('signing out everywhere else', () => {
  test('leaves this session alone, and brings no idle one back later', async () => {
    const asha = await campus.person();
    const [phone, tablet] = [await alsoAt(asha), await alsoAt(asha)];
    await campus.db.orm
      .update(sessions)
      .set({ lastActiveAt: new Date(Date.now() - 23 * 3_600_000) })
      .where(eq(sessions.id, tablet.secrets.sessionId));
    await asha.get(api.endOtherSessions);
    expect([await isSignedIn(asha), await isSignedIn(phone)]).toEqual([true, false]);
    const [row] = await campus.db.orm
      .select()
      .from(sessions)
      .where(eq(sessions.id, tablet.secrets.sessionId));
    expect(row?.revokedAt).not.toBeNull();
    expect(await eventsOf(asha)).toMatchObject([{ details: { sessions: 2 } }]);
  });

  test('may end none, and does nothing to anybody else', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    await asha.get(api.endOtherSessions);
    expect([await isSignedIn(asha), await isSignedIn(ravi)]).toEqual([true, true]);
    expect(await eventsOf(asha)).toEqual([]);
  });
});
