import { api, type RouteName } from '@keydesk/shared/api';
import type { Route } from '@keydesk/shared/http/route';
import { beforeAll, describe, expect, test } from 'vitest';
import { sealEvents } from '../../src/core/audit/chain.ts';
import { addGroup } from '../access-admin.ts';
import { giveKey, returnCode } from '../handovers.ts';
import { testCampus } from '../test-campus.ts';

/** What can be read without a query. Two reads of the same moment differ in nothing else. */
const readings = (Object.entries(api) as [RouteName, Route][]).filter(
  ([, { method, access, query }]) =>
    method === 'GET' &&
    access !== 'public' &&
    Object.keys(query?.shape ?? {}).length > 0 &&
    query?.safeParse({}).success,
);
let keyId: string;
let groupId: string;

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.resident();
beforeAll(async () => {
  keyId = (await campus.key()).id;
  await giveKey(guard, asha, keyId);
  await campus.key();
  groupId = await addGroup(admin, 'Laser trained', asha);
});

async function read(route: Route, query: Record<string, string>) {
  // Events are sealed a moment after they happen, and lists show which are.
  await sealEvents(campus.db);
  const { status, headers, body } = await admin.call(route, {
    params: { id: idFor(route) },
    query,
  });
  // A file says when it was made, and the audit log's holds its own making.
  const isFile = headers.has('content-disposition');
  return { status, answer: isFile ? 'a file' : body };
}

function idFor({ path }: Route) {
  if (path.startsWith('/people/')) return asha.user.id;
  if (path.startsWith('/access/groups/')) return groupId;
  return keyId;
}

test.each(readings)('%s takes empty query fields for absent ones', async (_name, route) => {
  const whole = await read(route, {});
  expect(whole.status).toBe(200);
  for (const field of Object.keys(route.query?.shape ?? {}))
    expect(await read(route, { [field]: '' }), field).toEqual(whole);
});

describe('all is no filter', () => {
  const listings: [string, Route, string[]][] = [
    ['keys', api.listKeys, ['status', 'department', 'category', 'block']],
    ['people', api.listUsers, ['role']],
    ['audit events', api.listAudit, ['person', 'key', 'action', 'from', 'to', 'hide']],
    ['the audit export', api.exportAudit, ['person', 'key', 'action', 'from', 'to', 'hide']],
    ['key usage', api.keyUsageAnalytics, ['department']],
    ['active users', api.activeUsersAnalytics, ['department', 'role']],
    ['peak usage', api.peakUsageAnalytics, ['department']],
    ['the report', api.reportsPdf, ['department', 'role']],
  ];
  test.each(listings)('of %s', async (_what, route, fields) => {
    const whole = await read(route, {});
    expect(whole.status).toBe(200);
    const everything = Object.fromEntries(fields.map((field) => [field, 'all']));
    expect(await read(route, everything)).toEqual(whole);
  });
});

test('the whole list has the same tag however it is asked for', async () => {
  const { headers } = await admin.call(api.listKeys);
  const query = { search: '', status: 'all', department: '', category: 'all', block: '' };
  const answer = await admin.call(api.listKeys, {
    query,
    headers: { 'if-none-match': headers.get('etag') ?? '' },
  });
  expect(answer.status).toBe(304);
});

test('a filter beside empty ones still filters', async () => {
  const query = { search: '', status: 'unavailable', department: 'all', block: '' };
  const { data } = await admin.get(api.listKeys, { query });
  expect(data.keys.map(({ _id }) => _id)).toEqual([keyId]);
});

test('a filter that does not exist is still refused', async () => {
  for (const query of [{ status: 'lost' }, { status: ' ' }, { colour: 'red' }])
    expect((await read(api.listKeys, query as Record<string, string>)).status).toBe(400);
});

describe('null is an absent field of a body', () => {
  test('when a key is collected', async () => {
    const { id } = await campus.key();
    await giveKey(guard, asha, id);
    const { data } = await guard.get(api.collectKey, {
      params: { id },
      body: { reason: null, loanId: null },
    });
    expect(data).toMatchObject({ reason: null, originalUser: { id: asha.user.id } });
  });

  test('when a key is returned by code', async () => {
    const { id } = await campus.key();
    await giveKey(guard, asha, id);
    const { qrData } = await returnCode(asha, id);
    const { data } = await guard.get(api.scanReturn, { body: { qrData, loanId: null } });
    expect(data.key.takenBy).toBeNull();
  });

  test('when a key is added, where the defaults hold', async () => {
    const given = { keyNumber: 'NULL-1', keyName: 'Store', location: 'B Block' };
    const open = { description: null, category: null, department: null, block: null };
    const { data } = await admin.get(api.createKey, {
      body: { ...given, ...open, frequentlyUsed: null },
    });
    expect(data.key).toMatchObject({ ...given, description: '', category: 'other', block: 'A' });
    const nameless = await admin.call(api.createKey, { body: { ...given, keyName: null } });
    expect(nameless.status).toBe(400);
  });

  test('when tags of all keys are printed', async () => {
    expect((await admin.call(api.keyTags, { body: { keyIds: null } })).status).toBe(200);
  });

  test('when the desk registers', async () => {
    const desk = await campus.person('pending', { email: 'security@campus.test' });
    const { user } = await desk.get(api.completeRegistration, {
      body: { department: null, facultyId: null },
    });
    expect(user).toMatchObject({ role: 'security', department: null, facultyId: null });
  });

  test('but faculty are asked for what they leave out', async () => {
    const newcomer = await campus.person('pending');
    const answer = await newcomer.call(api.completeRegistration, {
      body: { department: null, facultyId: null },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/\S/) } });
  });

  test('and is refused by an edit, where it could also mean to empty the field', async () => {
    const { id } = await campus.key({ description: 'Second floor' });
    const answer = await admin.call(api.updateKey, { params: { id }, body: { description: null } });
    expect(answer.status).toBe(400);
    const { data } = await admin.get(api.getKey, { params: { id } });
    expect(data.key.description).toBe('Second floor');
  });
});
