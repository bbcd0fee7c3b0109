import { api } from '@keydesk/shared/api';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { listAuditEvents } from '../../../test/audit.ts';
import { enrolComputer } from '../../../test/desk-computer.ts';
import { ageLoans, giveKey, loansOf, requestCode } from '../../../test/handovers.ts';
import { lend, lent, setDesk } from '../../../test/lending.ts';
import { openPage } from '../../../test/live-page.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { auditEvents } from '../../db/schema.ts';

let keyId: string;
let loanId: string;

const campus = testCampus();
const guard = campus.resident('security', { name: 'R. Singh' });
const admin = campus.resident('admin');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const ravi = campus.newcomer('faculty', { name: 'Ravi Kumar' });
beforeEach(async () => {
  keyId = (await campus.key()).id;
  loanId = await lent(guard, asha, keyId);
});

function notMe(who = asha, id = loanId) {
  return who.call(api.disputeLoan, { params: { id } });
}

function settle(body: object, id = loanId) {
  return admin.call(api.settleDispute, { params: { id }, body });
}

async function rowFor(who: TestClient) {
  return (await who.get(api.getKey, { params: { id: keyId } })).data.key;
}

async function lastNotice(person: TestClient) {
  return (await person.get(api.listNotifications)).data.notifications[0];
}

async function events(action: string) {
  return listAuditEvents(
    campus.db,
    and(eq(auditEvents.keyId, keyId), eq(auditEvents.action, action)),
  );
}

describe('Not me', () => {
  test('tells the desk and the admins, marks the key for them alone, and is recorded', async () => {
    const before = await rowFor(guard);
    expect((await notMe()).status).toBe(200);
    for (const told of [guard, admin])
      expect(await lastNotice(told)).toMatchObject({
        title: 'Handover disputed',
        message: expect.stringContaining('Asha Rao says they did not receive key'),
        priority: 'high',
        keyId,
      });
    expect(await rowFor(guard)).toMatchObject({ disputed: true, version: before.version + 1 });
    expect(await rowFor(ravi)).not.toHaveProperty('disputed');
    const listed = (await guard.get(api.listKeys)).data.keys.find(({ _id }) => _id === keyId);
    expect(listed?.disputed).toBe(true);
    expect(await lastNotice(asha)).toMatchObject({ loanId, disputed: true });
    expect(await events('dispute-loan')).toMatchObject([
      { actorId: asha.user.id, subjectId: guard.user.id, loanId, level: 'WARN' },
    ]);
  });

  test('leaves the key among nobody’s own, until an admin finds that the record was right', async () => {
    await setDesk(admin, { noKeysWhileOverdue: true });
    await ageLoans(campus.db, keyId, 5);
    const page = await openPage(asha);
    await notMe();
    await page.caughtUp();
    expect(page.received('user-key-updated')).toMatchObject([
      { key: { status: 'unavailable', takenBy: null } },
    ]);
    const others = JSON.stringify(page.received('key-updated'));
    expect(others).not.toContain('Asha Rao');
    expect(others).not.toContain(asha.user.id);
    expect((await asha.get(api.myTakenKeys)).data.keys).toEqual([]);
    for (const reader of [asha, ravi])
      expect(await rowFor(reader)).toMatchObject({ status: 'unavailable', takenBy: null });
    expect(await rowFor(guard)).toMatchObject({
      takenBy: { userId: asha.user.id, name: 'Asha Rao', disputed: true },
    });
    expect((await asha.get(api.ownExtensions)).data.offers).toEqual([]);
    await requestCode(asha, (await campus.key()).id);
    expect((await asha.call(api.waitForKey, { params: { id: keyId } })).status).toBe(200);
    expect(await guard.call(api.remindHolder, { params: { id: loanId } })).toMatchObject({
      status: 409,
      body: { error: { code: 'LOAN_DISPUTED' } },
    });
    const { keyNumber } = await rowFor(guard);
    const board = (await admin.get(api.adminDashboard)).data;
    expect(board.openDisputes?.[0]).toMatchObject({
      loanId,
      keyNumber,
      holder: { name: 'Asha Rao' },
    });
    expect(board.stats.topHolders.map(({ userId }) => userId)).not.toContain('Asha Rao');
    expect(board.overdueLoans?.find((loan) => loan.loanId === loanId)?.disputed).toBe(true);
    const said = board.recentActivity.map(({ action }) => action);
    expect(said).toContain(`Key ${keyNumber} was handed out`);
    expect(said).not.toContain(`Asha Rao took key ${keyNumber}`);
    const user = (await admin.get(api.userOverview, { params: { id: asha.user.id } })).data;
    expect(user.openLoans).toEqual([]);

    await settle({ resolution: 'confirmed' });
    expect((await asha.get(api.myTakenKeys)).data.keys).toMatchObject([{ _id: keyId }]);
    const { openDisputes = [] } = (await admin.get(api.adminDashboard)).data;
    expect(openDisputes.map((dispute) => dispute.loanId)).not.toContain(loanId);
    await setDesk(admin, { noKeysWhileOverdue: false });
  });

  test('is hidden from a computer without a guard, in the lists of late keys and of handovers', async () => {
    await ageLoans(campus.db, keyId, 40);
    await notMe();
    const computer = await enrolComputer(campus);
    const read = async (who: Pick<TestClient, 'get'>) => ({
      late: (await who.get(api.deskOverdue)).data.loans,
      done: (await who.get(api.listHandovers, { query: { limit: '20' } })).data.handovers,
    });
    expect(JSON.stringify(await read(computer))).not.toContain(asha.user.id);
    const { late, done } = await read(guard);
    for (const loans of [late, done])
      expect(loans.map((loan) => loan.holder.id)).toContain(asha.user.id);
  });

  test('twice is once', async () => {
    await notMe();
    expect((await notMe()).status).toBe(200);
    expect(await events('dispute-loan')).toHaveLength(1);
    const told = (await guard.get(api.listNotifications)).data.notifications;
    expect(told.filter((notice) => notice.keyId === keyId)).toHaveLength(1);
  });

  test('is for a holder whose name was looked up, and for 24 hours', async () => {
    expect(await notMe(ravi)).toMatchObject({ status: 404, body: { message: 'Loan not found' } });
    expect((await notMe(asha, '0'.repeat(24))).status).toBe(404);
    const other = await campus.key();
    await giveKey(guard, ravi, other.id);
    const [byCode] = await loansOf(campus.db, other.id);
    expect((await notMe(ravi, byCode?.id)).status).toBe(409);
    await campus.db.query(
      "UPDATE notifications SET created_at = created_at - interval '25 hours' WHERE loan_id = $1",
      [loanId],
    );
    expect(await notMe()).toMatchObject({
      status: 409,
      body: { error: { code: 'DISPUTE_TOO_LATE' } },
    });
    expect(await rowFor(guard)).not.toHaveProperty('disputed');
  });

  test('is not possible again because a reminder of the same loan came later', async () => {
    await ageLoans(campus.db, keyId, 5);
    await campus.db.query(
      "UPDATE notifications SET created_at = created_at - interval '5 days' WHERE loan_id = $1",
      [loanId],
    );
    await guard.get(api.remindHolder, { params: { id: loanId } });
    expect(await lastNotice(asha)).toMatchObject({ kind: 'overdue', loanId });
    expect(await notMe()).toMatchObject({
      status: 409,
      body: { error: { code: 'DISPUTE_TOO_LATE' } },
    });
  });
});

describe('whoever had the key before', () => {
  test('is told of the dispute and its settlement without the address of who has it now', async () => {
    await guard.get(api.collectKey, { params: { id: keyId } });
    await lent(guard, ravi, keyId);
    const mira = await campus.person();
    const [former, holder] = [await openPage(asha), await openPage(ravi)];
    await notMe();
    await settle({ resolution: 'corrected', holderId: mira.user.id });
    await former.caughtUp();
    await holder.caughtUp();
    const takenBy = { userId: ravi.user.id, name: 'Ravi Kumar' };
    const told = former.received('user-key-updated');
    expect(told.map(({ key }) => key.takenBy)).toEqual([takenBy, takenBy]);
    expect(JSON.stringify(former.events)).not.toContain(ravi.user.email);
    expect(holder.received('user-key-updated')).toEqual([]);
  });

  test.each([
    ['collected', () => guard.get(api.collectKey, { params: { id: keyId }, body: {} })],
    ['settled as returned', () => settle({ resolution: 'returned' })],
  ])('and nobody else hears whose it was said to be once it is %s', async (_how, end) => {
    await notMe();
    const [other, concerned] = [await openPage(ravi), await openPage(asha)];
    await end();
    await other.caughtUp();
    await concerned.caughtUp();
    expect(other.received('key-updated')).toHaveLength(1);
    expect(JSON.stringify(other.events)).not.toContain(asha.user.id);
    expect(concerned.received('user-key-updated')).toHaveLength(1);
  });

  test('nor do they see it where the loan is given to another holder, who sees their own', async () => {
    await notMe();
    const [former, holder] = [await openPage(asha), await openPage(ravi)];
    await settle({ resolution: 'corrected', holderId: ravi.user.id });
    await former.caughtUp();
    await holder.caughtUp();
    expect(former.received('user-key-updated')).toHaveLength(1);
    expect(JSON.stringify(former.events)).not.toContain(ravi.user.email);
    expect(holder.received('user-key-updated')).toMatchObject([
      { key: { takenBy: { email: ravi.user.email } } },
    ]);
  });
});

describe('an admin settles it', () => {
  beforeEach(async () => {
    await notMe();
  });

  test('as returned: the loan is closed and the key is free', async () => {
    const { status, body } = await settle({ resolution: 'returned', note: 'It hung on its hook' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      dispute: {
        loanId,
        resolution: 'returned',
        note: 'It hung on its hook',
        settledBy: { id: admin.user.id },
        correctedTo: null,
      },
    });
    expect(await rowFor(guard)).toMatchObject({ status: 'available' });
    expect(await rowFor(guard)).not.toHaveProperty('disputed');
    expect(await loansOf(campus.db, keyId)).toMatchObject([
      { returnType: 'collected', returnReason: 'It hung on its hook', receivedBy: admin.user.id },
    ]);
    expect((await lastNotice(asha))?.message).toContain('no longer recorded as with you');
    expect((await lend(guard, ravi, keyId)).status).toBe(200);
  });

  test('as confirmed: everything stays, and the holder is told', async () => {
    expect((await settle({ resolution: 'confirmed', note: 'Seen on camera' })).status).toBe(200);
    expect(await rowFor(guard)).toMatchObject({ takenBy: { userId: asha.user.id } });
    expect(await rowFor(guard)).not.toHaveProperty('disputed');
    expect((await lastNotice(asha))?.message).toMatch(
      /it stays recorded that key .* was handed to you/,
    );
    expect(await events('settle-dispute')).toMatchObject([
      { actorId: admin.user.id, method: 'confirmed', reason: 'Seen on camera', loanId },
    ]);
    expect(await notMe()).toMatchObject({
      status: 409,
      body: { message: 'This is already settled.' },
    });
  });

  test('as confirmed, with why the key is recalled: nobody was told while it was disputed', async () => {
    await admin.get(api.updateKey, { params: { id: keyId }, body: { level: 'high' } });
    const titles = (await asha.get(api.listNotifications)).data.notifications.map(
      ({ title }) => title,
    );
    expect(titles).not.toContain('Key recalled');
    await settle({ resolution: 'confirmed' });
    const { recallReason } = await rowFor(guard);
    expect((await lastNotice(asha))?.message).toContain(
      `It is recalled. ${recallReason} Return it`,
    );
  });

  test('as corrected: the other person has had it from the first moment, and may dispute that', async () => {
    const { status } = await settle({ resolution: 'corrected', holderId: ravi.user.id });
    expect(status).toBe(200);
    const loans = await loansOf(campus.db, keyId);
    const wrong = loans.find(({ id }) => id === loanId);
    const right = loans.find(({ id }) => id !== loanId);
    expect(loans).toHaveLength(2);
    expect(wrong).toMatchObject({ holderId: asha.user.id, returnedAt: wrong?.takenAt });
    const history = (await guard.get(api.keyHistory, { params: { id: keyId } })).data.loans;
    expect(history.find(({ holder }) => holder.name === 'Asha Rao')).toMatchObject({
      returnType: 'cancelled',
      returnedBy: null,
      receivedBy: null,
      reason: null,
      settled: { resolution: 'corrected' },
    });
    expect((await asha.get(api.myFrequentlyUsedKeys)).data.keys).toEqual([]);
    expect(right).toMatchObject({
      holderId: ravi.user.id,
      // The guard never named him.
      handedBy: admin.user.id,
      identifiedBy: 'settled',
      takenAt: wrong?.takenAt,
      returnedAt: null,
    });
    const theirs = (await admin.get(api.userLoans, { params: { id: ravi.user.id } })).data.loans;
    expect(theirs[0]).toMatchObject({ identifiedBy: 'settled', handedBy: { id: admin.user.id } });
    expect(await rowFor(guard)).toMatchObject({ takenBy: { userId: ravi.user.id } });
    const query = { moment: wrong?.takenAt.toISOString() ?? '' };
    expect((await guard.get(api.keyAt, { params: { id: keyId }, query })).data).toMatchObject({
      loan: { _id: right?.id },
      said: { where: 'out', loan: { _id: loanId, settled: { resolution: 'corrected' } } },
    });
    // Who has it comes before who was recorded to, at the same moment.
    const { handovers } = (await guard.get(api.listHandovers, { query: { limit: '5' } })).data;
    expect(handovers[0]).toMatchObject({ kind: 'hand-out', holder: { id: ravi.user.id } });
    expect(await lastNotice(ravi)).toMatchObject({
      message: expect.stringMatching(
        /is recorded as handed to you\. .* settled a dispute about it\.$/,
      ),
      loanId: right?.id,
    });
    expect(await events('settle-dispute')).toMatchObject([
      { details: { correctedTo: ravi.user.id } },
    ]);
    expect((await notMe(ravi, right?.id)).status).toBe(200);
    const { disputes } = (await guard.get(api.keyDisputes, { params: { id: keyId } })).data;
    expect(disputes).toMatchObject([
      { loanId: right?.id, settledAt: null },
      { loanId, correctedTo: { id: ravi.user.id, name: 'Ravi Kumar' } },
    ]);
  });

  test('as corrected: only an admin undoes that hand-out, and nobody who was right had it', async () => {
    await settle({ resolution: 'corrected', holderId: ravi.user.id });
    const found = (await loansOf(campus.db, keyId)).find(({ id }) => id !== loanId);
    const undo = { params: { id: found?.id ?? '' }, body: { reason: 'mistake' } };
    expect((await guard.call(api.undoHandover, undo)).body).toMatchObject({
      error: { code: 'UNDO_SETTLED' },
    });
    expect((await admin.call(api.undoHandover, undo)).status).toBe(200);
    expect(await rowFor(guard)).toMatchObject({ status: 'available', returnedAt: null });
  });

  test('as returned: nobody is told to come for a key that cannot be taken', async () => {
    await ravi.get(api.waitForKey, { params: { id: keyId } });
    const body = { kind: 'damaged', blocks: true, note: 'Bent' } as const;
    await guard.get(api.reportKey, { params: { id: keyId }, body });
    await settle({ resolution: 'returned' });
    expect((await ravi.get(api.ownWaits)).data.waits).toMatchObject([{ keyId }]);
  });

  test('as corrected after the key came back: the past is corrected, and the present stays', async () => {
    await guard.get(api.collectKey, { params: { id: keyId } });
    await lent(guard, guard, keyId);
    await settle({ resolution: 'corrected', holderId: ravi.user.id });
    expect(await rowFor(guard)).toMatchObject({ takenBy: { userId: guard.user.id } });
    const loans = await loansOf(campus.db, keyId);
    const [wrong, right] = [asha, ravi].map(({ user }) =>
      loans.find(({ holderId }) => holderId === user.id),
    );
    expect(wrong?.returnedAt).toEqual(wrong?.takenAt);
    expect(right).toMatchObject({ takenAt: wrong?.takenAt, returnType: 'collected' });
    expect(loans.filter(({ returnedAt }) => returnedAt === null)).toHaveLength(1);
    const history = (await guard.get(api.keyHistory, { params: { id: keyId } })).data.loans;
    expect(history.find(({ holder }) => holder.name === 'Asha Rao')).toMatchObject({
      undone: [
        {
          handover: 'hand-out',
          returnedAt: right?.returnedAt?.toISOString(),
          undoneBy: { id: admin.user.id },
        },
      ],
    });
  });

  test('as not handed over once it is over: then nobody had it, and the history says what was', async () => {
    await guard.get(api.collectKey, { params: { id: keyId } });
    const [loan] = await loansOf(campus.db, keyId);
    await lent(guard, ravi, keyId);
    // As clients say it that do not know `not-handed-over`.
    const { status, body } = await settle({ resolution: 'returned' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { data: { dispute: { resolution: 'not-handed-over' } } },
    });
    expect(await rowFor(guard)).toMatchObject({ takenBy: { userId: ravi.user.id } });
    const history = (await guard.get(api.keyHistory, { params: { id: keyId } })).data.loans;
    expect(history.find(({ holder }) => holder.name === 'Asha Rao')).toMatchObject({
      returnType: 'cancelled',
      undone: [{ handover: 'hand-out', returnedAt: loan?.returnedAt?.toISOString() }],
    });
    const moment = new Date(Number(loan?.takenAt) + 1).toISOString();
    expect(
      (await admin.get(api.keyAt, { params: { id: keyId }, query: { moment } })).data,
    ).toMatchObject({
      where: 'hanging',
      loan: null,
      said: { where: 'out', loan: { _id: loanId } },
    });
    expect((await lastNotice(asha))?.message).toContain('no longer recorded as with you');
  });

  test('as not handed over while it is open: nobody had it, and nobody collected it', async () => {
    expect((await settle({ resolution: 'not-handed-over' })).status).toBe(200);
    expect(await rowFor(guard)).toMatchObject({ status: 'available' });
    const history = (await guard.get(api.keyHistory, { params: { id: keyId } })).data.loans;
    expect(history[0]).toMatchObject({ returnType: 'cancelled', receivedBy: null });
  });

  test('and what is recorded afterwards can be undone, and does not look disputed', async () => {
    expect((await settle({ resolution: 'confirmed' })).status).toBe(200);
    await guard.get(api.collectKey, { params: { id: keyId } });
    const { handovers } = (await guard.get(api.listHandovers, { query: { limit: '5' } })).data;
    const [back, out] = handovers.filter((one) => one.loanId === loanId);
    expect(back).toMatchObject({ kind: 'return' });
    expect(back?.settled).toBeUndefined();
    expect(out).toMatchObject({ kind: 'hand-out', settled: { resolution: 'confirmed' } });
    const undo = (handover: string) =>
      guard.call(api.undoHandover, {
        params: { id: loanId },
        body: { reason: 'not-there', handover },
      });
    expect((await undo('return')).status).toBe(200);
    expect((await undo('hand-out')).body).toMatchObject({ error: { code: 'UNDO_DISPUTED' } });
  });

  test('about a key that is removed, and puts it on no page again', async () => {
    const page = await openPage(guard);
    await guard.get(api.collectKey, { params: { id: keyId } });
    await admin.get(api.deleteKey, { params: { id: keyId } });
    expect((await settle({ resolution: 'confirmed' })).status).toBe(200);
    await page.caughtUp();
    const actions = page.received('key-updated').map(({ action }) => action);
    expect(actions).toEqual(['return', 'delete', 'delete']);
  });

  test('once: whoever comes second is told that it is settled', async () => {
    const other = await campus.person('admin');
    const body = { resolution: 'corrected', holderId: ravi.user.id };
    const answers = await Promise.all(
      [admin, other, admin].map((each) =>
        each.call(api.settleDispute, { params: { id: loanId }, body }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const { status, body: answer } of answers)
      if (status === 409) expect(answer.message).toBe('This is already settled.');
    expect(await loansOf(campus.db, keyId)).toHaveLength(2);
  });

  test('but not with nonsense, and not one that nobody raised', async () => {
    for (const body of [
      {},
      { resolution: 'lost' },
      { resolution: 'corrected' },
      { resolution: 'returned', holderId: ravi.user.id },
      { resolution: 'corrected', holderId: asha.user.id },
    ])
      expect((await settle(body)).status).toBe(400);
    expect((await settle({ resolution: 'corrected', holderId: '0'.repeat(24) })).body.message).toBe(
      'Person not found',
    );
    const pending = await campus.person('pending');
    expect((await settle({ resolution: 'corrected', holderId: pending.user.id })).status).toBe(409);
    const undisputed = await lent(guard, ravi, (await campus.key()).id);
    expect((await settle({ resolution: 'returned' }, undisputed)).status).toBe(404);
    expect((await settle({ resolution: 'returned' }, '0'.repeat(24))).status).toBe(404);
    expect(await rowFor(guard)).toMatchObject({ disputed: true });
  });
});

test('the reports count who handed out without a code', async () => {
  await campus.db.query('TRUNCATE loans CASCADE');
  const card = 'REPORT-CARD';
  await guard.get(api.addPersonCard, { params: { id: asha.user.id }, body: { cardText: card } });
  await lent(guard, asha, keyId);
  await guard.get(api.lendKey, { body: { keyId: (await campus.key()).id, cardText: card } });
  await giveKey(guard, ravi, (await campus.key()).id);
  expect((await admin.get(api.reports)).data.withoutCode).toEqual([
    { userId: guard.user.id, name: 'R. Singh', byName: 1, byCard: 1 },
  ]);
});
