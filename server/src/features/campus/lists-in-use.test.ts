import { api } from '@keydesk/shared/api';
import { beforeAll, describe, expect, test } from 'vitest';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const admin = campus.resident('admin');
beforeAll(async () => {
  await admin.get(api.addDepartment, { body: { code: 'PHYSICS', label: 'Physics' } });
  await admin.get(api.addBlock, { body: { code: 'EAST', label: 'East Wing' } });
  await admin.get(api.addCategory, { body: { code: 'workshop', label: 'Workshop' } });
});

let keys = 0;
function newKey(choices: object) {
  keys += 1;
  return { keyNumber: `NEW-${keys}`, keyName: 'Seminar Room', location: 'East', ...choices };
}

function retire(code: string, retired = true) {
  return admin.get(api.changeDepartment, { params: { code }, body: { retired } });
}

test('a key is given what an admin added', async () => {
  const choices = { department: 'PHYSICS', block: 'EAST', category: 'workshop' };
  const { data } = await admin.get(api.createKey, { body: newKey(choices) });
  expect(data.key).toMatchObject(choices);
  const found = await admin.get(api.listKeys, { query: choices });
  expect(found.data.keys).toEqual([data.key]);
});

describe('what the campus does not have is refused', () => {
  test.each([
    [{ department: 'ALCHEMY' }, 'Unknown department: ALCHEMY'],
    [{ department: 'physics' }, 'Unknown department: physics'],
    [{ department: 'CSE-AIML' }, 'Unknown department: CSE-AIML'],
    [{ block: 'ATTIC' }, 'Unknown block: ATTIC'],
    [{ category: 'gym' }, 'Unknown category: gym'],
  ])('for a key: %j', async (choices, message) => {
    const refused = { status: 400, body: { message } };
    expect(await admin.call(api.createKey, { body: newKey(choices) })).toMatchObject(refused);
    const { id } = await campus.key();
    const params = { id };
    expect(await admin.call(api.updateKey, { params, body: choices })).toMatchObject(refused);
  });

  test('for many keys, by a filter and in reports', async () => {
    const refused = { status: 400, body: { message: 'Unknown department: ALCHEMY' } };
    const department = 'ALCHEMY';
    const body = { keyIds: [(await campus.key()).id], changes: { department } };
    expect(await admin.call(api.updateKeys, { body })).toMatchObject(refused);
    expect(await admin.call(api.listKeys, { query: { department } })).toMatchObject(refused);
    for (const report of [api.keyUsageAnalytics, api.activeUsersAnalytics, api.peakUsageAnalytics])
      expect(await admin.call(report, { query: { department } })).toMatchObject(refused);
  });
});

describe('a retired department', () => {
  test('keeps its keys, which can be edited, and gets no others', async () => {
    const choices = { department: 'CIVIL' };
    const { key } = (await admin.get(api.createKey, { body: newKey(choices) })).data;
    await retire('CIVIL');
    const message = 'Civil Engineering is retired. Choose another department.';
    const refused = { status: 400, body: { message } };
    expect(await admin.call(api.createKey, { body: newKey(choices) })).toMatchObject(refused);
    const other = await campus.key();
    const bulk = { keyIds: [key._id, other.id], changes: choices };
    expect(await admin.call(api.updateKeys, { body: bulk })).toMatchObject(refused);
    const params = { id: key._id };
    const edit = { ...choices, keyName: 'Renamed' };
    const edited = await admin.get(api.updateKey, { params, body: edit });
    expect(edited.data.key).toMatchObject(edit);
    const found = await admin.get(api.listKeys, { query: choices });
    expect(found.data.keys).toEqual([edited.data.key]);
    await retire('CIVIL', false);
    expect((await admin.get(api.updateKeys, { body: bulk })).data.keys).toMatchObject([
      choices,
      choices,
    ]);
  });

  test('is not given to a new key by itself: then the first of the list is', async () => {
    const defaults = async () => {
      const { key } = (await admin.get(api.createKey, { body: newKey({}) })).data;
      return [key.department, key.block, key.category];
    };
    expect(await defaults()).toEqual(['COMMON', 'A', 'other']);
    await retire('COMMON');
    expect(await defaults()).toEqual(['CSE', 'A', 'other']);
    await retire('COMMON', false);
  });

  test('keeps its people, and nobody else registers with it', async () => {
    const member = await campus.person('faculty', { department: 'MECH' });
    await retire('MECH');
    const visitor = await campus.person('pending', { department: null, facultyId: null });
    const register = (department: string) =>
      visitor.call(api.completeRegistration, { body: { department, facultyId: 'NEW-LIST-1' } });
    expect(await register('MECH')).toMatchObject({
      status: 400,
      body: { message: 'Please select a department' },
    });
    expect((await member.get(api.checkAuth)).user.department).toBe('MECH');
    await retire('MECH', false);
    expect(await register('PHYSICS')).toMatchObject({ status: 200 });
    const usage = (await admin.get(api.campusUsage)).data.departments;
    expect(usage.PHYSICS).toEqual({ keys: 1, people: 1 });
  });
});

test('where a list offers nothing, a key has to wait for an entry', async () => {
  const empty = await campusOfTest();
  const owner = await empty.person('admin');
  await empty.db.query('DELETE FROM blocks');
  const body = newKey({});
  expect(await owner.call(api.createKey, { body })).toMatchObject({
    status: 400,
    body: { message: 'Add a block under Settings, Lists first.' },
  });
  await owner.get(api.addBlock, { body: { code: 'N1', label: 'North' } });
  expect((await owner.get(api.createKey, { body })).data.key.block).toBe('N1');
});
