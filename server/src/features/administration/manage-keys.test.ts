import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { askFor } from '../../../test/access.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import { auditEvents, keys } from '../../db/schema.ts';

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');

let numbers = 0;

function fields(overrides: Record<string, unknown> = {}) {
  numbers += 1;
  return { keyNumber: `NEW-${numbers}`, keyName: 'Seminar Hall', location: 'A 1', ...overrides };
}

async function create(overrides: Record<string, unknown> = {}) {
  return (await admin.get(api.createKey, { body: fields(overrides) })).data.key;
}

function eventsOf(keyId: string) {
  return listAuditEvents(campus.db, eq(auditEvents.keyId, keyId));
}

async function isStored(id: string) {
  return (await campus.db.orm.select().from(keys).where(eq(keys.id, id))).length === 1;
}

describe('adding a key', () => {
  test('makes an available key, with defaults for what is not given', async () => {
    const { message, data } = await admin.get(api.createKey, {
      body: fields({ keyNumber: ' NEW-A ' }),
    });
    expect(message).toBe('Key NEW-A added successfully');
    expect(data.key).toMatchObject({
      keyNumber: 'NEW-A',
      status: 'available',
      description: '',
      category: 'other',
      department: 'COMMON',
      block: 'A',
      frequentlyUsed: false,
      takenBy: null,
      isActive: true,
      version: 1,
    });
    const seen = await guard.get(api.getKey, { params: { id: data.key._id } });
    expect(seen.data.key).toEqual(data.key);
  });

  test.each([
    [{ keyNumber: '' }, 'Key number is required'],
    [{ keyName: '  ' }, 'Key name is required'],
    [{ keyNumber: 'MK-1\nMK-2' }, /^Key number must be a single line/],
    [{ keyNumber: 'MK-\u202e12' }, /^Key number must be a single line/],
    [{ keyName: 'Laser\u0007' }, /^Key name must be a single line/],
    [{ location: 'Block C\nFloor 3' }, /^Location must be a single line/],
    [{ hook: '1\u200b4' }, /^Hook must be a single line/],
    [{ location: undefined }, 'Location is required'],
  ])('is refused with %j', async (fault, message) => {
    const answer = await admin.call(api.createKey, { body: fields(fault) });
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 400,
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    });
  });

  test('is refused when the number is in use, whatever its case', async () => {
    const { keyNumber } = await create();
    const again = fields({ keyNumber: keyNumber.toLowerCase() });
    const answer = await admin.call(api.createKey, { body: again });
    expect(answer).toMatchObject({
      status: 409,
      body: { message: `Key number ${again.keyNumber} already exists` },
    });
  });

  test('of one number many times at once succeeds once', async () => {
    const body = fields();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.call(api.createKey, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('is written in the audit trail', async () => {
    const key = await create();
    expect(await eventsOf(key._id)).toMatchObject([
      { action: 'create-key', actorId: admin.user.id, details: { keyNumber: key.keyNumber } },
    ]);
  });
});

describe('changing a key', () => {
  const change = (id: string, body: unknown) => admin.call(api.updateKey, { params: { id }, body });

  test('changes what is named, makes a new version and leaves the rest', async () => {
    const before = await create({ description: 'Two copies', block: 'PG' });
    const { message, data } = await admin.get(api.updateKey, {
      params: { id: before._id },
      body: { keyName: 'Board Room', description: '' },
    });
    expect(message).toBe(`Key ${before.keyNumber} updated successfully`);
    expect(data.key).toEqual({
      ...before,
      keyName: 'Board Room',
      description: '',
      version: 2,
      updatedAt: expect.any(String),
    });
    expect(data.key.updatedAt > before.updatedAt).toBe(true);
  });

  test('keeps the holder of a key that is out', async () => {
    const [key, asha] = [await create(), await campus.person()];
    await giveKey(guard, asha, key._id);
    const { data } = await admin.get(api.updateKey, {
      params: { id: key._id },
      body: { location: 'B 2' },
    });
    expect(data.key).toMatchObject({
      status: 'unavailable',
      location: 'B 2',
      takenBy: { userId: asha.user.id },
    });
  });

  test('cannot take another key’s number, but may change the case of its own', async () => {
    const [one, other] = [await create(), await create()];
    const taken = await change(one._id, { keyNumber: other.keyNumber.toLowerCase() });
    expect(taken.status).toBe(409);
    const own = await change(one._id, { keyNumber: one.keyNumber.toLowerCase() });
    expect(own.status).toBe(200);
  });

  test.each([
    { status: 'unavailable' },
    { takenBy: { userId: '0'.repeat(24), name: 'Nobody' } },
    { isActive: false },
    { _id: '0'.repeat(24) },
  ])('ignores what only the server sets: %j', async (body) => {
    const key = await create();
    expect((await change(key._id, body)).status).toBe(200);
    expect((await admin.get(api.getKey, { params: { id: key._id } })).data.key).toEqual(key);
  });

  test.each([{ colour: 'red' }, { version: 7.5 }, { keyName: '' }, { category: 'garage' }])(
    'refuses %j',
    async (body) => {
      const key = await create();
      expect((await change(key._id, body)).status).toBe(400);
      expect((await admin.get(api.getKey, { params: { id: key._id } })).data.key).toEqual(key);
    },
  );

  test('of an unknown key is refused', async () => {
    expect((await change('f'.repeat(24), { keyName: 'X' })).status).toBe(404);
  });

  test('leaves the old values in the audit trail', async () => {
    const key = await create();
    await change(key._id, { keyName: 'Board Room' });
    expect((await eventsOf(key._id)).at(-1)).toMatchObject({
      action: 'update-key',
      details: { before: { keyName: 'Seminar Hall' }, after: { keyName: 'Board Room' } },
    });
  });
});

describe('marking a key as frequently used', () => {
  test('works to and fro, for security too', async () => {
    const { _id: id, keyNumber } = await create();
    const on = await guard.get(api.toggleFrequentKey, { params: { id } });
    expect(on.message).toBe(`Key ${keyNumber} marked as frequently used`);
    expect(on.data.key.frequentlyUsed).toBe(true);
    const off = await admin.get(api.toggleFrequentKey, { params: { id } });
    expect(off.message).toBe(`Key ${keyNumber} unmarked as frequently used`);
    expect(off.data.key).toMatchObject({ frequentlyUsed: false, version: 3 });
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual([
      'create-key',
      'toggle-frequent',
      'toggle-frequent',
    ]);
  });

  test('needs a key', async () => {
    const answer = await guard.call(api.toggleFrequentKey, { params: { id: 'f'.repeat(24) } });
    expect(answer).toMatchObject({ status: 404, body: { message: 'Key not found' } });
  });
});

describe('deleting a key', () => {
  const remove = (id: string, query?: Record<string, string>) =>
    admin.call(api.deleteKey, { params: { id }, ...(query ? { query } : {}) });

  test('hides it, keeps its history and frees its number', async () => {
    const [key, asha] = [await create(), await campus.person()];
    await giveKey(guard, asha, key._id);
    await guard.get(api.collectKey, { params: { id: key._id } });
    const { status, body } = await remove(key._id);
    expect(status).toBe(200);
    expect(body.message).toBe(`Key ${key.keyNumber} deleted successfully`);
    expect((await guard.call(api.getKey, { params: { id: key._id } })).status).toBe(404);
    expect(await loansOf(campus.db, key._id)).toHaveLength(1);
    const next = await create({ keyNumber: key.keyNumber });
    expect(next._id).not.toBe(key._id);
    expect((await remove(key._id)).status).toBe(404);
  });

  test('for good erases one that was never lent, and the audit trail stays', async () => {
    const key = await create();
    expect((await remove(key._id, { hard: 'true' })).status).toBe(200);
    expect(await isStored(key._id)).toBe(false);
    expect((await eventsOf(key._id)).map(({ action }) => action)).toEqual([
      'create-key',
      'erase-key',
    ]);
  });

  test.each([
    [1, '1 recorded loan'],
    [2, '2 recorded loans'],
  ])('for good is refused after %d loans', async (times, recorded) => {
    const [key, asha] = [await create(), await campus.person()];
    for (let time = 0; time < times; time += 1) {
      await giveKey(guard, asha, key._id);
      await guard.get(api.collectKey, { params: { id: key._id } });
    }
    expect(await remove(key._id, { hard: 'true' })).toMatchObject({
      status: 409,
      body: {
        message: `${key.keyNumber} has ${recorded}. You can delete it, but its history stays.`,
        error: { code: 'KEY_WAS_LENT' },
      },
    });
    expect(await loansOf(campus.db, key._id)).toHaveLength(times);
    expect((await guard.call(api.getKey, { params: { id: key._id } })).status).toBe(200);
    expect((await remove(key._id)).status).toBe(200);
  });

  test.each<[string, (keyId: string) => Promise<unknown>]>([
    [
      'was given',
      async (keyId) => {
        const userId = (await campus.person()).user.id;
        return admin.get(api.addGrant, { body: { keyId, userId } });
      },
    ],
    [
      'was asked for',
      async (keyId) => {
        await admin.get(api.updateKey, { params: { id: keyId }, body: { level: 'restricted' } });
        return askFor(await campus.person(), keyId);
      },
    ],
  ])('for good is refused if access %s', async (_what, leave) => {
    const key = await create();
    await leave(key._id);
    expect(await remove(key._id, { hard: 'true' })).toMatchObject({
      status: 409,
      body: {
        message: `Access to ${key.keyNumber} was given or requested. You can delete it, but its history stays.`,
        error: { code: 'KEY_HAS_ACCESS_HISTORY' },
      },
    });
    expect(await isStored(key._id)).toBe(true);
    expect((await remove(key._id)).status).toBe(200);
  });

  test.each([{ hard: 'false' }, {}])('keeps the row when %j', async (query) => {
    const key = await create();
    await remove(key._id, query);
    expect(await isStored(key._id)).toBe(true);
    expect((await eventsOf(key._id)).at(-1)?.action).toBe('delete-key');
  });

  test.each([{}, { hard: 'true' }])('that is out is refused: %j', async (query) => {
    const [key, asha] = [await create(), await campus.person()];
    await giveKey(guard, asha, key._id);
    expect(await remove(key._id, query)).toMatchObject({
      status: 409,
      body: {
        message: `Key ${key.keyNumber} is out. You can delete it once it is returned.`,
        error: { code: 'KEY_IS_OUT' },
      },
    });
    expect((await guard.get(api.getKey, { params: { id: key._id } })).data.key.status).toBe(
      'unavailable',
    );
  });

  test('and handing it out at once never do both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [key, asha] = [await create(), await campus.person()];
      const { data } = await asha.get(api.issueCode, {
        body: { type: 'key-request', keyId: key._id },
      });
      const [removed, handed] = await Promise.all([
        remove(key._id),
        guard.call(api.scanRequest, { body: { qrData: data.qrText } }),
      ]);
      expect([
        [200, 404],
        [409, 200],
      ]).toContainEqual([removed.status, handed.status]);
    }
  });
});
