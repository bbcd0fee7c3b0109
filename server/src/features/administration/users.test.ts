import { api } from '@keydesk/shared/api';
import { beforeAll, describe, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { openSession } from '../session/sessions.ts';

const campus = testCampus();
const admin = campus.resident('admin', { name: 'Zed Admin' });
beforeAll(async () => {
  for (let number = 10; number < 33; number += 1)
    await campus.person('faculty', { name: `Member ${number}` });
});

async function list(query: Record<string, string> = {}) {
  return (await admin.get(api.listUsers, { query })).data;
}

async function found(query: Record<string, string>) {
  return (await list(query)).users.map(({ id }) => id);
}

describe('the list of people', () => {
  test('comes in pages of ten, in order of name', async () => {
    const { users, pagination } = await list();
    expect(users.map(({ name }) => name)).toEqual(
      Array.from({ length: 10 }, (_, index) => `Member ${10 + index}`),
    );
    expect(pagination).toEqual({
      currentPage: 1,
      totalPages: 3,
      totalUsers: 24,
      hasNext: true,
      hasPrev: false,
    });
    const last = await list({ page: '3' });
    expect(last.users.map(({ name }) => name)).toEqual([
      'Member 30',
      'Member 31',
      'Member 32',
      'Zed Admin',
    ]);
    expect(last.pagination).toMatchObject({ currentPage: 3, hasNext: false, hasPrev: true });
  });

  test('is empty beyond its end and when nobody matches', async () => {
    expect((await list({ page: '4' })).users).toEqual([]);
    expect(await list({ search: 'nobody at all' })).toEqual({
      users: [],
      waiting: 0,
      pagination: { currentPage: 1, totalPages: 1, totalUsers: 0, hasNext: false, hasPrev: false },
    });
  });

  test('is searched by name, address, Faculty ID and department, by its code or its label', async () => {
    const sought = await campus.person('faculty', {
      name: 'Nandini 50%_\\ Iyer',
      email: 'nandini.iyer@campus.test',
      facultyId: 'XQ-777',
      department: 'MECH',
    });
    const { id } = sought.user;
    const labels = ['Mechanical', 'engineering nandini mech'];
    for (const search of ['nandini', 'I.IYER@', 'xq-77', 'mech', ' Iyer ', '50%_\\', ...labels])
      expect(await found({ search })).toEqual([id]);
    for (const search of ['n_ndini', '%777', 'iyer\\']) expect(await found({ search })).toEqual([]);
  });

  test('is narrowed down to a role, together with a search', async () => {
    const guard = await campus.person('security', { name: 'Gate Guard' });
    expect(await found({ role: 'security' })).toEqual([guard.user.id]);
    expect(await found({ role: 'security', search: 'gate' })).toEqual([guard.user.id]);
    expect(await found({ role: 'admin', search: 'gate' })).toEqual([]);
    expect((await list({ role: 'all' })).pagination.totalUsers).toBe(26);
  });

  test('says how many keys and sessions each person has', async () => {
    const busy = await campus.person('faculty', { name: 'Busy Bee' });
    await openSession(campus.db, busy.user.id);
    const { sessionId } = await openSession(campus.db, busy.user.id);
    await campus.db.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [sessionId]);
    for (let count = 0; count < 3; count += 1) await giveKey(admin, busy, (await campus.key()).id);
    const [returned] = (await busy.get(api.myTakenKeys)).data.keys;
    await admin.get(api.collectKey, { params: { id: returned?._id ?? '' } });
    expect((await list({ search: 'busy' })).users).toMatchObject([{ openLoans: 2, sessions: 2 }]);
  });

  test.each([{ page: '0' }, { limit: '101' }, { role: 'guest' }, { surplus: '1' }])(
    'refuses %j',
    async (query) => {
      expect((await admin.call(api.listUsers, { query: { ...query } })).status).toBe(400);
    },
  );
});

describe("a person's details", () => {
  test('name their keys out and their living sessions, the newest first', async () => {
    const asha = await campus.person('faculty', { name: 'Asha' });
    const key = await giveKey(admin, asha, (await campus.key()).id);
    const later = await openSession(campus.db, asha.user.id);
    const { data } = await admin.get(api.userDetails, { params: { id: asha.user.id } });
    expect(data.user).toMatchObject({ id: asha.user.id, name: 'Asha', role: 'faculty' });
    expect(data.openLoans).toMatchObject([
      { keyId: key._id, keyNumber: key.keyNumber, keyName: key.keyName, takenAt: key.takenAt },
    ]);
    expect(data.sessions.map(({ id }) => id)).toEqual([later.sessionId, asha.secrets.sessionId]);
    for (const { createdAt, expiresAt } of data.sessions)
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(24 * 3_600_000);
  });

  test('are those of somebody: an unknown or deleted person is not found', async () => {
    const gone = await campus.person('faculty', { deletedAt: new Date() });
    for (const id of ['f'.repeat(24), gone.user.id]) {
      const { status, body } = await admin.call(api.userDetails, { params: { id } });
      expect({ status, message: body.message }).toEqual({ status: 404, message: 'User not found' });
    }
  });
});
