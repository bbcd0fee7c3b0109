import { api } from '@keydesk/shared/api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { batchCode, giveKey, returnCode } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { openPushService, type PushService } from '../../core/messages/testing/push-service.ts';
import { auditEvents } from '../../db/schema.ts';

let service: PushService;
let campus: TestApp;
let guard: TestClient;
let holder: TestClient;
let ravi: TestClient;
let meena: TestClient;
let key: { _id: string; keyNumber: string; keyName: string };

beforeAll(async () => {
  service = await openPushService();
  campus = await startTestApp({ PUSH_HOSTS: '127.0.0.1' });
  guard = await campus.person('security');
});
afterAll(async () => {
  await campus.close();
  await service.close();
});
beforeEach(async () => {
  [holder, ravi, meena] = [await campus.person(), await campus.person(), await campus.person()];
  key = await giveKey(guard, holder, (await campus.key()).id);
});

function wait(who: TestClient, id = key._id) {
  return who.call(api.waitForKey, { params: { id } });
}

function collect(id = key._id) {
  return guard.get(api.collectKey, { params: { id } });
}

async function returnByCode() {
  const { qrText } = await returnCode(holder, key._id);
  await guard.get(api.scanReturn, { body: { qrData: qrText } });
}

async function waitsOf(who: TestClient) {
  return (await who.get(api.ownWaits)).data.waits.map(({ keyId }) => keyId);
}

async function toldOfReturn(who: TestClient) {
  const { data } = await who.get(api.listNotifications);
  return data.notifications.filter(({ title }) => title === 'Key is back');
}

describe('whoever waits for a key that is out', () => {
  test('is told once it is back, with everybody else, also on a closed browser', async () => {
    await meena.get(api.subscribePush, { body: { subscription: service.subscription('meena') } });
    expect((await wait(ravi)).body).toMatchObject({ data: { wait: { keyId: key._id } } });
    await wait(meena);
    expect(await waitsOf(ravi)).toEqual([key._id]);
    const { qrText } = await returnCode(holder, key._id);
    const { data } = await guard.get(api.scanReturn, { body: { qrData: qrText } });
    expect(data).toMatchObject({ waiting: 2, waitingNames: [ravi.user.name, meena.user.name] });
    for (const who of [ravi, meena]) {
      expect(await toldOfReturn(who)).toMatchObject([
        {
          message: `Key ${key.keyNumber} (${key.keyName}) is back. First come, first served.`,
          keyId: key._id,
        },
      ]);
      expect(await waitsOf(who)).toEqual([]);
    }
    expect(await toldOfReturn(holder)).toEqual([]);
    await expect.poll(() => service.received.map(({ path }) => path)).toEqual(['/meena']);
  });

  test('is told once: the next return tells only those who asked again', async () => {
    await wait(ravi);
    expect((await collect()).data).toMatchObject({ waiting: 1, waitingNames: [ravi.user.name] });
    await giveKey(guard, holder, key._id);
    expect((await collect()).data.waiting).toBeUndefined();
    expect(await toldOfReturn(ravi)).toHaveLength(1);
  });

  test('waits once, however often they ask, and stops when they say so', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => wait(ravi)));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const stop = () => ravi.call(api.stopWaiting, { params: { id: key._id } });
    expect((await stop()).status).toBe(200);
    expect((await stop()).status).toBe(200);
    await collect();
    expect(await toldOfReturn(ravi)).toEqual([]);
    const events = await listAuditEvents(campus.db, eq(auditEvents.actorId, ravi.user.id));
    expect(events.map(({ action }) => action).sort()).toEqual(['stop-waiting', 'wait-for-key']);
  });

  test('is told when it comes back with others in one batch, and the desk reads of which', async () => {
    const other = await giveKey(guard, holder, (await campus.key()).id);
    await wait(ravi);
    const { qrText } = await batchCode(holder, [key._id, other._id]);
    const { data } = await guard.get(api.batchReturn, { body: { qrData: qrText } });
    const names = Object.fromEntries(data.keys.map((each) => [each.keyId, each.waitingNames]));
    expect(names).toEqual({ [key._id]: [ravi.user.name], [other._id]: undefined });
    expect(await toldOfReturn(ravi)).toHaveLength(1);
  });

  test('is told when an admin finds out that it is at the desk', async () => {
    const other = await campus.key();
    const loanId = await lent(guard, holder, other.id);
    await holder.get(api.disputeLoan, { params: { id: loanId } });
    await wait(ravi, other.id);
    const admin = await campus.person('admin');
    const body = { resolution: 'returned' };
    await admin.get(api.settleDispute, { params: { id: loanId }, body });
    expect(await toldOfReturn(ravi)).toHaveLength(1);
  });

  test.each([
    ['a desk that collects it', collect],
    ['a code', returnByCode],
  ])('waits on for a damaged key that comes back by %s, until it is repaired', async (_, back) => {
    const damaged = { params: { id: key._id }, body: { kind: 'damaged', blocks: true } } as const;
    const { incident } = (await guard.get(api.reportKey, damaged)).data;
    await wait(ravi);
    await back();
    expect(await toldOfReturn(ravi)).toEqual([]);
    expect(await waitsOf(ravi)).toEqual([key._id]);
    const repaired = { params: { id: incident.id }, body: { resolution: 'repaired' } } as const;
    await guard.get(api.resolveIncident, repaired);
    expect(await toldOfReturn(ravi)).toHaveLength(1);
    expect(await waitsOf(ravi)).toEqual([]);
  });

  test.each([
    ['lost', undefined, 1],
    ['damaged', true, 0],
  ] as const)(
    'is told of a key that was %s, and that a settlement brings back, if it can be taken',
    async (kind, blocks, told) => {
      const other = await campus.key();
      const loanId = await lent(guard, holder, other.id);
      await guard.get(api.reportKey, { params: { id: other.id }, body: { kind, blocks } });
      await holder.get(api.disputeLoan, { params: { id: loanId } });
      await wait(ravi, other.id);
      const admin = await campus.person('admin');
      const body = { resolution: 'returned' };
      await admin.get(api.settleDispute, { params: { id: loanId }, body });
      expect(await toldOfReturn(ravi)).toHaveLength(told);
    },
  );

  test('is named to the desk alone, in the details of the key too, without an address', async () => {
    await wait(ravi);
    const asked = { params: { id: key._id } };
    expect((await guard.get(api.waitsOfKey, asked)).data).toEqual({
      waiting: 1,
      waitingNames: [ravi.user.name],
    });
    expect((await meena.call(api.waitsOfKey, asked)).status).toBe(403);
  });

  test('is not told any more once they are suspended', async () => {
    await wait(ravi);
    await campus.db.query('UPDATE users SET suspended_at = now() WHERE id = $1', [ravi.user.id]);
    expect((await collect()).data.waiting).toBeUndefined();
  });
});

describe('nobody can wait', () => {
  test('for a key that they have, that is at the desk, or that there is not', async () => {
    const own = await wait(holder);
    expect(own.status).toBe(409);
    expect(own.body).toMatchObject({
      message: `You have key ${key.keyNumber} yourself.`,
      error: { code: 'OWN_WAIT', details: { verdict: { outcome: 'refused' } } },
    });
    await collect();
    expect(await wait(ravi)).toMatchObject({
      status: 409,
      body: { message: `Key ${key.keyNumber} is already at the desk.` },
    });
    const nothing = { params: { id: '0'.repeat(24) } };
    expect((await wait(ravi, nothing.params.id)).status).toBe(404);
    expect((await ravi.call(api.stopWaiting, nothing)).status).toBe(404);
    for (const route of [api.waitForKey, api.stopWaiting])
      expect((await ravi.call(route, { params: { id: 'nonsense' } })).status).toBe(400);
  });
});

test('nobody is in the shared list of keys for waiting', async () => {
  await wait(ravi);
  for (const reader of [guard, meena])
    expect(JSON.stringify((await reader.get(api.listKeys)).data)).not.toContain(ravi.user.id);
});

test('whoever asks while it comes back is either told or told that it is there, 20 times', async () => {
  let told = 0;
  for (let round = 0; round < 20; round += 1) {
    const [answer, returned] = await Promise.all([wait(ravi), collect()]);
    const waited = answer.status === 200 ? 1 : 0;
    expect(returned.data.waiting ?? 0).toBe(waited);
    told += waited;
    const { rows } = await campus.db.query('SELECT told_at FROM waits WHERE user_id = $1', [
      ravi.user.id,
    ]);
    expect(rows).toHaveLength(told);
    expect(await waitsOf(ravi)).toEqual([]);
    await giveKey(guard, holder, key._id);
  }
}, 60_000);
