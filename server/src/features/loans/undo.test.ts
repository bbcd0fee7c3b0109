import { api } from '@keydesk/shared/api';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { dutyAt } from '../../../test/desk-computer.ts';
import { batchCode, giveKey, loansOf, requestCode, returnCode } from '../../../test/handovers.ts';
import { lend, lent } from '../../../test/lending.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

let keyId: string;
let keyNumber: string;

const campus = testCampus();
const guard = campus.resident('security', { name: 'R. Singh' });
const admin = campus.resident('admin');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const ravi = campus.newcomer('faculty', { name: 'Ravi Kumar' });
beforeEach(async () => {
  const key = await campus.key();
  keyId = key.id;
  keyNumber = key.keyNumber;
});

type Body = { reason: string; handover?: string; atDeskId?: string };
/** Of a key that is not there `incidents.test.ts` tells more. */
const handOut: Body = { reason: 'mistake', handover: 'hand-out' };
const notHere: Body = { reason: 'not-there', handover: 'return' };

function undo(id: string, body: Body = handOut, desk: Pick<TestClient, 'call'> = guard) {
  return desk.call(api.undoHandover, { params: { id }, body: body as never });
}

async function handedOut(): Promise<string> {
  return (await giveKey(guard, asha, keyId)).loanId ?? '';
}

async function collected(loanId: string): Promise<string> {
  await guard.get(api.collectKey, { params: { id: keyId }, body: { loanId } });
  return loanId;
}

async function current(reader: TestClient = guard) {
  return (await reader.get(api.getKey, { params: { id: keyId } })).data.key;
}

async function lastNotice(person: TestClient) {
  return (await person.get(api.listNotifications)).data.notifications[0];
}

describe('a hand-out that was a mistake', () => {
  test('is cancelled: nobody has the key, its holder is told, and it counts as no use', async () => {
    const loanId = await handedOut();
    const before = await current();
    const page = await openPage(asha);
    const { status, body } = await undo(loanId);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { key: { _id: keyId, status: 'available', takenBy: null, returnedAt: null } } },
    });
    await page.caughtUp();
    expect(page.received('user-key-updated')).toHaveLength(1);
    expect(await current()).toMatchObject({ status: 'available', version: before.version + 1 });
    expect(await lastNotice(asha)).toMatchObject({
      message: `The hand-out of key ${keyNumber} to you was undone by R. Singh: it was recorded by mistake.`,
      kind: 'your-name',
      keyId,
    });
    expect(await loansOf(campus.db, keyId)).toMatchObject([
      { returnType: 'cancelled', receivedBy: guard.user.id, returnReason: null },
    ]);
    expect((await asha.get(api.myFrequentlyUsedKeys)).data.keys).toEqual([]);
    const history = await guard.get(api.keyHistory, { params: { id: keyId } });
    expect(history.data.loans).toMatchObject([{ _id: loanId, returnType: 'cancelled' }]);
    const events = await listAuditEvents(
      campus.db,
      and(eq(auditEvents.keyId, keyId), eq(auditEvents.action, 'undo-handover')),
    );
    expect(events).toMatchObject([
      { actorId: guard.user.id, subjectId: asha.user.id, loanId, level: 'WARN' },
    ]);
  });

  test('stays in the log of handovers as undone, without a return', async () => {
    const loanId = await handedOut();
    await undo(loanId);
    const { handovers } = (await guard.get(api.listHandovers, { query: { limit: '20' } })).data;
    expect(handovers.filter((each) => each.loanId === loanId)).toMatchObject([
      { kind: 'hand-out', undone: true },
    ]);
  });

  test('can be undone again, which changes nothing', async () => {
    const loanId = await handedOut();
    await undo(loanId);
    const before = await loansOf(campus.db, keyId);
    expect((await undo(loanId)).status).toBe(200);
    expect((await undo(loanId, { reason: 'mistake' })).status).toBe(200);
    expect(await loansOf(campus.db, keyId)).toEqual(before);
  });

  test('leaves the code used, which hands nothing out a second time', async () => {
    const { qrText } = await requestCode(asha, keyId);
    const { data } = await guard.get(api.scanRequest, { body: { qrData: qrText } });
    await undo(data.key.loanId ?? '');
    expect(await guard.call(api.scanRequest, { body: { qrData: qrText } })).toMatchObject({
      status: 409,
    });
  });

  test('gives back the use of an access that was given once', async () => {
    await admin.get(api.updateKey, { params: { id: keyId }, body: { level: 'restricted' } });
    const body = { keyId, userId: asha.user.id, usesLeft: 1 };
    await admin.get(api.addGrant, { body });
    await undo(await handedOut());
    expect(await handedOut()).not.toBe('');
  });

  test('is refused once the key has moved on', async () => {
    const loanId = await collected(await handedOut());
    expect(await undo(loanId)).toMatchObject({
      status: 409,
      body: {
        error: { code: 'CAME_BACK_SINCE' },
        message: `${keyNumber} has already been returned.`,
      },
    });
    await giveKey(guard, ravi, keyId);
    for (const body of [handOut, notHere])
      expect(await undo(loanId, body)).toMatchObject({
        status: 409,
        body: {
          error: { code: 'HANDED_SINCE' },
          message: `${keyNumber} has already been handed out to Ravi Kumar.`,
        },
      });
  });

  test('is refused while its holder disputes it', async () => {
    const loanId = await lent(guard, asha, keyId);
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    expect(await undo(loanId)).toMatchObject({
      status: 409,
      body: { error: { code: 'UNDO_DISPUTED' } },
    });
  });

  test('is refused after fifteen minutes', async () => {
    const loanId = await handedOut();
    await campus.db.query(
      "UPDATE loans SET taken_at = taken_at - interval '15 minutes 1 second' WHERE id = $1",
      [loanId],
    );
    expect(await undo(loanId)).toMatchObject({
      status: 409,
      body: { error: { code: 'UNDO_TOO_LATE' } },
    });
    expect(await current()).toMatchObject({ status: 'unavailable' });
  });

  test('is undone by the desk that recorded it and by admins, at whichever computer', async () => {
    const newDesk = async (name: string) =>
      (await admin.get(api.addDesk, { body: { name, place: 'Hall' } })).data.desk.id;
    const [deskId, otherDeskId] = [await newDesk('Main Desk'), await newDesk('North Desk')];
    const { computer } = await dutyAt(campus, deskId);
    const elsewhere = await dutyAt(campus, otherDeskId);
    const handedOutThere = async () => {
      keyId = (await campus.key()).id;
      const { qrText } = await requestCode(asha, keyId);
      const { data } = await computer.get(api.scanRequest, { body: { qrData: qrText } });
      return data.key.loanId ?? '';
    };
    const loanId = await handedOutThere();
    const atOther = { ...handOut, atDeskId: otherDeskId };
    for (const [other, body] of [[elsewhere.computer, handOut] as const, [guard, atOther] as const])
      expect(await undo(loanId, body, other as never)).toMatchObject({
        status: 403,
        body: { error: { code: 'UNDO_ELSEWHERE' } },
      });
    expect((await undo(loanId, handOut, guard)).status).toBe(403);
    expect((await undo(loanId, { ...handOut, atDeskId: deskId }, guard)).status).toBe(200);
    expect((await undo(await handedOutThere(), handOut, admin)).status).toBe(200);
    const next = await dutyAt(campus, deskId);
    expect((await undo(await handedOutThere(), handOut, next.computer as never)).status).toBe(200);
  });

  test('that was recorded in a browser that is not enrolled is undone by the next guard there', async () => {
    const next = await campus.person('security');
    expect((await undo(await handedOut(), handOut, next)).status).toBe(200);
    expect((await undo(await collected(await handedOut()), notHere, admin)).status).toBe(200);
  });

  test('says in words what became of the key', async () => {
    const message = async (loanId: string, body: Body) => (await undo(loanId, body)).body.message;
    const first = await handedOut();
    expect(await message(first, handOut)).toBe(`Undone. Key ${keyNumber} was not handed out.`);
    expect(await message(first, handOut)).toBe('This handover is already undone.');
    const back = await collected(await handedOut());
    expect(await message(back, notHere)).toBe(`Undone. Key ${keyNumber} is still with Asha Rao.`);
    await collected(back);
    const missing = { reason: 'not-there', handover: 'hand-out' };
    expect(await message(await handedOut(), missing)).toBe(
      `Undone. Key ${keyNumber} was not handed out and is reported missing.`,
    );
    expect(await current()).toMatchObject({ status: 'unavailable', condition: 'missing' });
  });

  test('tells who waits for the key that it is at the desk', async () => {
    const loanId = await handedOut();
    await ravi.get(api.waitForKey, { params: { id: keyId } });
    await undo(loanId);
    expect(await lastNotice(ravi)).toMatchObject({ template: 'key-back', keyId });
  });
});

describe('a return of a key that is not here', () => {
  test('opens the loan again as it was, and tells its holder', async () => {
    const loanId = await handedOut();
    const [before] = await loansOf(campus.db, keyId);
    await collected(loanId);
    expect(await undo(loanId, notHere)).toMatchObject({
      status: 200,
      body: { data: { key: { loanId, takenBy: { userId: asha.user.id } } } },
    });
    expect(await loansOf(campus.db, keyId)).toEqual([before]);
    const message = expect.stringMatching(
      `^Your return of key ${keyNumber} at \\d\\d:\\d\\d was undone by R. Singh: the key is not here.$`,
    );
    expect(await lastNotice(asha)).toMatchObject({ message, kind: 'your-name', loanId });
    expect((await undo(loanId, notHere)).status).toBe(200);
  });

  test('concerns one key of a batch and leaves the others', async () => {
    const other = (await campus.key()).id;
    await handedOut();
    await giveKey(guard, asha, other);
    const { qrText } = await batchCode(asha, [keyId, other]);
    const { data } = await guard.get(api.batchReturn, { body: { qrData: qrText } });
    const loanId = data.keys.find((key) => key.keyId === keyId)?.loanId ?? '';
    expect((await undo(loanId, notHere)).status).toBe(200);
    expect(await current()).toMatchObject({ loanId });
    const rest = await guard.get(api.getKey, { params: { id: other } });
    expect(rest.data.key.status).toBe('available');
  });

  test('leaves what was reported of the key since', async () => {
    const loanId = await handedOut();
    const report = (kind: 'lost' | 'damaged') =>
      guard.get(api.reportKey, { params: { id: keyId }, body: { kind } });
    await report('lost');
    await collected(loanId);
    await report('damaged');
    expect((await undo(loanId, notHere)).status).toBe(200);
    expect(await current()).toMatchObject({ loanId, condition: 'damaged' });
  });

  test('lets whoever waited for it wait again', async () => {
    const loanId = await handedOut();
    await ravi.get(api.waitForKey, { params: { id: keyId } });
    await collected(loanId);
    expect(await lastNotice(ravi)).toMatchObject({ template: 'key-back' });
    await undo(loanId, notHere);
    expect((await ravi.get(api.ownWaits)).data.waits).toMatchObject([{ keyId }]);
    const { keyName } = await current();
    expect(await lastNotice(ravi)).toMatchObject({
      template: 'key-not-back',
      kind: 'wait',
      message: `Key ${keyNumber} (${keyName}) is not back after all. You will get a notification when it is.`,
    });
  });

  test('is refused once its holder is removed, who could have no key', async () => {
    const loanId = await collected(await handedOut());
    await admin.get(api.deleteUser, { params: { id: asha.user.id } });
    const { status, body } = await undo(loanId, notHere);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'HOLDER_REMOVED' } },
    });
    expect((await current()).loanId).toBeNull();
  });

  test('can be undone once a later hand-out was undone, of which nothing is left', async () => {
    for (const reason of ['mistake', 'not-there']) {
      keyId = (await campus.key()).id;
      const loanId = await collected(await handedOut());
      const later = (await giveKey(guard, ravi, keyId)).loanId ?? '';
      expect((await undo(loanId, notHere)).body).toMatchObject({ error: { code: 'HANDED_SINCE' } });
      await undo(later, { reason, handover: 'hand-out' });
      expect((await undo(loanId, notHere)).status).toBe(200);
      const key = await current();
      expect(key).toMatchObject({ loanId, takenBy: { userId: asha.user.id } });
      // It was with her, and not missing.
      expect(key.condition).toBeUndefined();
    }
  });

  test('tells the admins with their names if a code had proved it, and not if it had not', async () => {
    const told = async () =>
      (await admin.get(api.listNotifications)).data.notifications.filter(
        (notice) => notice.keyId === keyId,
      );
    await undo(await collected(await handedOut()), notHere);
    expect(await told()).toEqual([]);
    const { loanId } = await current();
    const { qrText } = await returnCode(asha, keyId);
    await guard.get(api.scanReturn, { body: { qrData: qrText } });
    await undo(loanId ?? '', notHere);
    expect(await told()).toMatchObject([
      {
        kind: 'security',
        message: expect.stringMatching(
          /^The proven return of key .* by the code of Asha Rao at .* was undone by R\. Singh: the key is not here\. It is recorded as with Asha Rao again\.$/,
        ),
      },
    ]);
  });
});

test('of one key and person, guards undo three handovers an hour, and admins more', async () => {
  const loanIds = [];
  for (let times = 0; times < 3; times++) {
    loanIds.push(await handedOut());
    expect((await undo(loanIds[times] ?? '')).status).toBe(200);
  }
  const loanId = await handedOut();
  const messages = await asha.get(api.listNotifications);
  expect(await undo(loanId)).toMatchObject({
    status: 409,
    body: { error: { code: 'UNDO_TOO_OFTEN' } },
  });
  expect(await asha.get(api.listNotifications)).toEqual(messages);
  expect((await undo(loanIds[0] ?? '')).status).toBe(200);
  expect((await undo(loanId, handOut, admin)).status).toBe(200);
  keyId = (await campus.key()).id;
  expect((await undo(await handedOut())).status).toBe(200);
});

test('of one key and person, what one guard undid is no limit of another', async () => {
  for (let times = 0; times < 3; times++) await undo(await handedOut());
  const other = await campus.person('security');
  const loanId = (await giveKey(other, asha, keyId)).loanId ?? '';
  expect((await undo(loanId, handOut, other)).status).toBe(200);
});

test('what a guard lent by name is all undone, and then lent no more to the same person', async () => {
  // What she returned by her code does not count.
  await lent(guard, asha, keyId);
  const { qrText } = await returnCode(asha, keyId);
  await guard.get(api.scanReturn, { body: { qrData: qrText } });
  const loanIds = [];
  for (let times = 0; times < 40; times++)
    loanIds.push(await lent(guard, asha, (await campus.key()).id));
  // Undone later, each is two messages that she cannot mute.
  expect(await lend(guard, asha, keyId)).toMatchObject({
    status: 429,
    body: { error: { code: 'LENT_OFTEN' } },
  });
  for (const id of loanIds) expect((await undo(id)).status).toBe(200);
  expect(await lend(guard, asha, keyId)).toMatchObject({
    status: 429,
    body: { error: { code: 'LENT_OFTEN' } },
  });
  await giveKey(guard, asha, keyId);
  await lent(admin, asha, (await campus.key()).id);
  await lent(guard, ravi, (await campus.key()).id);
});

test('of one person, a guard undoes twenty handovers an hour, whichever the keys', async () => {
  for (let times = 0; times < 20; times++) {
    keyId = (await campus.key()).id;
    expect((await undo(await handedOut())).status).toBe(200);
  }
  keyId = (await campus.key()).id;
  const loanId = await handedOut();
  expect(await undo(loanId)).toMatchObject({
    status: 429,
    body: { error: { code: 'UNDONE_OFTEN', details: { retryAfter: expect.any(Number) } } },
  });
  expect((await undo(loanId, handOut, admin)).status).toBe(200);
});

test('what a guard entered from paper for the wrong person is all undone', async () => {
  const minutesAgo = (minutes: number) =>
    new Date(Math.floor(Date.now() / 60_000 - minutes) * 60_000).toISOString();
  const period = { from: minutesAgo(60), to: minutesAgo(1) };
  await admin.get(api.openPaperPeriod, { body: period });
  const keys = await Promise.all(Array.from({ length: 21 }, () => campus.key()));
  const outAt = minutesAgo(30);
  const lines = keys.map(({ id }) => ({ key: id, person: asha.user.id, outAt }));
  const { data } = await guard.get(api.enterPaper, { body: { lines, apply: true } });
  for (const { loanId } of data.lines) expect((await undo(loanId ?? '')).status).toBe(200);
});

describe('the return of a key whose holder lost the right to it since', () => {
  const suspended = { state: 'suspended' } as const;

  test('is recalled when it is undone, and its holder is told of both', async () => {
    const person = await campus.person('faculty', { name: 'Nita Sen' });
    const loanId = await collected((await giveKey(guard, person, keyId)).loanId ?? '');
    await admin.get(api.setUserState, { params: { id: person.user.id }, body: suspended });
    expect((await undo(loanId, notHere)).status).toBe(200);
    expect(await current()).toMatchObject({
      takenBy: { name: 'Nita Sen' },
      recallReason: 'The account was suspended.',
    });
  });

  test('is not recalled by a rule that a guard overrode', async () => {
    await admin.get(api.updateKey, { params: { id: keyId }, body: { level: 'restricted' } });
    const { data } = await guard.get(api.lendKey, {
      body: {
        keyId,
        holderId: ravi.user.id,
        identifiedBy: 'desk',
        overrideReason: 'An exam begins now',
      },
    });
    const loanId = await collected(data.loanId);
    expect((await undo(loanId, notHere)).status).toBe(200);
    expect(await current()).not.toHaveProperty('recallReason');
  });

  test('is recalled by a rule that was made since', async () => {
    const loanId = await collected(await handedOut());
    await admin.get(api.updateKey, { params: { id: keyId }, body: { level: 'restricted' } });
    expect((await undo(loanId, notHere)).status).toBe(200);
    expect((await current()).recallReason).toBe('An admin decides who takes this key.');
  });
});

test.each<[string, object]>([
  ['no reason', {}],
  ['another reason', { reason: 'lost' }],
  ['a side that a loan does not have', { reason: 'mistake', handover: 'both' }],
  ['more than it takes', { reason: 'mistake', keyId: '1' }],
])('%s is bad input', async (_, body) => {
  const loanId = await handedOut();
  expect((await undo(loanId, body as Body)).status).toBe(400);
  expect(await current()).toMatchObject({ loanId });
});

test('an unknown loan is not found', async () => {
  expect((await undo('0'.repeat(24))).status).toBe(404);
});

test('of undoing a return and the next hand-out at once, one is done and the other refused', async () => {
  for (let round = 0; round < 20; round += 1) {
    keyId = (await campus.key()).id;
    const loanId = await collected(await handedOut());
    const answers = await Promise.all([undo(loanId, notHere), lend(guard, ravi, keyId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const open = (await loansOf(campus.db, keyId)).filter(({ returnedAt }) => !returnedAt);
    expect(open).toHaveLength(1);
    expect(open[0]?.id === loanId).toBe(answers[0]?.status === 200);
  }
});

test('of undoing a hand-out and its return at once, one is done and the other refused', async () => {
  for (let round = 0; round < 20; round += 1) {
    keyId = (await campus.key()).id;
    const loanId = await handedOut();
    const collecting = guard.call(api.collectKey, { params: { id: keyId }, body: { loanId } });
    const answers = await Promise.all([undo(loanId), collecting]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const [loan] = await loansOf(campus.db, keyId);
    expect(loan?.returnType).toBe(statuses[0] === 200 ? 'cancelled' : 'collected');
  }
});
