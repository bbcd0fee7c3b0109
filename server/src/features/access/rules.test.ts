import { api } from '@keydesk/shared/api';
import { inArray } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { addAccessRule, addGroup, endAccessRules } from '../../../test/access-admin.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents, keys } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin', { name: 'Rohan Iyer' });
const asha = campus.resident();
afterEach(() => endAccessRules(campus.db));

const nobody = 'f'.repeat(24);
const everyDay = [1, 2, 3, 4, 5, 6, 7];

function add(rule: object) {
  const body = { target: 'all', subject: 'everyone', effect: 'deny', ...rule };
  return admin.call(api.addAccessRule, { body });
}

async function rules() {
  return (await admin.get(api.listAccessRules)).data.rules;
}

describe('a rule', () => {
  test('is listed with what it names, the newest first, until it is ended', async () => {
    const key = await campus.key({ category: 'lab', block: 'LIB' });
    const group = await addGroup(admin, 'Laser trained', asha);
    const { rule: first, recalled } = await addAccessRule(admin, { note: ' Strike ' });
    expect(recalled).toBe(0);
    expect(first).toEqual({
      id: expect.any(String),
      createdAt: expect.any(String),
      note: 'Strike',
      target: 'all',
      targetId: null,
      targetName: null,
      effect: 'deny',
      subject: 'everyone',
      subjectId: null,
      subjectName: null,
      exceptGroupId: null,
      exceptGroupName: null,
      weekdays: everyDay,
      fromTime: null,
      toTime: null,
      validFrom: null,
      validUntil: null,
      createdById: admin.user.id,
      createdByName: 'Rohan Iyer',
      neverApplies: null,
    });
    const named = [
      { target: 'key', targetId: key.id, targetName: key.keyNumber },
      { target: 'category', targetId: 'lab', targetName: 'Lab' },
      { target: 'block', targetId: 'LIB', targetName: 'Library' },
      { target: 'department', targetId: 'CSE', targetName: 'Computer Science Engineering' },
    ];
    for (const { target, targetId } of named) await addAccessRule(admin, { target, targetId });
    const forWhom = [
      { subject: 'role', subjectId: 'admin', subjectName: 'Admin' },
      { subject: 'role', subjectId: 'faculty', subjectName: 'Faculty' },
      { subject: 'department', subjectId: 'CSE', subjectName: 'Computer Science Engineering' },
      { subject: 'group', subjectId: group, subjectName: 'Laser trained' },
      { subject: 'person', subjectId: asha.user.id, subjectName: asha.user.name },
    ];
    for (const { subject, subjectId } of forWhom)
      await addAccessRule(admin, { subject, subjectId });
    const listed = await rules();
    expect(listed).toMatchObject([...named, ...forWhom].reverse().concat(first as never));
    expect(listed.map(({ neverApplies }) => neverApplies)).toEqual(listed.map(() => null));
    const end = () => admin.call(api.endAccessRule, { params: { id: first.id } });
    expect(await end()).toMatchObject({ status: 200, body: { message: 'Rule ended' } });
    expect(await rules()).toHaveLength(9);
    expect(await end()).toMatchObject({
      status: 404,
      body: { message: 'Rule not found, or already ended.' },
    });
    const trail = await listAuditEvents(
      campus.db,
      inArray(auditEvents.action, ['add-access-rule', 'end-access-rule']),
    );
    expect(trail[0]).toMatchObject({
      actorId: admin.user.id,
      details: { ruleId: first.id, target: 'all', note: 'Strike' },
    });
    expect(trail).toHaveLength(11);
    expect(trail[1]).toMatchObject({ keyId: key.id });
    expect(trail[9]).toMatchObject({ subjectId: asha.user.id });
    expect(trail[10]).toMatchObject({ action: 'end-access-rule', details: { ruleId: first.id } });
  });

  test('has sorted weekdays, times and a validity, and leaves out a group', async () => {
    const exceptGroupId = await addGroup(admin, 'Wardens');
    const limits = { fromTime: '18:00', toTime: '06:00', validUntil: '2199-01-01T00:00:00.000Z' };
    const { rule } = await addAccessRule(admin, { ...limits, weekdays: [5, 1, 5], exceptGroupId });
    expect(rule).toMatchObject({ ...limits, weekdays: [1, 5], exceptGroupName: 'Wardens' });
  });

  test('is announced to every page', async () => {
    const page = await openPage(asha);
    const { rule } = await addAccessRule(admin, { target: 'category', targetId: 'hostel' });
    await expect
      .poll(() => page.received('campus-changed'))
      .toContainEqual(expect.objectContaining({ about: 'access' }));
    expect(rule.neverApplies).toBe('The key was deleted.');
  });

  test.each([
    [{ targetId: 'lab' }, 400, /^Choose which keys/],
    [{ target: 'category' }, 400, /^Choose which keys/],
    [{ target: 'category', targetId: 'caves' }, 400, 'Unknown category: caves'],
    [{ target: 'department', targetId: 'MAGIC' }, 400, 'Unknown department: MAGIC'],
    [{ target: 'block', targetId: 'Z9' }, 400, 'Unknown block: Z9'],
    [{ target: 'key', targetId: nobody }, 404, 'Key not found'],
    [{ subject: 'role', subjectId: 'king' }, 400, 'Unknown role: king'],
    [{ subject: 'department', subjectId: 'MAGIC' }, 400, 'Unknown department: MAGIC'],
    [{ subject: 'person', subjectId: nobody }, 404, 'Person not found'],
    [{ subject: 'group', subjectId: nobody }, 404, 'Group not found'],
    [{ exceptGroupId: nobody }, 404, 'Group not found'],
    [{ weekdays: [] }, 400, 'Choose a day'],
    [{ weekdays: [8] }, 400, 'Sunday is 7'],
    [{ fromTime: '25:00' }, 400, 'Enter a time, for example 18:00'],
    [{ fromTime: '18:00', toTime: '18:00' }, 400, 'A rule for the whole day has no times'],
    [{ effect: 'maybe' }, 400, 'Choose what the rule does'],
  ])('is neither added nor tried as %j', async (rule, status, message) => {
    for (const route of [api.addAccessRule, api.simulateAccessRule]) {
      const body = { target: 'all', subject: 'everyone', effect: 'deny', ...rule };
      const answer = await admin.call(route, { body });
      expect(answer.status).toBe(status);
      expect(answer.body.message).toMatch(message);
    }
    expect(await rules()).toEqual([]);
  });

  test('says why it never applies', async () => {
    const [key, empty] = [await campus.key(), await addGroup(admin, 'Nobody yet')];
    const expired = await addGroup(admin, 'Trained once', asha);
    await campus.db.query(
      "UPDATE group_members SET valid_until = now() - interval '1 day' WHERE group_id = $1",
      [expired],
    );
    const suspended = await campus.person('faculty', { suspendedAt: new Date() });
    const whole = await addGroup(admin, 'Everyone', ...[asha, admin]);
    for (const rule of [
      { validUntil: '2020-01-01T00:00:00Z' },
      { target: 'key', targetId: key.id },
      { subject: 'group', subjectId: empty },
      { subject: 'group', subjectId: expired },
      { subject: 'role', subjectId: 'operator' },
      { subject: 'role', subjectId: 'admin', exceptGroupId: whole },
      { subject: 'department', subjectId: 'CIVIL' },
      { subject: 'person', subjectId: suspended.user.id },
      { subject: 'person', subjectId: asha.user.id, exceptGroupId: whole },
    ])
      await addAccessRule(admin, rule);
    await campus.db.orm.update(keys).set({ deletedAt: new Date() });
    expect(
      (await rules())
        .map(({ neverApplies }) => neverApplies)
        .reverse()
        .slice(0, 2),
    ).toEqual(['It has ended.', 'The key was deleted.']);
    await campus.key();
    const why = (await rules()).map(({ neverApplies }) => neverApplies).reverse();
    expect(why.slice(1)).toEqual([
      'The key was deleted.',
      'No one in this group can take keys.',
      'No one in this group can take keys.',
      'No one with this role can take keys.',
      'No one with this role can take keys.',
      'No one in this department can take keys.',
      'This person cannot take keys.',
      'This person cannot take keys.',
    ]);
  });

  test('is one of 2,000 at most', async () => {
    await campus.db.query(
      `INSERT INTO access_rules (id, target, target_id, subject, effect, weekdays, note, created_by)
       SELECT lpad(to_hex(n), 24, '0a'), 'category', 'hostel', 'everyone', 'allow', '{1}', '', $1
         FROM generate_series(1, 2000) AS n`,
      [admin.user.id],
    );
    expect(await add({})).toMatchObject({
      status: 409,
      body: { message: 'The limit is 2000 rules. End one first.' },
    });
  });
});

test('what is noted in a rule about a person can be erased, with their memberships', async () => {
  const ravi = await campus.person();
  const group = await addGroup(admin, 'Night shift', ravi);
  await addAccessRule(admin, { subject: 'person', subjectId: ravi.user.id, note: 'Lost a key' });
  const data = (await ravi.call(api.myData)).body as Record<string, unknown>;
  expect(data.accessRules).toMatchObject([{ target: 'all', note: 'Lost a key', endedAt: null }]);
  expect(data.groupMemberships).toMatchObject([{ group: 'Night shift', endedAt: null }]);
  const params = { id: ravi.user.id };
  await admin.get(api.deleteUser, { params });
  await admin.get(api.eraseUser, { params });
  expect(await rules()).toEqual([]);
  const { groups } = (await admin.get(api.listGroups)).data;
  expect(groups.find(({ id }) => id === group)?.memberCount).toBe(0);
  const { rows } = await campus.db.query(
    `SELECT note FROM access_rules WHERE subject_id = $1 UNION ALL
     SELECT data::text FROM audit_personal WHERE person_id = $1`,
    [ravi.user.id],
  );
  expect(rows).toEqual([{ note: '' }]);
});
