import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');

async function newKeys(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let made = 0; made < count; made += 1) ids.push((await campus.key()).id);
  return ids;
}

async function keyOf(id: string) {
  return (await admin.get(api.getKey, { params: { id } })).data.key;
}

function change(keyIds: readonly string[], changes: Record<string, unknown>) {
  return admin.call(api.updateKeys, { body: { keyIds, changes } });
}

test('changes every key, counts its version up once and records what changed', async () => {
  const [one = '', two = ''] = await newKeys(2);
  await admin.get(api.updateKey, { params: { id: two }, body: { department: 'MECH' } });
  const { version, category } = await keyOf(two);
  const body = {
    keyIds: [one, two, one],
    changes: { department: 'MECH', category: 'lab', frequentlyUsed: true },
  };
  const { message, data } = await admin.get(api.updateKeys, { body });
  expect(message).toBe('2 keys updated successfully');
  expect(data.keys.map(({ _id }) => _id).sort()).toEqual([one, two].sort());
  for (const id of [one, two])
    expect(await keyOf(id)).toMatchObject({
      ...body.changes,
      _id: id,
      keyName: expect.any(String),
    });
  expect((await keyOf(two)).version).toBe(version + 1);
  const events = await listAuditEvents(campus.db, eq(auditEvents.keyId, two));
  expect(events.at(-1)).toMatchObject({
    action: 'update-key',
    actorId: admin.user.id,
    method: 'bulk',
    details: {
      before: { category, frequentlyUsed: false },
      after: { category: 'lab', frequentlyUsed: true },
    },
  });
});

test('a key that has the values already keeps its version, and nothing is recorded', async () => {
  const [id = ''] = await newKeys(1);
  const { version, department } = await keyOf(id);
  expect((await change([id], { department })).status).toBe(200);
  expect((await keyOf(id)).version).toBe(version);
});

test('a key that is out keeps its holder', async () => {
  const [id = ''] = await newKeys(1);
  const holder = await campus.person();
  await giveKey(admin, holder, id);
  await change([id], { category: 'storage' });
  expect(await keyOf(id)).toMatchObject({
    category: 'storage',
    status: 'unavailable',
    takenBy: { userId: holder.user.id },
  });
});

test('one key that is gone keeps all from being changed', async () => {
  const [kept = '', gone = ''] = await newKeys(2);
  const { keyNumber } = await keyOf(gone);
  await admin.get(api.deleteKey, { params: { id: gone } });
  const before = await keyOf(kept);
  const unknown = 'f'.repeat(24);
  const { status, body } = await change([kept, gone, unknown], { category: 'hostel' });
  expect({ status, message: body.message }).toEqual({
    status: 404,
    message: `Key not found: ${keyNumber}, ${unknown}`,
  });
  expect(body.error).toMatchObject({ details: { keyIds: [gone, unknown] } });
  expect(await keyOf(kept)).toEqual(before);
});

test.each([
  ['no keys', [], { category: 'lab' }],
  ['too many keys', Array.from({ length: 201 }, () => 'a'.repeat(24)), { category: 'lab' }],
  ['an id that is none', ['x'], { category: 'lab' }],
  ['nothing to change', ['a'.repeat(24)], {}],
  ['an unknown department', ['a'.repeat(24)], { department: 'ALCHEMY' }],
  ['the same number for all', ['a'.repeat(24)], { keyNumber: 'A-1' }],
])('is refused with %s', async (_what, keyIds, changes) => {
  expect((await change(keyIds, changes)).status).toBe(400);
});
