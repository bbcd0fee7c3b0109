import { api } from '@keydesk/shared/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';

let campus: TestApp;
let desk: TestClient;

beforeAll(async () => {
  campus = await startTestApp();
  desk = await campus.person('security');
});
afterAll(() => campus.close());

describe('without a code', () => {
  test('faculty are sent to the desk, whatever they call', async () => {
    const [asha, key] = [await campus.person(), await campus.key()];
    await giveKey(desk, asha, key.id);
    for (const route of [api.takeKey, api.returnKey, api.collectKey]) {
      const answer = await asha.call(route, { params: { id: key.id } });
      expect(answer.status).toBe(403);
      expect(answer.body.message).toContain('show your QR code');
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
  const open = await startTestApp({ SELF_SERVICE: 'true' });
  try {
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
  } finally {
    await open.close();
  }
});

test('with legacy codes accepted, a request of other making is handed over as unattested', async () => {
  const open = await startTestApp({ LEGACY_QR: 'accept' });
  try {
    const [guard, asha, key] = [
      await open.person('security'),
      await open.person(),
      await open.key(),
    ];
    await guard.get(api.scanRequest, {
      body: { qrData: { type: 'key-request', keyId: key.id, userId: asha.user.id } },
    });
    expect(await loansOf(open.db, key.id)).toMatchObject([{ holderId: asha.user.id }]);
    await guard.get(api.batchReturn, {
      body: { qrData: { type: 'batch-return', keyIds: [key.id], userId: asha.user.id } },
    });
    expect(await loansOf(open.db, key.id)).toMatchObject([{ returnType: 'batch' }]);
  } finally {
    await open.close();
  }
});
