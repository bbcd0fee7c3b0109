import { api } from '@keydesk/shared/api';
import { desc, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { dutyAt, insertDesk, type TestComputer } from '../../../test/desk-computer.ts';
import { batchCode, giveKey, loansOf, requestCode, returnCode } from '../../../test/handovers.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents, desks } from '../../db/schema.ts';

let mainId: string;
let blockId: string;
let main: TestComputer;
let block: TestComputer;

const campus = testCampus();
const admin = campus.resident('admin');
const anywhere = campus.resident('security');
const asha = campus.resident();
beforeAll(async () => {
  mainId = await insertDesk(campus, { name: 'Main Desk' });
  blockId = await insertDesk(campus, { name: 'Block D' });
  main = (await dutyAt(campus, mainId)).computer;
  block = (await dutyAt(campus, blockId)).computer;
});

type Desk = Pick<TestClient, 'get' | 'call'>;

/** A key of Block D that Asha has. */
async function lent(deskId: string | null = blockId) {
  const { id } = await campus.key({ deskId, hook: 'Cabinet 1' });
  return giveKey(anywhere, asha, id);
}

async function takeBack(desk: Desk, key: { _id: string; loanId: string | null }) {
  const { qrText } = await returnCode(asha, key._id);
  const body = { qrData: qrText, loanId: key.loanId };
  return (await desk.get(api.scanReturn, { body })).data.key;
}

/** A key of Block D that Asha returned at the main desk. */
async function away() {
  return takeBack(main, await lent());
}

function backHome(desk: Desk, id: string) {
  return desk.call(api.backHome, { params: { id } });
}

async function read(id: string) {
  return (await anywhere.get(api.getKey, { params: { id } })).data.key;
}

describe('a key returned at another desk', () => {
  test('a key that is reported missing is not confirmed to be home', async () => {
    const { _id: id } = await away();
    await main.get(api.reportKey, { params: { id }, body: { kind: 'missing' } });
    expect(await block.call(api.backHome, { params: { id } })).toMatchObject({
      status: 409,
      body: { error: { code: 'KEY_REPORTED' } },
    });
  });

  test('is free at once, its holder too, and says where it lies', async () => {
    const desk = await openPage(anywhere);
    const key = await lent();
    const returned = await takeBack(main, key);
    expect(returned).toMatchObject({ status: 'available', deskId: blockId, awayDeskId: mainId });
    expect(await read(key._id)).toEqual(returned);
    expect((await asha.get(api.myTakenKeys)).data.keys).toEqual([]);
    expect(await loansOf(campus.db, key._id)).toMatchObject([
      { returnType: 'own', returnDeskId: mainId },
    ]);
    await desk.caughtUp();
    expect(desk.received('key-updated').at(-1)).toMatchObject({ key: { awayDeskId: mainId } });
  });

  test.each(['collected by hand', 'brought in a batch'])('also when it is %s', async (how) => {
    const [one, other] = [await lent(), await lent(mainId)];
    if (how === 'collected by hand') {
      const { data } = await main.get(api.collectKey, { params: { id: one._id } });
      expect(data.key.awayDeskId).toBe(mainId);
    } else {
      const { qrText } = await batchCode(asha, [one._id, other._id]);
      const { data } = await main.get(api.batchReturn, { body: { qrData: qrText } });
      const locations = new Map(data.keys.map((key) => [key.keyId, key]));
      const hook = 'Cabinet 1';
      expect(locations.get(one._id)).toMatchObject({ deskId: blockId, hook, awayDeskId: mainId });
      expect(locations.get(other._id)).toMatchObject({ deskId: mainId, hook });
      expect(locations.get(other._id)).not.toHaveProperty('awayDeskId');
    }
    expect((await read(one._id)).awayDeskId).toBe(mainId);
  });

  test.each<[where: string, desk: () => Desk, home: () => string | null]>([
    ['its home', () => block, () => blockId],
    ['a computer that no desk has enrolled', () => anywhere, () => blockId],
    ['any desk, having no home', () => main, () => null],
  ])('is not away when that is %s', async (_where, desk, home) => {
    const key = await takeBack(desk(), await lent(home()));
    expect(key).not.toHaveProperty('awayDeskId');
    expect(await read(key._id)).toEqual(key);
  });

  test('is handed out from where it lies, and then is away no more', async () => {
    const { _id: id } = await away();
    const { qrText } = await requestCode(asha, id);
    const { data } = await main.get(api.scanRequest, { body: { qrData: qrText } });
    expect(data.layAtDeskId).toBe(mainId);
    expect(data.key).not.toHaveProperty('awayDeskId');
    expect(await read(id)).toEqual(data.key);
    expect(await takeBack(block, data.key)).not.toHaveProperty('awayDeskId');
  });

  test('is home when an admin gives it to the desk where it lies, or to none', async () => {
    for (const deskId of [mainId, null]) {
      const { _id: id } = await away();
      await admin.get(api.updateKey, { params: { id }, body: { deskId } });
      expect(await read(id)).not.toHaveProperty('awayDeskId');
    }
    const { _id: id, version } = await away();
    await admin.get(api.updateKey, { params: { id }, body: { hook: 'Cabinet 2' } });
    expect(await read(id)).toMatchObject({ awayDeskId: mainId, version: version + 1 });
  });
});

describe('back home', () => {
  test('is confirmed by the home: every desk sees it, and the trail says who', async () => {
    const key = await away();
    const desk = await openPage(anywhere);
    const answer = await block.get(api.backHome, { params: { id: key._id } });
    expect(answer.message).toBe(`Key ${key.keyNumber} is back at its desk`);
    expect(answer.data.key).toMatchObject({ deskId: blockId, version: key.version + 1 });
    expect(answer.data.key).not.toHaveProperty('awayDeskId');
    await desk.caughtUp();
    expect(desk.received('key-updated')).toMatchObject([
      { action: 'update', key: answer.data.key },
    ]);
    const { duty } = await block.state();
    const [event] = await campus.db.orm
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.keyId, key._id))
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(event).toMatchObject({
      action: 'back-home',
      actorId: duty?.guard.id,
      details: { lay: 'Main Desk', home: 'Block D' },
    });
  });

  test('cannot be confirmed by the desk where the key lies', async () => {
    const key = await away();
    expect(await backHome(main, key._id)).toMatchObject({
      status: 409,
      body: {
        message: `Only Block D can confirm that it has key ${key.keyNumber} again.`,
        error: { code: 'KEY_HOME_ELSEWHERE' },
      },
    });
    expect((await read(key._id)).awayDeskId).toBe(mainId);
    expect((await backHome(anywhere, key._id)).status).toBe(200);
  });

  test('is confirmed by anybody once its home is retired', async () => {
    const goneId = await insertDesk(campus, { name: 'Old Gate' });
    const key = await takeBack(main, await lent(goneId));
    expect((await backHome(main, key._id)).status).toBe(409);
    await campus.db.orm.update(desks).set({ retiredAt: new Date() }).where(eq(desks.id, goneId));
    expect((await backHome(main, key._id)).status).toBe(200);
  });

  test('is refused for a key that is home, out or unknown; of many at once one succeeds', async () => {
    const home = await takeBack(block, await lent());
    const out = await lent();
    for (const { _id: id, keyNumber } of [home, out])
      expect(await backHome(block, id)).toMatchObject({
        status: 409,
        body: { message: `Key ${keyNumber} is already at its desk.` },
      });
    expect((await backHome(block, 'f'.repeat(24))).status).toBe(404);
    const { _id: id } = await away();
    const answers = await Promise.all(Array.from({ length: 5 }, () => backHome(block, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});
