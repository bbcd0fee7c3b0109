import { api } from '@keydesk/shared/api';
import type { Key } from '@keydesk/shared/keys/key';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { insertDesk } from '../../../test/desk-computer.ts';
import { giveKey, requestCode } from '../../../test/handovers.ts';
import { closePages, openPage } from '../../../test/live-page.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents, desks } from '../../db/schema.ts';

let campus: TestApp;
let admin: TestClient;
let guard: TestClient;
let asha: TestClient;
let deskId: string;

beforeAll(async () => {
  campus = await startTestApp();
  admin = await campus.person('admin');
  guard = await campus.person('security');
  asha = await campus.person();
  deskId = await insertDesk(campus, { name: 'Block D' });
});
afterEach(closePages);
afterAll(() => campus.close());

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
  test('are set when it is added, changed by an edit and cleared by one', async () => {
    const key = await created({ deskId, hook: ` ${hook} ` });
    expect(key).toMatchObject({ deskId, hook, version: 1 });
    expect((await edit(key._id, { hook: 'Cabinet 3' })).status).toBe(200);
    expect((await edit(key._id, { deskId: null, hook: '' })).status).toBe(200);
    expect(await seenBy(guard, key._id)).not.toHaveProperty('hook');
    const trail = await campus.db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.keyId, key._id))
      .orderBy(auditEvents.id);
    expect(trail.map(({ details }) => details)).toMatchObject([
      { deskId, hook },
      { before: { hook }, after: { hook: 'Cabinet 3' } },
      { before: { deskId, hook: 'Cabinet 3' }, after: { deskId: null, hook: null } },
    ]);
  });

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
    const message = 'Old Gate is retired. Please choose another desk.';
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
