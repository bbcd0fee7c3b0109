import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { giveKey, requestCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { checkAuth, signIn } from '../../../test/sign-in.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const second = campus.secondProcess();
const admin = campus.resident('admin');
const guard = campus.resident('security');

function setState(id: string, state: string, by = admin) {
  return by.call(api.setUserState, { params: { id }, body: { state } });
}

function suspend({ user }: TestClient, by = admin) {
  return setState(user.id, 'suspended', by);
}

function restore({ user }: TestClient) {
  return setState(user.id, 'active');
}

function remove({ user }: TestClient, by = admin) {
  return by.call(api.deleteUser, { params: { id: user.id } });
}

const closed = '/login?error=oauth_failed&reason=account_closed';

async function lastEventOf({ user }: TestClient) {
  return (await listAuditEvents(campus.db, eq(auditEvents.subjectId, user.id))).at(-1);
}

/** Everyone in this state, as Manage Users lists them. */
async function listed(state: string) {
  const { data } = await admin.get(api.listUsers, { query: { state, limit: '100' } });
  return new Map(data.users.map((user) => [user.id, user.state]));
}

describe('suspending a person', () => {
  test('ends their sessions and live connections at every process, and voids their codes', async () => {
    const asha = await campus.person();
    const pages = [await openPage(asha), await openPage(asha.at(second))];
    const { qrText } = await requestCode(asha, (await campus.key()).id);
    expect(await suspend(asha)).toMatchObject({
      status: 200,
      body: { message: 'User suspended', data: { user: { id: asha.user.id } } },
    });
    for (const page of pages) expect(await page.ended).toBe('io server disconnect');
    for (const at of [campus, second])
      expect((await asha.at(at).call(api.checkAuth)).status).toBe(401);
    const scan = await guard.call(api.scanRequest, { body: { qrData: qrText } });
    expect(scan.body).toMatchObject({
      message: 'QR code is no longer valid, please regenerate',
      error: { details: { closedOwner: asha.user.name, closedAs: 'suspended' } },
    });
    expect(await lastEventOf(asha)).toMatchObject({
      action: 'suspend-user',
      level: 'WARN',
      actorId: admin.user.id,
    });
  });

  test('works with keys out, which the desk still collects', async () => {
    const asha = await campus.person();
    const key = await giveKey(guard, asha, (await campus.key()).id);
    expect((await suspend(asha)).status).toBe(200);
    const collected = await guard.get(api.collectKey, { params: { id: key._id } });
    expect(collected.data.originalUser.id).toBe(asha.user.id);
  });

  test('gives them no key that was being handed out at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const asha = await campus.person();
      const { id } = await campus.key();
      const { qrText } = await requestCode(asha, id);
      await Promise.all([
        guard.at(second).call(api.scanRequest, { body: { qrData: qrText } }),
        suspend(asha),
      ]);
      expect((await guard.call(api.scanRequest, { body: { qrData: qrText } })).status).not.toBe(
        500,
      );
      expect((await asha.call(api.checkAuth)).status).toBe(401);
    }
  });

  test('twice is as good as once', async () => {
    const asha = await campus.person();
    await suspend(asha);
    expect(await suspend(asha)).toMatchObject({
      status: 200,
      body: { message: 'No changes' },
    });
    const events = await listAuditEvents(campus.db, eq(auditEvents.subjectId, asha.user.id));
    expect(events.map(({ action }) => action)).toEqual(['suspend-user']);
  });

  test.each([
    ['oneself', 'OWN_SUSPENSION', () => suspend(admin)],
    [
      'somebody who was deleted',
      'USER_REMOVED',
      async () => suspend(await campus.person('faculty', { deletedAt: new Date() })),
    ],
  ])('is refused for %s', async (_whom, code, attempt) => {
    expect(await attempt()).toMatchObject({ status: 409, body: { error: { code } } });
  });

  test('is refused for nobody, and for a state that is none', async () => {
    expect((await setState('f'.repeat(24), 'suspended')).status).toBe(404);
    for (const state of ['removed', 'waiting', 'gone', ''])
      expect((await setState(guard.user.id, state)).status).toBe(400);
  });

  test('leaves the last active admin: of two who suspend each other at once, one remains', async () => {
    const lonely = await campusOfTest();
    const [one, two] = [await lonely.person('admin'), await lonely.person('admin')];
    await Promise.all([suspend(two, one), suspend(one, two)]);
    const { rows } = await lonely.db.query(
      "SELECT id FROM users WHERE role = 'admin' AND suspended_at IS NULL",
    );
    expect(rows).toHaveLength(1);
    const remaining = rows[0].id === one.user.id ? one : two;
    const other = remaining === one ? two : one;
    await lonely.person('admin', { suspendedAt: new Date() });
    expect(await suspend(remaining, other)).toMatchObject({ status: 401 });
    expect(
      await remaining.call(api.updateUser, {
        params: { id: remaining.user.id },
        body: { name: 'Only Me', email: remaining.user.email, role: 'faculty' },
      }),
    ).toMatchObject({ status: 409, body: { error: { code: 'LAST_ADMIN' } } });
  });
});

describe('whoever is kept out', () => {
  const out = [
    ['suspended', suspend],
    ['removed', remove],
  ] as const;

  test.each(out)('is told so when they sign in: %s', async (state, shutOut) => {
    const email = `out-${state}@campus.test`;
    const person = await campus.person('faculty', { email });
    await shutOut(person);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      const { page, cookie } = await signIn(campus.url, email);
      expect({ page, cookie }).toEqual({ page: closed, cookie: undefined });
    }
    expect(await lastEventOf(person)).toMatchObject({ action: 'sign-in-refused', actorId: null });
    expect((await signIn(campus.url, `other-${state}@campus.test`)).page).toBe(
      '/login?auth=success',
    );
  });

  test.each(out)('cannot come back as somebody new: %s', async (state, shutOut) => {
    const person = await campus.person('faculty', { email: `again-${state}@campus.test` });
    await shutOut(person);
    const newcomer = await campus.person('pending');
    const { facultyId } = person.user;
    expect(
      await newcomer.call(api.completeRegistration, { body: { department: 'CSE', facultyId } }),
    ).toMatchObject({ status: 409, body: { message: 'This Faculty ID is already registered' } });
    const body = { name: 'Somebody', email: person.user.email.toUpperCase(), role: 'admin' };
    expect(await admin.call(api.updateUser, { params: { id: guard.user.id }, body })).toMatchObject(
      { status: 409, body: { message: 'User already exists' } },
    );
  });

  test('an admin mailbox that was removed does not come back as admin', async () => {
    const { cookie = '' } = await signIn(campus.url, 'admin@campus.test');
    const mailbox = (await checkAuth(campus.url, { cookie })).body.user as { id: string };
    expect((await admin.call(api.deleteUser, { params: { id: mailbox.id } })).status).toBe(200);
    expect((await signIn(campus.url, 'admin@campus.test')).page).toBe(closed);
  });

  test('comes back by being restored, as who they were', async () => {
    for (const [state, shutOut] of out) {
      const email = `back-${state}@campus.test`;
      const person = await campus.person('security', { email });
      await shutOut(person);
      expect((await person.call(api.checkAuth)).status).toBe(401);
      expect(await restore(person)).toMatchObject({
        status: 200,
        body: { message: 'User restored', data: { user: { id: person.user.id } } },
      });
      expect((await person.call(api.checkAuth)).status).toBe(401);
      const { cookie = '' } = await signIn(campus.url, email);
      expect((await checkAuth(campus.url, { cookie })).body.user).toMatchObject({
        id: person.user.id,
        role: 'security',
      });
    }
  });
});

describe('Manage Users', () => {
  test('shows who is active unless asked for others', async () => {
    const [asha, ravi, mira] = [
      await campus.person(),
      await campus.person(),
      await campus.person(),
    ];
    await suspend(ravi);
    await remove(mira);
    const [a, r, m] = [asha.user.id, ravi.user.id, mira.user.id];
    const statesIn = async (state: string) => {
      const all = await listed(state);
      return [a, r, m].map((id) => all.get(id));
    };
    expect(await statesIn('active')).toEqual(['active', undefined, undefined]);
    expect(await statesIn('suspended')).toEqual([undefined, 'suspended', undefined]);
    expect(await statesIn('removed')).toEqual([undefined, undefined, 'removed']);
    expect(await statesIn('all')).toEqual(['active', 'suspended', 'removed']);
    expect((await admin.call(api.listUsers, { query: { state: 'gone' } })).status).toBe(400);
  });

  test('removes whoever is suspended already', async () => {
    const asha = await campus.person();
    await suspend(asha);
    expect((await remove(asha)).status).toBe(200);
    expect((await listed('removed')).get(asha.user.id)).toBe('removed');
  });
});
