import { api } from '@keydesk/shared/api';
import type { Key } from '@keydesk/shared/keys/key';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertDesk } from '../../../test/desk-computer.ts';
import { giveKey, requestCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { desks } from '../../db/schema.ts';

let deskId: string;

const campus = testCampus();
const admin = campus.resident('admin');
const guard = campus.resident('security');
const asha = campus.resident();
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Block D' });
});

const hook = 'Cabinet 2 · 14';
const unknownId = 'f'.repeat(24);
let numbers = 0;

function create(more: object = {}) {
  numbers += 1;
  const body = { keyNumber: `SPOT-${numbers}`, keyName: 'Lab', location: 'D 1', ...more };
  return admin.call(api.createKey, { body });
}

async function created(more: object = {}): Promise<Key> {
  const { status, body } = await create(more);
  expect(status).toBe(200);
  return (body as { data: { key: Key } }).data.key;
}

function edit(id: string, body: object) {
  return admin.call(api.updateKey, { params: { id }, body });
}

async function seenBy(reader: TestClient, id: string): Promise<Key> {
  return (await reader.get(api.getKey, { params: { id } })).data.key;
}

async function listedFor(reader: TestClient, id: string): Promise<Key | undefined> {
  return (await reader.get(api.listKeys)).data.keys.find(({ _id }) => _id === id);
}

describe('the desk and hook of a key', () => {
  test.each([
    [{ hook: 'x'.repeat(31) }, 'Hook must be at most 30 characters'],
    [{ deskId: 'elsewhere' }, 'Invalid id format'],
    [{ deskId: unknownId }, `Unknown desk: ${unknownId}`],
  ])('are refused as %j', async (given, message) => {
    const key = await created();
    for (const { status, body } of [await create(given), await edit(key._id, given)])
      expect({ status, message: body.message }).toEqual({ status: 400, message });
    expect((await seenBy(guard, key._id)).version).toBe(1);
  });

  test('may stay with a desk that is retired, but no key comes to it', async () => {
    const gone = await insertDesk(campus, { name: 'Old Gate' });
    const key = await created({ deskId: gone });
    await campus.db.orm.update(desks).set({ retiredAt: new Date() }).where(eq(desks.id, gone));
    const message = 'Old Gate is retired. Choose another desk.';
    expect(await create({ deskId: gone })).toMatchObject({ status: 400, body: { message } });
    expect((await edit(key._id, { deskId: gone, keyName: 'Store' })).status).toBe(200);
  });

  test('can be given to many keys at once, with the desk alone', async () => {
    const keys = [await created({ hook }), await created({ deskId })];
    const keyIds = keys.map(({ _id }) => _id);
    const { data } = await admin.get(api.updateKeys, { body: { keyIds, changes: { deskId } } });
    expect(new Set(data.keys.map((key) => [key.deskId, key.hook].join()))).toEqual(
      new Set([`${deskId},${hook}`, `${deskId},`]),
    );
    expect(data.keys.map(({ version }) => version).sort()).toEqual([1, 2]);
    const unknown = { keyIds, changes: { deskId: unknownId } };
    expect((await admin.call(api.updateKeys, { body: unknown })).status).toBe(400);
    const withHook = { keyIds, changes: { hook: 'One' } };
    expect((await admin.call(api.updateKeys, { body: withHook })).status).toBe(400);
  });
});

describe('where a key hangs', () => {
  test('is told to the desk and to nobody else, in no list and no answer', async () => {
    const key = await created({ deskId, hook });
    const handedOut = await giveKey(guard, asha, key._id);
    expect(handedOut).toMatchObject({ deskId, hook });
    for (const desk of [guard, admin]) {
      expect(await listedFor(desk, key._id)).toMatchObject({ deskId, hook });
      expect(await seenBy(desk, key._id)).toMatchObject({ deskId, hook });
    }
    const other = await campus.person();
    for (const reader of [asha, other])
      for (const route of [
        api.listKeys,
        api.allTakenKeys,
        api.myTakenKeys,
        api.myFrequentlyUsedKeys,
      ]) {
        const text = JSON.stringify((await reader.call(route)).body);
        expect(text).not.toContain(hook);
        expect(text).not.toContain(deskId);
      }
    const [own] = (await asha.get(api.myTakenKeys)).data.keys;
    expect(own?.takenBy?.email).toBe(asha.user.email);
    expect(await seenBy(asha, key._id)).not.toHaveProperty('hook');
    const { data } = await guard.get(api.collectKey, { params: { id: key._id } });
    expect(data.key).toMatchObject({ deskId, hook });
  });

  test('reaches the pages of the desk alone, not those of the holder', async () => {
    const key = await created({ deskId, hook });
    const [desk, holder] = [await openPage(guard), await openPage(asha)];
    await giveKey(guard, asha, key._id);
    for (const page of [desk, holder]) await page.caughtUp();
    expect(desk.received('key-updated')).toMatchObject([{ key: { deskId, hook } }]);
    expect(holder.received('user-key-updated')).toMatchObject([
      { key: { takenBy: { email: asha.user.email } } },
    ]);
    expect(JSON.stringify(holder.events)).not.toContain(hook);
    expect(JSON.stringify(holder.events)).not.toContain(deskId);
  });

  test('is found by the desk, and helps nobody else to find it', async () => {
    const key = await created({ hook: 'Drawer Zeta' });
    const query = { search: 'zeta drawer' };
    const found = async (reader: TestClient) =>
      (await reader.get(api.listKeys, { query })).data.keys.map(({ _id }) => _id);
    expect(await found(guard)).toEqual([key._id]);
    expect(await found(asha)).toEqual([]);
  });
});

test('an answer that is given again for the same scan has the hook too', async () => {
  const key = await created({ deskId, hook });
  const body = { qrData: (await requestCode(asha, key._id)).qrText };
  const first = await guard.get(api.scanRequest, { body });
  expect(first.data.key).toMatchObject({ deskId, hook });
  expect(await guard.get(api.scanRequest, { body })).toEqual({
    ...first,
    data: { ...first.data, repeated: true },
  });
});
