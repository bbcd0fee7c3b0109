import { api } from '@keydesk/shared/api';
import { describe, expect, test } from 'vitest';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const guard = campus.resident('security');

async function lend(holder: TestClient) {
  return giveKey(guard, holder, (await campus.key()).id);
}

function takeBack(id: string) {
  return guard.get(api.collectKey, { params: { id } });
}

describe('my taken keys', () => {
  test('are mine alone, the last taken first, with my own address', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const first = await lend(asha);
    const second = await lend(asha);
    await lend(ravi);
    const { data } = await asha.get(api.myTakenKeys);
    expect(data.keys.map(({ _id }) => _id)).toEqual([second._id, first._id]);
    expect(data.keys[0]?.takenBy).toEqual({
      userId: asha.user.id,
      name: asha.user.name,
      email: asha.user.email,
    });
  });

  test('are none once they are back', async () => {
    const asha = await campus.person();
    await takeBack((await lend(asha))._id);
    expect((await asha.get(api.myTakenKeys)).data.keys).toEqual([]);
  });
});

describe('my frequently used keys', () => {
  test('are the five I took most often, most used first, with how often', async () => {
    const asha = await campus.person();
    const keys = await Promise.all(Array.from({ length: 6 }, () => campus.key()));
    for (const [index, key] of keys.entries())
      for (let time = 0; time <= index; time += 1) {
        await giveKey(guard, asha, key.id);
        await takeBack(key.id);
      }
    const { data } = await asha.get(api.myFrequentlyUsedKeys);
    const expected = keys.slice(1).reverse();
    expect(data.keys.map(({ _id }) => _id)).toEqual(expected.map(({ id }) => id));
    expect(data.usageCounts).toEqual(
      Object.fromEntries(expected.map(({ id }, index) => [id, 6 - index])),
    );
  });

  test('count neither others’ loans nor keys that are deleted', async () => {
    const [asha, ravi, admin] = [
      await campus.person(),
      await campus.person(),
      await campus.person('admin'),
    ];
    const theirs = await lend(ravi);
    await takeBack(theirs._id);
    const gone = await lend(asha);
    await takeBack(gone._id);
    await admin.get(api.deleteKey, { params: { id: gone._id } });
    expect((await asha.get(api.myFrequentlyUsedKeys)).data).toEqual({ keys: [], usageCounts: {} });
  });

  test('do not show a holder’s address to other faculty', async () => {
    const [asha, ravi] = [await campus.person(), await campus.person()];
    const key = await lend(asha);
    await takeBack(key._id);
    await giveKey(guard, ravi, key._id);
    const { data } = await asha.get(api.myFrequentlyUsedKeys);
    expect(data.keys[0]?.takenBy).toEqual({ userId: ravi.user.id, name: ravi.user.name });
  });
});

describe('all taken keys', () => {
  test('are those that are out, with addresses for the desk alone', async () => {
    const asha = await campus.person();
    const out = await lend(asha);
    const back = await lend(asha);
    await takeBack(back._id);
    const { id: userId, name, email } = asha.user;
    for (const [reader, holder] of [
      [guard, { userId, name, email }],
      [await campus.person(), { userId, name }],
    ] as const) {
      const { data } = await reader.get(api.allTakenKeys);
      expect(data.keys.find(({ _id }) => _id === out._id)?.takenBy).toEqual(holder);
      expect(data.keys.map(({ _id }) => _id)).not.toContain(back._id);
      expect(data.keys.every(({ status }) => status === 'unavailable')).toBe(true);
    }
  });
});

describe('one key', () => {
  test('remembers when it last came back', async () => {
    const asha = await campus.person();
    const key = await lend(asha);
    const { data } = await takeBack(key._id);
    expect((await asha.get(api.getKey, { params: { id: key._id } })).data.key).toEqual(data.key);
    expect(data.key.returnedAt).not.toBeNull();
  });

  test.each([
    ['unknown', 'f'.repeat(24), 404, 'Key not found'],
    ['of another form', 'K-101', 400, 'Invalid id format'],
  ])('that is %s is refused', async (_what, id, status, message) => {
    const answer = await guard.call(api.getKey, { params: { id } });
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
  });
});

test('keys that were removed are listed for admins, the latest first, with why', async () => {
  const admin = await campus.person('admin');
  const remove = async (reason?: 're-keyed') => {
    const { id } = await campus.key();
    await admin.get(api.deleteKey, { params: { id }, ...(reason && { query: { reason } }) });
    return id;
  };
  const [first, second] = [await remove(), await remove('re-keyed')];
  const { id: lost } = await campus.key();
  const { data } = await guard.get(api.reportKey, {
    params: { id: lost },
    body: { kind: 'missing' },
  });
  const params = { id: data.incident.id };
  await admin.get(api.resolveIncident, { params, body: { resolution: 'written-off' } });
  const listed = async (before?: string) =>
    (await admin.get(api.removedKeys, { ...(before && { query: { before } }) })).data.keys;
  expect((await listed()).map(({ key, why }) => [key._id, why]).slice(0, 3)).toEqual([
    [lost, 'written-off'],
    [second, 're-keyed'],
    [first, null],
  ]);
  expect((await listed(lost))[0]?.key._id).toBe(second);
  const one = (await admin.get(api.removedKey, { params: { id: second } })).data;
  expect(one).toMatchObject({ why: 're-keyed', key: { _id: second, isActive: false } });
  const { id: living } = await campus.key();
  for (const id of [living, 'f'.repeat(24)])
    expect((await admin.call(api.removedKey, { params: { id } })).status).toBe(404);
});
