import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { signIn } from '../../../test/sign-in.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus({ REGISTRATION: 'approve' });
const admin = campus.resident('admin');

let facultyIds = 0;

async function register(overrides = {}) {
  const person = await campus.person('pending', overrides);
  facultyIds += 1;
  const body = { department: 'CSE', facultyId: `WAIT-${facultyIds}` };
  const { message, user } = await person.get(api.completeRegistration, { body });
  return { person, message, user, body };
}

function accept({ user }: TestClient) {
  return admin.call(api.setUserState, { params: { id: user.id }, body: { state: 'active' } });
}

function decline({ user }: TestClient) {
  return admin.call(api.deleteUser, { params: { id: user.id } });
}

async function waiting() {
  return (await admin.get(api.listUsers, { query: { state: 'waiting', limit: '100' } })).data;
}

describe('with REGISTRATION=approve, whoever has registered', () => {
  test('waits, and reaches only the auth calls', async () => {
    const { person, message, user } = await register();
    expect(message).toBe('Registration sent. An admin will accept it.');
    expect(user.role).toBe('pending');
    expect(await person.get(api.registrationStatus)).toMatchObject({
      needsRegistration: true,
      waiting: true,
    });
    for (const route of [api.listKeys, api.listNotifications, api.updateProfile])
      expect((await person.call(route)).status).toBe(403);
    const again = { department: 'IT', facultyId: 'WAIT-AGAIN' };
    expect((await person.call(api.completeRegistration, { body: again })).status).toBe(409);
  });

  test('is told of to the admins, and counted for them', async () => {
    const before = (await waiting()).waiting;
    const { person } = await register({ name: 'Meera Newcomer' });
    const list = await waiting();
    expect(list.waiting).toBe(before + 1);
    expect(list.users.find(({ id }) => id === person.user.id)).toMatchObject({ state: 'waiting' });
    const { notifications } = (await admin.get(api.listNotifications)).data;
    expect(notifications[0]).toMatchObject({
      title: 'Registration waiting',
      message: expect.stringContaining('Meera Newcomer'),
      type: 'system_alert',
    });
  });

  test('is faculty once an admin accepts them, without signing in again', async () => {
    const { person, body } = await register();
    expect(await accept(person)).toMatchObject({
      status: 200,
      body: { message: 'User accepted', data: { user: { role: 'faculty', ...body } } },
    });
    expect(await person.get(api.registrationStatus)).toMatchObject({
      needsRegistration: false,
      waiting: false,
    });
    await person.get(api.listKeys);
    const events = await listAuditEvents(campus.db, eq(auditEvents.subjectId, person.user.id));
    expect(events.map(({ action }) => action)).toEqual(['register', 'accept-user']);
  });

  test('is kept out once an admin declines them, and their Faculty ID is free again', async () => {
    const email = 'declined@campus.test';
    const { person, body } = await register({ email });
    expect((await decline(person)).status).toBe(200);
    expect((await signIn(campus.url, email)).page).toBe(
      '/login?error=oauth_failed&reason=account_closed',
    );
    const rightful = await campus.person('pending');
    await rightful.get(api.completeRegistration, { body });
    await accept(person);
    const restored = await signIn(campus.url, email);
    expect(restored.page).toBe('/login?auth=success');
  });

  test('is accepted by being given a role', async () => {
    const { person } = await register();
    const { name, email } = person.user;
    const body = { name, email, role: 'security' };
    await admin.get(api.updateUser, { params: { id: person.user.id }, body });
    await person.get(api.listKeys);
    expect((await waiting()).users.map(({ id }) => id)).not.toContain(person.user.id);
  });

  test('needs nobody to accept them when the mailbox gives the role', async () => {
    for (const email of ['admin@campus.test', 'security@campus.test']) {
      const person = await campus.person('pending', { email });
      await person.get(api.completeRegistration);
      await person.get(api.listKeys);
    }
  });

  test('needs nobody either when they were known already', async () => {
    const known = await campus.person('faculty', { facultyId: null });
    const body = { department: 'CSE', facultyId: 'KNOWN-1' };
    await known.get(api.completeRegistration, { body });
    await known.get(api.listKeys);
  });
});

test('a registration sent from several tabs waits once', async () => {
  const person = await campus.person('pending');
  const before = (await waiting()).waiting;
  const statuses = await Promise.all(
    [1, 2, 3].map(async (tab) => {
      const body = { department: 'CSE', facultyId: `TAB-${tab}` };
      return (await person.call(api.completeRegistration, { body })).status;
    }),
  );
  expect(statuses.sort()).toEqual([200, 409, 409]);
  expect((await waiting()).waiting).toBe(before + 1);
});
