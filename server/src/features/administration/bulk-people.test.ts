import type { BulkUserChanges } from '@keydesk/shared/administration/people';
import { api } from '@keydesk/shared/api';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { addAccessRule, endAccessRules } from '../../../test/access-admin.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { entered } from '../../../test/visitors.ts';
import { auditEvents, users } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');

function change(people: readonly TestClient[], changes: BulkUserChanges) {
  const userIds = people.map(({ user }) => user.id);
  return admin.call(api.updateUsers, { body: { userIds, changes } });
}

async function stored(people: readonly TestClient[]) {
  const ids = people.map(({ user }) => user.id);
  const rows = await campus.db.orm.select().from(users).where(inArray(users.id, ids));
  return ids.map((id) => rows.find((row) => row.id === id));
}

async function actionsOn({ user }: TestClient) {
  const events = await listAuditEvents(campus.db, eq(auditEvents.subjectId, user.id));
  return events.map(({ action, method }) => [action, method]);
}

const selfDeclared = { department: 'CSE', departmentConfirmed: false } as const;

describe('many people at once', () => {
  test('are given a department, which confirms it, and each is audited who was not so before', async () => {
    const [declared, same, other] = [
      await campus.person('faculty', selfDeclared),
      await campus.person('faculty', { department: 'CSE' }),
      await campus.person('security', { department: 'MECH' }),
    ];
    const people = [declared, same, other, declared];
    const { status, body } = await change(people, { department: 'CSE' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        message: '2 people updated successfully, 1 already up to date',
        data: { changed: 2 },
      },
    });
    expect(await stored([declared, same, other])).toMatchObject(
      Array(3).fill({ department: 'CSE', departmentConfirmed: true }),
    );
    expect(await actionsOn(declared)).toEqual([['change-user', 'bulk']]);
    expect(await actionsOn(same)).toEqual([]);
    expect((await change(people, { department: 'CSE' })).body).toMatchObject({
      data: { changed: 0 },
    });
  });

  test('have their department confirmed, if they have one, and leave the list for that', async () => {
    const declared = await campus.person('faculty', selfDeclared);
    const without = await campus.person('security', { departmentConfirmed: false });
    const listed = async () => (await admin.get(api.listUsers, { query: unconfirmed })).data;
    const unconfirmed = { state: 'unconfirmed' };
    expect(await listed()).toMatchObject({ unconfirmed: 1, users: [{ id: declared.user.id }] });
    const { body } = await change([declared, without], { departmentConfirmed: true });
    expect(body).toMatchObject({ data: { changed: 1 } });
    expect((await listed()).unconfirmed).toBeUndefined();
  });

  test('become faculty if they are pending; who waits is accepted and told', async () => {
    const waits = await campus.person('pending', {
      ...selfDeclared,
      facultyId: 'WAITS-1',
      waitingSince: new Date(),
    });
    const [pending, already] = [await campus.person('pending'), await campus.person()];
    const { body } = await change([waits, pending, already], { role: 'faculty' });
    expect(body).toMatchObject({ data: { changed: 2 } });
    expect(await stored([waits, pending])).toMatchObject([
      { role: 'faculty', waitingSince: null, departmentConfirmed: true },
      { role: 'faculty' },
    ]);
    expect(await actionsOn(waits)).toEqual([['accept-user', null]]);
    expect(await actionsOn(pending)).toEqual([['change-role', 'bulk']]);
    const { notifications } = (await waits.get(api.listNotifications)).data;
    expect(notifications).toMatchObject([{ title: expect.stringContaining('Welcome') }]);
  });

  test('are suspended, with their sessions ended', async () => {
    const people = [await campus.person(), await campus.person('admin')];
    const pages = await Promise.all(people.map((person) => openPage(person)));
    expect((await change(people, { state: 'suspended' })).body).toMatchObject({
      data: { changed: 2 },
    });
    for (const page of pages) expect(await page.ended).toBe('io server disconnect');
    for (const person of people) expect((await person.call(api.checkAuth)).status).toBe(401);
    expect(await stored(people)).toMatchObject(Array(2).fill({ suspendedAt: expect.any(Date) }));
  });

  test('lose keys that people of the new department may not have', async () => {
    const holder = await campus.person('faculty', { department: 'CSE' });
    const key = await campus.key({ level: 'restricted' });
    const allow = { effect: 'allow', subject: 'department', subjectId: 'CSE' };
    await addAccessRule(admin, { ...allow, target: 'key', targetId: key.id });
    await giveKey(admin, holder, key.id);
    await change([holder], { department: 'MECH' });
    expect((await loansOf(campus.db, key.id))[0]).toMatchObject({ recalledAt: expect.any(Date) });
    await endAccessRules(campus.db);
  });
});

describe('nobody is changed', () => {
  test.each<[string, BulkUserChanges, (person: TestClient) => Promise<TestClient>, object]>([
    [
      'when one is not pending and should become faculty',
      { role: 'faculty', department: 'MECH' },
      () => campus.person('security', { name: 'Gita Guard' }),
      {
        status: 409,
        body: {
          message:
            'Only people with the role pending can be made faculty together. Not pending: Gita Guard.',
          error: { code: 'NOT_PENDING' },
        },
      },
    ],
    [
      'when one was deleted',
      { department: 'MECH' },
      () => campus.person('faculty', { name: 'Gone Girl', deletedAt: new Date() }),
      { status: 404, body: { message: 'User not found: Gone Girl' } },
    ],
    [
      'when an admin would suspend themselves',
      { state: 'suspended' },
      async () => admin,
      { status: 409, body: { error: { code: 'OWN_SUSPENSION' } } },
    ],
    [
      'when people do not register with the department',
      { department: 'NOWHERE' },
      () => campus.person(),
      { status: 400, body: { error: { code: 'DEPARTMENT_REQUIRED' } } },
    ],
  ])('%s', async (_when, changes, other, refused) => {
    const fine = await campus.person('pending', { department: 'CSE' });
    const before = await stored([fine]);
    expect(await change([fine, await other(fine)], changes)).toMatchObject(refused);
    expect(await stored([fine])).toEqual(before);
    expect(await actionsOn(fine)).toEqual([]);
  });

  test('when one is a visitor, who can only be suspended', async () => {
    const id = await entered(admin, await campus.person());
    const call = (changes: BulkUserChanges) =>
      admin.call(api.updateUsers, { body: { userIds: [id], changes } });
    const edits: BulkUserChanges[] = [
      { department: 'CSE' },
      { role: 'faculty', department: 'CSE' },
      { departmentConfirmed: true },
      { state: 'suspended', department: 'CSE' },
    ];
    for (const changes of edits)
      expect((await call(changes)).body.error).toMatchObject({ code: 'VISITOR_NOT_EDITED' });
    const visitor = async () =>
      (await campus.db.orm.select().from(users).where(eq(users.id, id)))[0];
    expect(await visitor()).toMatchObject({ department: null, suspendedAt: null });
    expect((await call({ state: 'suspended' })).status).toBe(200);
    expect(await visitor()).toMatchObject({ suspendedAt: expect.any(Date) });
  });

  test.each([
    [{ userIds: [], changes: { department: 'CSE' } }],
    [{ userIds: Array(201).fill('0'.repeat(24)), changes: { department: 'CSE' } }],
    [{ userIds: ['0'.repeat(24)], changes: {} }],
    [{ userIds: ['0'.repeat(24)], changes: { role: 'admin' } }],
    [{ userIds: ['0'.repeat(24)], changes: { state: 'active' } }],
    [{ userIds: ['0'.repeat(24)], changes: { departmentConfirmed: false } }],
    [{ userIds: ['0'.repeat(24)], changes: { name: 'Everyone' } }],
  ])('by bad input: %#', async (body) => {
    expect((await admin.call(api.updateUsers, { body: body as never })).status).toBe(400);
  });
});

test('people whom the college’s records do not name any more are listed and counted', async () => {
  const since = new Date('2026-10-01T02:00:00Z');
  const left = await campus.person('faculty', { inRecords: true, leftRecordsAt: since });
  const { users, ...counts } = (await admin.get(api.listUsers, { query: { state: 'left' } })).data;
  expect(users).toMatchObject([{ id: left.user.id, leftRecordsAt: since.toISOString() }]);
  expect(counts).toMatchObject({ left: 1 });
  await change([left], { state: 'suspended' });
  const after = (await admin.get(api.listUsers, { query: { state: 'left' } })).data;
  expect(after).toMatchObject({ users: [] });
  expect(after.left).toBeUndefined();
});
