import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { campusOfTest, testCampus } from '../../../test/test-campus.ts';
import type { Answer, TestClient } from '../../../test/test-client.ts';

const campus = testCampus();
const desk = campus.resident('security');

describe('without a code', () => {
  test('faculty are sent to the desk, whatever they call', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    await giveKey(desk, asha, key.id);
    for (const route of [api.takeKey, api.returnKey, api.collectKey]) {
      const answer = await asha.call(route, { params: { id: key.id } });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toContain('Show your QR code');
    }
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ returnedAt: null }]);
  });

  test('the desk collects a key from whoever has it', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    await giveKey(desk, asha, key.id);
    const answer = await desk.get(api.collectKey, {
      params: { id: key.id },
      body: { reason: 'left in the door' },
    });
    expect(answer.message).toBe(`Key ${key.keyNumber} (${key.keyName}) collected successfully`);
    expect(answer.data).toMatchObject({
      originalUser: { id: asha.user.id },
      returnedBy: { id: desk.user.id },
      reason: 'left in the door',
    });
    expect(await loansOf(campus.db, key.id)).toMatchObject([
      { returnType: 'collected', returnReason: 'left in the door' },
    ]);
  });

  test('a collection of another loan than the page showed is a conflict', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    await giveKey(desk, asha, key.id);
    const answer = await desk.call(api.collectKey, {
      params: { id: key.id },
      body: { loanId: '0'.repeat(24) },
    });
    expect(answer.status).toBe(409);
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ returnedAt: null }]);
  });

  test('security takes a key for itself and returns it', async () => {
    const key = await campus.key();
    const taken = await desk.get(api.takeKey, { params: { id: key.id } });
    expect(taken.data.key.takenBy?.userId).toBe(desk.user.id);
    expect((await desk.call(api.takeKey, { params: { id: key.id } })).status).toBe(409);
    const back = await desk.get(api.returnKey, { params: { id: key.id } });
    expect(back.data.key.status).toBe('available');
    expect(await desk.call(api.returnKey, { params: { id: key.id } })).toMatchObject({
      status: 409,
      body: { message: 'Key is not currently taken' },
    });
  });
});

test('with self-service faculty take a key and return their own, but nobody else’s', async () => {
  const open = await campusOfTest({ SELF_SERVICE: 'true' });
  const [asha, ravi, key] = [await open.person(), await open.person(), await open.key()];
  const call = { params: { id: key.id } };
  await asha.get(api.takeKey, call);
  expect((await ravi.call(api.returnKey, call)).status).toBe(403);
  await asha.get(api.returnKey, call);
  expect(await loansOf(open.db, key.id)).toMatchObject([{ returnType: 'own' }]);
  await asha.get(api.takeKey, call);
  await ravi.get(api.collectKey, call);
  expect((await loansOf(open.db, key.id)).at(-1)).toMatchObject({
    returnType: 'volunteer',
    returnedBy: ravi.user.id,
  });
});

describe('with legacy codes accepted', () => {
  let open: TestApp;
  let desks: TestClient[];
  let asha: TestClient;

  beforeAll(async () => {
    open = await startTestApp({ LEGACY_QR: 'accept' });
    desks = [
      await open.person('security'),
      (await open.person('security')).at(await open.another()),
    ];
    asha = await open.person();
  });
  afterAll(() => open.close());

  const used = { status: 409, body: { error: { code: 'QR_USED' } } };
  /** The answers of two desks that scan at once, a success first. */
  async function scanAtBoth(scan: (desk: TestClient) => Promise<Answer>): Promise<Answer[]> {
    return (await Promise.all(desks.map(scan))).sort((one, other) => one.status - other.status);
  }

  test.each([
    { requestId: 'req_1', timestamp: new Date().toISOString() },
    { requestId: '0'.repeat(26) },
    {},
  ])('a request %j of other making hands over once, as unattested', async (own) => {
    const [desk = asha] = desks;
    const [ravi, key] = [await open.person(), await open.key()];
    const body = { qrData: { type: 'key-request', keyId: key.id, userId: asha.user.id, ...own } };
    const scan = (at: TestClient) => at.call(api.scanRequest, { body });
    const collect = () => desk.get(api.collectKey, { params: { id: key.id } });
    await giveKey(desk, ravi, key.id);
    expect(await scan(desk)).toMatchObject({ body: { error: { code: 'KEY_NOT_AVAILABLE' } } });
    await collect();
    expect(await scanAtBoth(scan)).toMatchObject([{ status: 200 }, used]);
    const repeated = { status: 200, body: { data: { repeated: true } } };
    expect(await scanAtBoth(scan)).toMatchObject([repeated, used]);
    await collect();
    const later = await giveKey(desk, ravi, key.id);
    for (const answer of [await scan(desk), await desk.call(api.resolveCode, { body })])
      expect(answer).toMatchObject({
        status: 409,
        body: {
          error: { code: 'QR_USED', details: { keys: [{ holder: { name: ravi.user.name } }] } },
        },
      });
    expect(await loansOf(open.db, key.id)).toMatchObject([
      { holderId: ravi.user.id },
      { holderId: asha.user.id },
      { id: later.loanId, returnedAt: null },
    ]);
  });

  test('a batch of other making takes its keys back once', async () => {
    const [desk = asha] = desks;
    const key = await open.key();
    const body = {
      qrData: { type: 'batch-return', keyIds: [key.id], userId: asha.user.id, returnId: 'ret_1' },
    };
    const scan = (at: TestClient) => at.call(api.batchReturn, { body });
    await giveKey(desk, asha, key.id);
    expect(await scanAtBoth(scan)).toMatchObject([{ status: 200 }, used]);
    await giveKey(desk, asha, key.id);
    expect(await scan(desk)).toMatchObject(used);
    expect(await loansOf(open.db, key.id)).toMatchObject([
      { returnType: 'batch' },
      { returnedAt: null },
    ]);
  });
});
