import { api } from '@keydesk/shared/api';
import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addGroup } from '../../../test/access-admin.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const asha = campus.resident();

const nobody = 'f'.repeat(24);
const later = '2199-01-01T00:00:00.000Z';

function put(id: string, userId: string, validUntil?: string | null) {
  return admin.call(api.putMember, { params: { id, userId }, body: { validUntil } });
}

function end(id: string, userId: string) {
  return admin.call(api.endMember, { params: { id, userId } });
}

async function members(groupId: string) {
  return (await admin.get(api.listGroupMembers, { params: { id: groupId }, query: {} })).data
    .members;
}

async function stored(groupId: string) {
  const { rows } = await campus.db.query(
    `SELECT valid_until IS NULL AS forever, ended_at IS NULL AS living, ended_by AS "endedBy"
       FROM group_members WHERE group_id = $1 ORDER BY valid_from`,
    [groupId],
  );
  return rows;
}

test('a group has a name that no other has, and can be renamed', async () => {
  const id = await addGroup(admin, 'Laser trained');
  const again = await admin.call(api.addGroup, { body: { name: ' laser TRAINED ' } });
  expect(again).toMatchObject({
    status: 409,
    body: { message: 'A group laser TRAINED already exists.' },
  });
  for (const name of [' ', 'Laser\ntrained', 'Laser \u202etrained'])
    expect((await admin.call(api.addGroup, { body: { name } })).status).toBe(400);
  await addGroup(admin, 'Wardens');
  const rename = (to: string, which = id) =>
    admin.call(api.renameGroup, { params: { id: which }, body: { name: to } });
  expect(await rename('Wardens')).toMatchObject({
    status: 409,
    body: { message: 'A group Wardens already exists.' },
  });
  expect(await rename('Trained', nobody)).toMatchObject({ status: 404 });
  expect(await rename('Laser trained 2026')).toMatchObject({
    status: 200,
    body: { data: { group: { id, name: 'Laser trained 2026', memberCount: 0 } } },
  });
  const { groups } = (await admin.get(api.listGroups)).data;
  expect(groups.map(({ name }) => name)).toEqual(['Laser trained 2026', 'Wardens']);
});

test('a membership has an end that can be moved, and is ended, never deleted', async () => {
  const id = await addGroup(admin, 'Members');
  expect(await put(id, asha.user.id, later)).toMatchObject({ status: 200 });
  expect(await members(id)).toEqual([
    {
      user: { id: asha.user.id, name: asha.user.name },
      validFrom: expect.any(String),
      validUntil: later,
      version: 1,
    },
  ]);
  expect(await put(id, asha.user.id, null)).toMatchObject({
    body: { data: { group: { memberCount: 1 } } },
  });
  expect(await members(id)).toMatchObject([{ validUntil: null }]);
  expect(await stored(id)).toHaveLength(1);
  expect(await end(id, asha.user.id)).toMatchObject({
    status: 200,
    body: { message: 'Membership ended' },
  });
  expect(await members(id)).toEqual([]);
  expect(await stored(id)).toEqual([{ forever: true, living: false, endedBy: admin.user.id }]);
  expect(await end(id, asha.user.id)).toMatchObject({
    status: 404,
    body: { message: 'This person is not in the group.' },
  });
  const trail = await listAuditEvents(
    campus.db,
    inArray(auditEvents.action, ['set-group-member', 'end-group-member']),
  );
  expect(trail).toMatchObject([
    { subjectId: asha.user.id, details: { group: 'Members', after: { validUntil: later } } },
    { details: { before: { validUntil: later }, after: { validUntil: null } } },
    { action: 'end-group-member', subjectId: asha.user.id, actorId: admin.user.id },
  ]);
});

test('whose training was over begins a new membership, and the time between stays without it', async () => {
  const id = await addGroup(admin, 'Expired', asha);
  await campus.db.query(
    `UPDATE group_members SET valid_from = now() - interval '2 days',
                              valid_until = now() - interval '1 day' WHERE group_id = $1`,
    [id],
  );
  expect(await members(id)).toHaveLength(1);
  await put(id, asha.user.id);
  expect(await members(id)).toMatchObject([{ validUntil: null }]);
  expect(await stored(id)).toEqual([
    { forever: false, living: false, endedBy: admin.user.id },
    { forever: true, living: true, endedBy: null },
  ]);
});

test('a membership needs a group, a person and an end that is still to come', async () => {
  const id = await addGroup(admin, 'Refused');
  expect(await put(nobody, asha.user.id)).toMatchObject({
    status: 404,
    body: { message: 'Group not found' },
  });
  expect(await put(id, nobody)).toMatchObject({
    status: 404,
    body: { message: 'Person not found' },
  });
  expect(await put(id, asha.user.id, '2020-01-01T00:00:00Z')).toMatchObject({
    status: 400,
    body: { message: 'Choose a time in the future.' },
  });
  expect(await put(id, asha.user.id, 'soon')).toMatchObject({ status: 400 });
  expect(await end(nobody, asha.user.id)).toMatchObject({ status: 404 });
  expect(await members(id)).toEqual([]);
});

test('a group is sent with the number of its members, and these page by page', async () => {
  const id = await addGroup(admin, 'Crowd', asha);
  await end(id, asha.user.id);
  await campus.db.query(
    `INSERT INTO users (id, email, name, role, department, faculty_id, issuer, subject)
     SELECT lpad(to_hex(n), 24, '0c'), n || '@crowd.test', 'Person ' || lpad(n::text, 3, '0'),
            'faculty', 'CSE', 'C-' || n, 'crowd', n::text
       FROM generate_series(1, 150) AS n`,
  );
  await campus.db.query(
    `INSERT INTO group_members (id, group_id, user_id, added_by)
     SELECT id, $1, id, $2 FROM users WHERE issuer = 'crowd'`,
    [id, admin.user.id],
  );
  const { groups } = (await admin.get(api.listGroups)).data;
  expect(groups.find((group) => group.id === id)).toMatchObject({
    name: 'Crowd',
    memberCount: 150,
  });
  const page = (query: Record<string, string>, of = id, client = admin) =>
    client.call(api.listGroupMembers, { params: { id: of }, query });
  const [first, second, third] = [
    await page({}),
    await page({ page: '2' }),
    await page({ page: '3' }),
  ];
  expect(first).toMatchObject({ status: 200, body: { data: { hasMore: true } } });
  expect(second).toMatchObject({ status: 200, body: { data: { hasMore: false } } });
  expect(third).toMatchObject({ status: 200, body: { data: { members: [], hasMore: false } } });
  const names = [first, second].map(({ body }) => {
    const { data } = body as { data: { members: { user: { name: string } }[] } };
    return data.members.map(({ user }) => user.name);
  });
  expect(names.map(({ length }) => length)).toEqual([100, 50]);
  expect(names.flat()).toEqual(
    Array.from({ length: 150 }, (_, n) => `Person ${String(n + 1).padStart(3, '0')}`),
  );
  expect(await page({}, nobody)).toMatchObject({
    status: 404,
    body: { message: 'Group not found' },
  });
  for (const bad of ['0', '-1', '1.5', 'two', '100001'])
    expect(await page({ page: bad })).toMatchObject({ status: 400 });
  expect(await page({}, id, asha)).toMatchObject({ status: 403 });
  expect((await fetch(`${campus.url}/api/access/groups/${id}/members`)).status).toBe(401);
});

test('there are 500 groups at most', async () => {
  await campus.db.query(
    `INSERT INTO groups (id, name) SELECT lpad(to_hex(n), 24, '0b'), 'Group ' || n
       FROM generate_series(1, 500) AS n`,
  );
  expect(await admin.call(api.addGroup, { body: { name: 'One more' } })).toMatchObject({
    status: 409,
    body: { message: 'The limit is 500 groups.' },
  });
});
