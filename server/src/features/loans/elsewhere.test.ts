import { api } from '@keydesk/shared/api';
import { formatKeyTag } from '@keydesk/shared/keys/key-tag';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { dutyAt, type TestComputer } from '../../../test/desk-computer.ts';
import { loansOf, requestCode } from '../../../test/handovers.ts';
import { setDesk } from '../../../test/lending.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

/** At the main desk. */
let computer: TestComputer;
let main: string;
let north: string;
let keyId: string;
let keyNumber: string;

const campus = testCampus();
const admin = campus.resident('admin');
const asha = campus.resident('faculty', { name: 'Asha Rao' });
beforeAll(async () => {
  await campus.db.query('UPDATE desks SET retired_at = now()');
  const add = async (name: string) =>
    (await admin.get(api.addDesk, { body: { name, place: 'Hall' } })).data.desk.id;
  [main, north] = [await add('Main Desk'), await add('North Desk')];
  ({ computer } = await dutyAt(campus, main));
});
beforeEach(async () => {
  const key = await campus.key({ deskId: north });
  [keyId, keyNumber] = [key.id, key.keyNumber];
});

function elsewhere() {
  return {
    status: 409,
    body: {
      message: `Key ${keyNumber} is at North Desk.`,
      error: {
        code: 'KEY_ELSEWHERE',
        details: {
          key: { keyId, keyNumber },
          recorded: { deskId: north, deskName: 'North Desk' },
        },
      },
    },
  };
}

async function scanned(additions: object = {}, desk: TestComputer | TestClient = computer) {
  const { qrText } = await requestCode(asha, keyId);
  return desk.call(api.scanRequest, { body: { qrData: qrText, ...additions } });
}

async function handOutEvent() {
  const events = await listAuditEvents(campus.db, eq(auditEvents.keyId, keyId));
  return events.find(({ action }) => action === 'hand-out');
}

test('a key of another desk stays there until the desk says that it is here, and its code good', async () => {
  const { qrText } = await requestCode(asha, keyId);
  const phone = await openPage(asha);
  const scan = (additions: object = {}) =>
    computer.call(api.scanRequest, { body: { qrData: qrText, ...additions } });
  expect(await scan()).toMatchObject(elsewhere());
  await phone.caughtUp();
  // Where a key hangs is the desk's alone.
  expect(phone.received('code-refused')).toMatchObject([
    {
      message: 'The desk has your code and is looking for the key.',
      expiresAt: expect.any(String),
    },
  ]);
  expect(await loansOf(campus.db, keyId)).toEqual([]);
  await campus.db.query(
    `UPDATE codes SET issued_at = issued_at - interval '100 s',
                      expires_at = expires_at - interval '100 s' WHERE key_ids = $1`,
    [[keyId]],
  );
  const untimed = JSON.parse(qrText);
  delete untimed.timestamp;
  const done = await computer.call(api.scanRequest, { body: { qrData: untimed, here: true } });
  expect(done).toMatchObject({ status: 200, body: { data: { recordedAtDeskId: north } } });
  expect(await handOutEvent()).toMatchObject({ details: { recordedAtDesk: 'North Desk' } });
  expect(await loansOf(campus.db, keyId)).toMatchObject([{ deskId: main }]);
});

test('of a key that lies at another desk it says so, and where it lies it is handed over', async () => {
  await campus.db.query('UPDATE keys SET desk_id = $1, away_desk_id = $2 WHERE id = $3', [
    main,
    north,
    keyId,
  ]);
  expect(await scanned()).toMatchObject(elsewhere());
  const { computer: there } = await dutyAt(campus, north);
  expect(await scanned({}, there)).toMatchObject({
    status: 200,
    body: { data: { layAtDeskId: north } },
  });
  expect((await handOutEvent())?.details).toBeNull();
});

test('lending and taking ask too, and the tag comes after that', async () => {
  const body = { keyId, holderId: asha.user.id, identifiedBy: 'desk' };
  expect(await computer.call(api.lendKey, { body })).toMatchObject(elsewhere());
  const taken = { params: { id: keyId }, body: {} };
  expect(await computer.call(api.takeKey, taken)).toMatchObject(elsewhere());
  await setDesk(admin, { tagCheck: 'all' });
  const answers = [];
  for (const additions of [{}, { here: true }, { here: true, tag: formatKeyTag(keyId) }])
    answers.push(await computer.call(api.lendKey, { body: { ...body, ...additions } }));
  await setDesk(admin);
  expect(
    answers.map(({ body: { error } }) => (error as { code: string } | undefined)?.code),
  ).toEqual(['KEY_ELSEWHERE', 'TAG_NEEDED', undefined]);
  expect(answers[2]?.body).toMatchObject({ data: { recordedAtDeskId: north } });
  await computer.get(api.collectKey, { params: { id: keyId } });
  const own = await campus.key({ deskId: north });
  expect(
    await computer.get(api.takeKey, { params: { id: own.id }, body: { here: true } }),
  ).toMatchObject({ data: { recordedAtDeskId: north } });
});

describe('in a browser that is not enrolled', () => {
  let guard: TestClient;
  beforeAll(async () => {
    guard = await campus.person('security');
  });

  test('the desk that somebody chose counts', async () => {
    expect(await scanned({ atDeskId: main }, guard)).toMatchObject(elsewhere());
    expect((await scanned({ atDeskId: north }, guard)).status).toBe(200);
  });

  test.each([
    ['none was chosen', {}],
    ['the one chosen is none of these', { atDeskId: 'f'.repeat(24) }],
  ])('nothing is asked where %s', async (_, additions) => {
    expect((await scanned(additions, guard)).status).toBe(200);
  });
});

test.each([
  ['not-handed-over', true],
  ['returned', false],
])('a hand-out that an admin settles as %s leaves it where it lay', async (resolution, undone) => {
  const lay = await dutyAt(campus, main);
  await lay.computer.get(api.lendKey, {
    body: { keyId, holderId: asha.user.id, identifiedBy: 'desk', here: true },
  });
  await lay.computer.get(api.collectKey, { params: { id: keyId } });
  const body = { keyId, holderId: asha.user.id, identifiedBy: 'desk' };
  const { data } = await lay.computer.get(api.lendKey, { body });
  const params = { id: data.loanId };
  if (undone) {
    await lay.computer.get(api.collectKey, { params: { id: keyId } });
    const undo = { reason: 'not-there', handover: 'return' } as const;
    await lay.computer.get(api.undoHandover, { params, body: undo });
  }
  await asha.get(api.disputeLoan, { params, body: { handover: 'hand-out' } });
  await admin.get(api.settleDispute, { params, body: { resolution } as never });
  const { key } = (await admin.get(api.getKey, { params: { id: keyId } })).data;
  expect(key).toMatchObject({ status: 'available', deskId: north, awayDeskId: main });
});

test('with one desk in use nothing is asked', async () => {
  await admin.get(api.changeDesk, { params: { id: north }, body: { retired: true } });
  const answer = await scanned();
  await admin.get(api.changeDesk, { params: { id: north }, body: { retired: false } });
  expect(answer.status).toBe(200);
  expect(answer.body.data).not.toHaveProperty('recordedAtDeskId');
});
