import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { giveKey, loansOf, requestCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import { TestClient } from '../../../test/test-client.ts';
import { entered } from '../../../test/visitors.ts';
import { auditEvents, users } from '../../db/schema.ts';
import { openSession } from '../session/sessions.ts';

const campus = testCampus();
const second = campus.secondProcess();
const admin = campus.resident('admin');
const guard = campus.resident('security');

function remove(visitor: TestClient, by = admin) {
  return by.call(api.deleteUser, { params: { id: visitor.user.id } });
}

async function lastEventOf({ user }: TestClient) {
  return (await listAuditEvents(campus.db, eq(auditEvents.subjectId, user.id))).at(-1);
}

describe('deleting a person', () => {
  test('ends their sessions and live connections at every process, and voids their codes', async () => {
    const asha = await campus.person();
    const pages = [await openPage(asha), await openPage(asha.at(second))];
    const { qrText } = await requestCode(asha, (await campus.key()).id);
    expect(await remove(asha)).toMatchObject({
      status: 200,
      body: { success: true, message: 'User deleted successfully' },
    });
    for (const page of pages) expect(await page.ended).toBe('io server disconnect');
    for (const at of [campus, second])
      expect((await asha.at(at).call(api.checkAuth)).status).toBe(401);
    const scan = await guard.call(api.scanRequest, { body: { qrData: qrText } });
    expect(scan.body.message).toBe('QR code is no longer valid, please regenerate');
  });

  test('is audited with who they were', async () => {
    const asha = await campus.person();
    await remove(asha);
    expect(await lastEventOf(asha)).toMatchObject({
      action: 'delete-user',
      level: 'WARN',
      actorId: admin.user.id,
      details: { name: asha.user.name, email: asha.user.email, role: 'faculty' },
    });
  });

  test('keeps their history, and their address and Faculty ID for them alone', async () => {
    const asha = await campus.person();
    const key = await giveKey(guard, asha, (await campus.key()).id);
    await guard.get(api.collectKey, { params: { id: key._id } });
    await remove(asha);
    const { email, facultyId } = asha.user;
    for (const taken of [{ email }, { facultyId }])
      await expect(campus.person('faculty', taken)).rejects.toThrow();
    expect(await loansOf(campus.db, key._id)).toMatchObject([{ holderId: asha.user.id }]);
    const [row] = await campus.db.orm.select().from(users).where(eq(users.id, asha.user.id));
    expect(row?.deletedAt).not.toBeNull();
  });

  test('removes them from the list', async () => {
    const asha = await campus.person('faculty', { name: 'Soon Gone' });
    await remove(asha);
    const { users: found } = (await admin.get(api.listUsers, { query: { search: 'soon gone' } }))
      .data;
    expect(found).toEqual([]);
    expect((await remove(asha)).status).toBe(404);
  });
});

describe('nobody deletes', () => {
  test('a person with keys; the answer names the keys', async () => {
    const asha = await campus.person();
    for (const keyNumber of ['DEL-2', 'DEL-1'])
      await giveKey(guard, asha, (await campus.key({ keyNumber })).id);
    const { status, body } = await remove(asha);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        message:
          'This person still has keys: DEL-1, DEL-2. You can delete them once these are returned.',
        error: { details: { keys: [{ keyNumber: 'DEL-1' }, { keyNumber: 'DEL-2' }] } },
      },
    });
    await asha.get(api.checkAuth);
  });

  test('nor erases whoever answers for a visitor with a key, which may be handed over meanwhile', async () => {
    for (let round = 0; round < 6; round += 1) {
      const asha = await campus.person();
      const holderId = await entered(guard, asha);
      const { id: keyId, keyNumber } = await campus.key();
      const body = { keyId, holderId, identifiedBy: 'desk', unanswered: true };
      const [lent, removal] = await Promise.all([
        guard.at(second).call(api.lendKey, { body }),
        remove(asha),
      ]);
      expect([lent.status, removal.status].sort()).toEqual(
        lent.status === 200 ? [200, 409] : [200, 403],
      );
      if (lent.status === 200)
        expect(removal.body.message).toContain(`still has keys: ${keyNumber}.`);
    }
    const asha = await campus.person();
    const body = { keyId: (await campus.key()).id, holderId: await entered(guard, asha) };
    const handOut = { ...body, identifiedBy: 'desk', unanswered: true };
    await guard.get(api.lendKey, { body: handOut });
    expect((await remove(asha)).body.error).toMatchObject({ code: 'USER_HAS_KEYS' });
    const erase = { params: { id: asha.user.id } };
    await campus.db.query('UPDATE users SET deleted_at = now() WHERE id = $1', [asha.user.id]);
    expect((await admin.call(api.eraseUser, erase)).body.error).toMatchObject({
      code: 'USER_HAS_KEYS',
    });
    await guard.get(api.collectKey, { params: { id: body.keyId }, body: {} });
    expect((await admin.call(api.eraseUser, erase)).status).toBe(200);
  });

  test('themselves', async () => {
    expect(await remove(admin)).toMatchObject({
      status: 409,
      body: { error: { code: 'OWN_ACCOUNT' } },
    });
  });

  test('the last admin: of two who delete each other at once, one remains', async () => {
    const lonely = await campusOfTest();
    const [one, two] = [await lonely.person('admin'), await lonely.person('admin')];
    const statuses = (await Promise.all([remove(two, one), remove(one, two)])).map(
      ({ status }) => status,
    );
    expect(statuses).toContain(200);
    const { rows } = await lonely.db.query(
      "SELECT id FROM users WHERE role = 'admin' AND deleted_at IS NULL",
    );
    expect(rows).toHaveLength(1);
  });

  test('a person to whom a key is handed at the same moment', async () => {
    for (let round = 0; round < 12; round += 1) {
      const asha = await campus.person();
      const { id } = await campus.key();
      const { qrText } = await requestCode(asha, id);
      const [scan, removal] = await Promise.all([
        guard.at(second).call(api.scanRequest, { body: { qrData: qrText } }),
        remove(asha),
      ]);
      const isOut = (await loansOf(campus.db, id)).length === 1;
      expect({ scan: scan.status === 200, removed: removal.status === 200 }).toEqual({
        scan: isOut,
        removed: !isOut,
      });
    }
  });
});

describe('signing a person out everywhere', () => {
  test('ends all their sessions and live connections, and is audited', async () => {
    const phone = await campus.person();
    const laptop = new TestClient(
      second.url,
      phone.user,
      await openSession(campus.db, phone.user.id),
    );
    const pages = [await openPage(phone), await openPage(laptop)];
    const { qrText } = await requestCode(phone, (await campus.key()).id);
    await admin.get(api.signOutEverywhere, { params: { id: phone.user.id } });
    for (const page of pages) expect(await page.ended).toBe('io server disconnect');
    for (const visitor of [phone, laptop])
      expect((await visitor.call(api.checkAuth)).status).toBe(401);
    expect((await guard.call(api.scanRequest, { body: { qrData: qrText } })).status).toBe(409);
    expect(await lastEventOf(phone)).toMatchObject({
      action: 'sign-out-everywhere',
      actorId: admin.user.id,
    });
  });

  test('finds nobody who is not there', async () => {
    const id = 'f'.repeat(24);
    expect((await admin.call(api.signOutEverywhere, { params: { id } })).status).toBe(404);
  });
});
