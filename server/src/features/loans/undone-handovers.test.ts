import { api } from '@keydesk/shared/api';
import type { KeyAt } from '@keydesk/shared/loans/loan';
import { beforeEach, describe, expect, test } from 'vitest';
import { giveKey, loansOf, returnCode } from '../../../test/handovers.ts';
import { lend, lent } from '../../../test/lending.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';

let keyId: string;
let keyNumber: string;

const campus = testCampus();
const guard = campus.resident('security', { name: 'Ramesh Gurung' });
const admin = campus.resident('admin');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const ravi = campus.newcomer('faculty', { name: 'Ravi Kumar' });
beforeEach(async () => {
  const key = await campus.key();
  keyId = key.id;
  keyNumber = key.keyNumber;
});

const params = () => ({ id: keyId });

async function undo(loanId: string, handover: 'hand-out' | 'return', reason = 'not-there') {
  const body = { reason, handover };
  await guard.get(api.undoHandover, { params: { id: loanId }, body });
}

/** She took it and returned it by her own codes, and the desk undid the return. */
async function undoneReturn(): Promise<string> {
  const loanId = (await giveKey(guard, asha, keyId)).loanId ?? '';
  const { qrText } = await returnCode(asha, keyId);
  await guard.get(api.scanReturn, { body: { qrData: qrText } });
  await undo(loanId, 'return');
  return loanId;
}

async function undoneRows() {
  const { rows } = await campus.db.query<{ returned_at: Date; undone_at: Date; loan_id: string }>(
    `SELECT u.* FROM undone_handovers u JOIN loans l ON l.id = loan_id WHERE key_id = $1
      ORDER BY undone_at`,
    [keyId],
  );
  return rows;
}

async function log(reader: TestClient = guard) {
  const { handovers } = (await reader.get(api.listHandovers, { query: { limit: '20' } })).data;
  return handovers.filter(({ key }) => key.id === keyId);
}

async function row(reader: TestClient = guard) {
  return (await reader.get(api.getKey, { params: params() })).data.key;
}

async function at(moment: Date): Promise<KeyAt> {
  const query = { moment: moment.toISOString() };
  return (await guard.get(api.keyAt, { params: params(), query })).data;
}

describe('an undone return', () => {
  test('stays in the history of the key and of the person, and in the data of both who took part', async () => {
    const loanId = await undoneReturn();
    const undone = [
      {
        handover: 'return',
        returnType: 'own',
        undoneBy: { id: guard.user.id, name: 'Ramesh Gurung' },
        receivedBy: { id: guard.user.id, name: 'Ramesh Gurung' },
        undoneReason: 'not-there',
        undoneAt: expect.stringMatching(/Z$/),
        returnedAt: expect.stringMatching(/Z$/),
      },
    ];
    for (const reader of [guard, asha]) {
      const { loans } = (await reader.get(api.keyHistory, { params: params() })).data;
      expect(loans).toMatchObject([{ _id: loanId, returnedAt: null, undone }]);
    }
    const others = (await ravi.get(api.keyHistory, { params: params() })).data.loans;
    expect(others).toMatchObject([{ _id: loanId }]);
    expect(others[0]).not.toHaveProperty('undone');
    const ofPerson = await admin.get(api.userLoans, { params: { id: asha.user.id } });
    expect(ofPerson.data.loans).toMatchObject([{ _id: loanId, undone }]);
    const file = await guard.call(api.exportKeyHistory, { params: params() });
    expect(String(file.body.text)).toMatch(/,return 20.* undone 20.* by Ramesh Gurung: not-there/);
    for (const [who, isHolder] of [[asha, true] as const, [guard, false] as const]) {
      const { body } = await who.call(api.myData, {});
      const { undoneHandovers } = body as unknown as {
        undoneHandovers: { loanId: string | null }[];
      };
      expect(undoneHandovers.filter((each) => each.loanId === loanId)).toHaveLength(+isHolder);
      expect(undoneHandovers.length).toBeGreaterThan(0);
    }
  });

  test('stays there when the key has already been returned', async () => {
    const loanId = await undoneReturn();
    await guard.get(api.collectKey, { params: params(), body: { loanId } });
    const { loans } = (await guard.get(api.keyHistory, { params: params() })).data;
    expect(loans).toMatchObject([{ returnType: 'collected', undone: [{ returnType: 'own' }] }]);
    expect(await log()).toMatchObject([
      { kind: 'return', returnType: 'collected' },
      { kind: 'return', returnType: 'own', undone: true },
      { kind: 'hand-out' },
    ]);
  });

  test('is in the log of handovers and its file, with who undid it and why', async () => {
    await undoneReturn();
    expect(await log()).toMatchObject([
      {
        kind: 'return',
        returnType: 'own',
        undone: true,
        undoing: { undoneBy: { name: 'Ramesh Gurung' }, undoneReason: 'not-there' },
      },
      { kind: 'hand-out' },
    ]);
    expect((await log())[1]).not.toHaveProperty('undone');
    const { body } = await guard.call(api.exportHandovers, {});
    const lines = String(body.text).split('\r\n');
    expect(lines.filter((line) => line.includes(`,${keyNumber},`))).toEqual([
      expect.stringMatching(/"?Taken back, undone"?,.*,own,.*,Ramesh Gurung,not-there$/),
      expect.stringContaining('Handed out,'),
    ]);
  });

  test('is counted among the week’s oddities', async () => {
    const count = async () =>
      (await admin.get(api.adminDashboard)).data.unusual?.warnings.find(
        ({ action }) => action === 'undo-handover',
      )?.count ?? 0;
    const before = await count();
    await undoneReturn();
    expect(await count()).toBe(before + 1);
  });

  test('cannot be changed or removed, not even in the database', async () => {
    await undoneReturn();
    for (const change of [
      "UPDATE undone_handovers SET reason = 'mistake'",
      'DELETE FROM undone_handovers',
    ])
      await expect(campus.db.query(change)).rejects.toThrow('what was undone stays');
  });
});

describe('who had the key', () => {
  test('while an undone hand-out ran is nobody, and the record said that it was out', async () => {
    const loanId = (await giveKey(guard, asha, keyId)).loanId ?? '';
    const [loan] = await loansOf(campus.db, keyId);
    await undo(loanId, 'hand-out');
    expect(await at(new Date(Number(loan?.takenAt) + 1))).toMatchObject({
      where: 'hanging',
      loan: null,
      said: {
        where: 'out',
        loan: { _id: loanId, holder: { name: 'Asha Rao' } },
        undone: { undoneBy: { name: 'Ramesh Gurung' }, undoneReason: 'not-there' },
      },
    });
    for (const moment of [new Date(Number(loan?.takenAt) - 1), new Date()])
      expect(await at(moment)).not.toHaveProperty('said');
  });

  test('while a return was undone later is its holder, and the record said that it hung', async () => {
    const loanId = await undoneReturn();
    const [undone] = await undoneRows();
    const during = await at(new Date(Number(undone?.undone_at) - 1));
    expect(during).toMatchObject({
      where: 'out',
      loan: { _id: loanId, holder: { name: 'Asha Rao' } },
      said: { where: 'hanging', loan: null, undone: { handover: 'return', returnType: 'own' } },
    });
    for (const moment of [new Date(Number(undone?.returned_at) - 1), new Date()])
      expect(await at(moment)).not.toHaveProperty('said');
  });

  test('is by an undone hand-out within an undone return who was recorded last', async () => {
    const first = (await giveKey(guard, asha, keyId)).loanId ?? '';
    await guard.get(api.collectKey, { params: params(), body: {} });
    const second = (await giveKey(guard, ravi, keyId)).loanId ?? '';
    await undo(second, 'hand-out', 'mistake');
    await undo(first, 'return');
    const [handOut, back] = await undoneRows();
    const said = async (moment: number) => (await at(new Date(moment))).said;
    expect(await said(Number(handOut?.undone_at) - 1)).toMatchObject({
      where: 'out',
      loan: { _id: second, holder: { name: 'Ravi Kumar' } },
    });
    expect(await said(Number(back?.undone_at) - 1)).toMatchObject({ where: 'hanging' });
    expect(await at(new Date(Number(handOut?.undone_at) - 1))).toMatchObject({
      where: 'out',
      loan: { _id: first },
    });
  });
});

test('an undone hand-out names nobody who received the key, and gives no reason for a return', async () => {
  const loanId = (await giveKey(guard, asha, keyId)).loanId ?? '';
  await undo(loanId, 'hand-out');
  const { loans } = (await guard.get(api.keyHistory, { params: params() })).data;
  expect(loans).toMatchObject([
    {
      returnType: 'cancelled',
      returnedBy: null,
      receivedBy: null,
      reason: null,
      undone: [{ handover: 'hand-out', undoneReason: 'not-there', returnedAt: null }],
    },
  ]);
});

test('a return from paper is never one that the desk collected', async () => {
  const ago = (hours: number) =>
    new Date(Math.floor(Date.now() / 60_000) * 60_000 - hours * 3_600_000).toISOString();
  const [outAt, backAt] = [ago(3), ago(2)];
  await admin.get(api.openPaperPeriod, { body: { from: ago(4), to: ago(1) } });
  const lines = [{ key: keyNumber, person: asha.user.id, outAt, backAt }];
  await guard.get(api.enterPaper, { body: { lines, apply: true } });
  const { loans } = (await guard.get(api.keyHistory, { params: params() })).data;
  expect(loans).toMatchObject([{ returnRecordedAt: expect.stringMatching(/Z$/) }]);
  const [back] = await log();
  expect(back).toMatchObject({ kind: 'return', identifiedBy: 'paper' });
  const file = await guard.call(api.exportKeyHistory, { params: params() });
  expect(String(file.body.text)).not.toContain('collected');
  await undo(loans[0]?._id ?? '', 'hand-out', 'mistake');
  // Both of its handovers were shown, and stay.
  expect(await log()).toMatchObject([
    { kind: 'return', undone: true, at: backAt },
    { kind: 'hand-out', undone: true, at: outAt },
  ]);
});

describe('Not me after an undone return', () => {
  let loanId: string;
  beforeEach(async () => {
    loanId = await undoneReturn();
  });
  const notMe = (who = asha, id = loanId) => who.call(api.disputeLoan, { params: { id } });
  const settle = (body: object) => admin.call(api.settleDispute, { params: { id: loanId }, body });

  test('is possible however the hand-out was proven, and tells the desk who undid what', async () => {
    expect(await notMe()).toMatchObject({ status: 200 });
    const [notice] = (await admin.get(api.listNotifications)).data.notifications;
    expect(notice?.message).toMatch(
      new RegExp(
        `^Disputed handover: Asha Rao says the return of key ${keyNumber} at .* was right\\. Undone by Ramesh Gurung\\.$`,
      ),
    );
    expect((await asha.get(api.myTakenKeys)).data.keys).toEqual([]);
    const { disputes } = (await guard.get(api.keyDisputes, { params: params() })).data;
    expect(disputes).toMatchObject([
      { loanId, undoneReturn: { returnType: 'own', undoneBy: { name: 'Ramesh Gurung' } } },
    ]);
    const own = (await asha.get(api.listNotifications)).data.notifications;
    expect(own.find(({ template }) => template === 'return-undone')).toMatchObject({
      disputed: true,
    });
    expect((await notMe()).status).toBe(200);
  });

  test('is the holder’s alone, for 24 hours, and not of a return that nobody undid', async () => {
    expect((await notMe(ravi)).status).toBe(404);
    const other = await campus.key();
    const proven = (await giveKey(guard, asha, other.id)).loanId ?? '';
    expect(await notMe(asha, proven)).toMatchObject({
      body: { error: { code: 'NOT_LENT_BY_NAME' } },
    });
    await campus.db.query(
      "UPDATE notifications SET created_at = created_at - interval '25 hours' WHERE loan_id = $1",
      [loanId],
    );
    expect(await notMe()).toMatchObject({
      status: 409,
      body: { error: { code: 'DISPUTE_TOO_LATE' } },
    });
  });

  test('settled as returned: the return holds as it was recorded, at its own time', async () => {
    const [undone] = await undoneRows();
    await notMe();
    expect((await settle({ resolution: 'returned' })).status).toBe(200);
    expect(await loansOf(campus.db, keyId)).toMatchObject([
      {
        id: loanId,
        returnType: 'own',
        returnedBy: asha.user.id,
        returnedAt: undone?.returned_at,
      },
    ]);
    const settled = { resolution: 'returned', settledBy: { id: admin.user.id }, ofReturn: true };
    const { loans } = (await guard.get(api.keyHistory, { params: params() })).data;
    expect(loans).toMatchObject([{ settled }]);
    const returns = (await log()).filter(({ kind }) => kind === 'return');
    expect(returns).toMatchObject([{ settled }, { settled }]);
    expect(await at(new Date(Number(undone?.undone_at) + 1))).toMatchObject({
      where: 'hanging',
      loan: null,
      said: { where: 'out', loan: { _id: loanId, settled } },
    });
    expect(await row()).toMatchObject({ status: 'available' });
    expect((await lend(guard, ravi, keyId)).status).toBe(200);
  });

  describe('of a key that was reported missing since that return, which was bent before', () => {
    const report = (kind: 'damaged' | 'missing') =>
      guard.get(api.reportKey, { params: params(), body: { kind, note: 'Seen' } });
    const openReports = async () =>
      (await guard.get(api.incidentsOfKey, { params: params() })).data.incidents
        .filter(({ resolvedAt }) => !resolvedAt)
        .map(({ kind, blocks }) => ({ kind, blocks }));

    beforeEach(async () => {
      await guard.get(api.collectKey, { params: params(), body: { loanId } });
      await report('damaged');
      await report('missing');
      await undo(loanId, 'return');
      expect(await openReports()).toMatchObject([{ kind: 'damaged' }]);
      await ravi.get(api.waitForKey, { params: params() });
      await notMe();
    });

    test('settled as returned: it is missing again, and nobody who waits is told', async () => {
      await settle({ resolution: 'returned' });
      expect(await row()).toMatchObject({ status: 'unavailable', condition: 'missing' });
      expect(await openReports()).toEqual([{ kind: 'missing', blocks: true }]);
      expect((await ravi.get(api.ownWaits)).data.waits).toMatchObject([{ keyId }]);
      const [report] = (await guard.get(api.incidentsOfKey, { params: params() })).data.incidents;
      const found = { params: { id: report?.id ?? '' }, body: { resolution: 'found' } } as const;
      await admin.get(api.resolveIncident, found);
      expect(await openReports()).toMatchObject([{ kind: 'damaged' }]);
    });

    test('settled as returned after it was collected: it is there', async () => {
      await guard.get(api.collectKey, { params: params(), body: { loanId } });
      await settle({ resolution: 'returned' });
      expect(await openReports()).toMatchObject([{ kind: 'damaged' }]);
    });

    test('settled as returned after a count saw it: it is there', async () => {
      const { count } = (await guard.get(api.beginCount, { body: { scope: { kind: 'desk' } } }))
        .data;
      const counted = { params: { id: count.id } };
      await guard.get(api.scanForCount, { ...counted, body: { keyIds: [keyId] } });
      await guard.get(api.closeCount, counted);
      await settle({ resolution: 'returned' });
      expect(await openReports()).toMatchObject([{ kind: 'damaged' }]);
    });
  });

  test('settled as returned after the key was collected: both returns stay in the history', async () => {
    const [undone] = await undoneRows();
    await guard.get(api.collectKey, { params: params(), body: { loanId } });
    await lent(guard, ravi, keyId);
    await notMe();
    expect((await settle({ resolution: 'returned' })).status).toBe(200);
    const [loan] = await loansOf(campus.db, keyId);
    expect(loan).toMatchObject({ returnType: 'own', returnedAt: undone?.returned_at });
    expect(await row()).toMatchObject({ takenBy: { userId: ravi.user.id } });
    const { loans } = (await guard.get(api.keyHistory, { params: params() })).data;
    expect(loans.find(({ _id }) => _id === loanId)?.undone).toMatchObject([
      { returnType: 'own' },
      { returnType: 'collected', undoneBy: { id: admin.user.id } },
    ]);
  });

  test('settled as corrected: somebody else has had the key since that return, and may say no', async () => {
    const [undone] = await undoneRows();
    await notMe();
    const body = { resolution: 'corrected', holderId: ravi.user.id };
    expect((await settle(body)).status).toBe(200);
    const [first, second] = await loansOf(campus.db, keyId);
    expect(first).toMatchObject({ id: loanId, returnType: 'own', returnedAt: undone?.returned_at });
    expect(second).toMatchObject({
      holderId: ravi.user.id,
      takenAt: undone?.returned_at,
      returnedAt: null,
      identifiedBy: 'settled',
      handedBy: admin.user.id,
    });
    expect((await notMe(ravi, second?.id)).status).toBe(200);
  });

  test('denies the return alone: her hand-out is neither reported nor shown as disputed', async () => {
    await notMe();
    const { notifications } = (await asha.get(api.listNotifications)).data;
    expect(notifications.find(({ template }) => template === 'return-undone')?.disputed).toBe(true);
    const { handovers } = (await guard.get(api.listHandovers, { query: { limit: '5' } })).data;
    const own = handovers.filter((one) => one.loanId === loanId);
    expect(own.map(({ kind, disputed }) => [kind, disputed === true])).toEqual([
      ['return', true],
      ['hand-out', false],
    ]);
  });

  test('settled as confirmed: the key stays hers, and she is told so', async () => {
    await notMe();
    expect((await settle({ resolution: 'confirmed' })).status).toBe(200);
    expect(await row()).toMatchObject({ takenBy: { userId: asha.user.id } });
    const [notice] = (await asha.get(api.listNotifications)).data.notifications;
    expect(notice?.message).toMatch(/it stays recorded that key .* was not returned then/);
  });
});

describe('Not me to a key that was lent by name, and whose return the desk undid', () => {
  let loanId: string;
  beforeEach(async () => {
    loanId = await lent(guard, asha, keyId);
    await guard.get(api.collectKey, { params: params(), body: { loanId } });
    await undo(loanId, 'return');
  });
  const notMe = (body: object = {}) =>
    asha.get(api.disputeLoan, { params: { id: loanId }, body: body as never });
  const settle = (body: object) => admin.call(api.settleDispute, { params: { id: loanId }, body });
  const dispute = async () =>
    (await guard.get(api.keyDisputes, { params: params() })).data.disputes[0];

  test('says that she never had it, where she is asked about the hand-out', async () => {
    await notMe({ handover: 'hand-out' });
    const [notice] = (await admin.get(api.listNotifications)).data.notifications;
    expect(notice?.message).toContain(`says they did not receive key ${keyNumber}.`);
    expect(await dispute()).not.toHaveProperty('undoneReturn');
    expect((await settle({ resolution: 'not-handed-over' })).status).toBe(200);
    expect(await row()).toMatchObject({ status: 'available' });
    const { loans } = (await guard.get(api.keyHistory, { params: params() })).data;
    const settled = { resolution: 'not-handed-over', ofReturn: false };
    expect(loans).toMatchObject([{ returnType: 'cancelled', settled }]);
    expect((await asha.get(api.myFrequentlyUsedKeys)).data.keys).toEqual([]);
  });

  test('said of the return and then of the hand-out says that she never had it', async () => {
    for (const handover of ['return', 'hand-out', 'return']) await notMe({ handover });
    const { notifications } = (await admin.get(api.listNotifications)).data;
    expect(notifications[0]?.message).toContain('they did not receive key');
    expect(await dispute()).not.toHaveProperty('undoneReturn');
    expect(notifications[1]?.message).toContain('was right');
  });

  test('can mean both, of which an admin says what is true', async () => {
    await notMe();
    expect(await dispute()).toMatchObject({
      undoneReturn: { returnType: 'collected' },
      findings: [
        { resolution: 'returned', ofReturn: true },
        { resolution: 'not-handed-over', ofReturn: false },
        { resolution: 'corrected', ofReturn: true },
        { resolution: 'corrected', ofReturn: false },
        { resolution: 'confirmed', ofReturn: true },
      ],
    });
    const body = { resolution: 'corrected', ofReturn: false, holderId: ravi.user.id };
    expect((await settle(body)).status).toBe(200);
    const loans = await loansOf(campus.db, keyId);
    const [hers, his] = [asha, ravi].map(({ user }) =>
      loans.find(({ holderId }) => holderId === user.id),
    );
    expect(hers).toMatchObject({ returnType: 'cancelled' });
    expect(his).toMatchObject({ takenAt: hers?.takenAt, returnedAt: null });
    expect(await dispute()).toMatchObject({ resolution: 'corrected', findings: [] });
    expect(await dispute()).not.toHaveProperty('undoneReturn');
  });

  test('is about the return where nothing else is said', async () => {
    await notMe({ handover: 'return' });
    const [undone] = await undoneRows();
    expect((await settle({ resolution: 'corrected', holderId: ravi.user.id })).status).toBe(200);
    expect((await loansOf(campus.db, keyId)).map(({ returnedAt }) => returnedAt)).toEqual([
      undone?.returned_at,
      null,
    ]);
  });
});

test('a hand-out that the desk undid cannot be disputed: the record says that it never was', async () => {
  const loanId = await lent(guard, asha, keyId);
  await undo(loanId, 'hand-out', 'mistake');
  expect(await asha.call(api.disputeLoan, { params: { id: loanId } })).toMatchObject({
    status: 409,
    body: { error: { code: 'CANCELLED_SINCE' } },
  });
});

test('whoever chose neither push nor mail is told by both of what was undone in their name', async () => {
  const kinds = [{ kind: 'your-name', push: true, mail: false }];
  await asha.get(api.putMessagePreferences, { body: { kinds } });
  const { data } = await asha.get(api.getMessagePreferences);
  expect(data.kinds.find(({ kind }) => kind === 'your-name')).toMatchObject({
    push: true,
    mail: true,
  });
  await campus.db.query(
    "INSERT INTO installation (name, value) VALUES ('mail-is-on', 'yes') ON CONFLICT DO NOTHING",
  );
  await undoneReturn();
  const { rows } = await campus.db.query(
    "SELECT FROM mail_outbox WHERE user_id = $1 AND kind = 'your-name'",
    [asha.user.id],
  );
  expect(rows).toHaveLength(1);
});
