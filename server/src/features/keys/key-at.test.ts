import { api } from '@keydesk/shared/api';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeLoan, type LoanRow, openLoan } from '../../../test/factories/loans.ts';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const guard = campus.resident('security', { name: 'Gauri Guard' });
const admin = campus.resident('admin');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

let keyId: string;
beforeEach(async () => {
  keyId = (await campus.key()).id;
});

const at = (moment: Date | string, id = keyId) =>
  guard.call(api.keyAt, {
    params: { id },
    query: { moment: typeof moment === 'string' ? moment : moment.toISOString() },
  });
const answer = async (moment: Date) => (await at(moment)).body.data;
const day = 24 * 3_600_000;
const begin = Date.parse('2025-03-01T00:00:00Z');
const hours = (count: number) => new Date(begin + count * 3_600_000);

/** A loan from one hour to another; without an end it is open. */
async function loan(from: number, to: number | null, type: LoanRow['returnType'] = 'own') {
  const parties = { keyId, holderId: asha.user.id, handedBy: guard.user.id };
  const open = await openLoan(campus.db, { ...parties, takenAt: hours(from) });
  if (to !== null) await closeLoan(campus.db, open, { returnedAt: hours(to), returnType: type });
  return open.id;
}

describe('a key at a moment', () => {
  test('was with whoever had it, said with guard, identification, since and until', async () => {
    const id = await loan(9, 15);
    const with1 = { where: 'out', loan: { _id: id, holder: { name: 'Asha Rao' } } };
    expect(await answer(hours(9))).toMatchObject(with1);
    expect(await answer(hours(14.99))).toMatchObject({
      ...with1,
      loan: {
        handedBy: { name: 'Gauri Guard' },
        identifiedBy: 'code',
        takenAt: hours(9).toISOString(),
        returnedAt: hours(15).toISOString(),
      },
    });
    for (const moment of [8.99, 15])
      expect(await answer(hours(moment))).toMatchObject({ where: 'hanging', loan: null });
  });

  test('hung at the desk that took it back last, until it was brought home', async () => {
    const newDesk = async (name: string) =>
      (await admin.get(api.addDesk, { body: { name, place: name } })).data.desk.id;
    const [home, north] = [await newDesk('Main Desk'), await newDesk('North Desk')];
    keyId = (await campus.key({ deskId: home })).id;
    const parties = { keyId, holderId: asha.user.id, handedBy: guard.user.id };
    const open = await openLoan(campus.db, { ...parties, takenAt: hours(1) });
    await closeLoan(campus.db, open, { returnedAt: hours(2), returnDeskId: north });
    expect(await answer(hours(0))).toMatchObject({ desk: { id: home } });
    expect(await answer(hours(3))).toMatchObject({ where: 'hanging', desk: { id: north } });
    await campus.db.query('UPDATE keys SET away_desk_id = $2 WHERE id = $1', [keyId, north]);
    await guard.get(api.backHome, { params: { id: keyId } });
    expect(await answer(hours(3))).toMatchObject({ desk: { id: north } });
    expect(await answer(new Date())).toMatchObject({ where: 'hanging', desk: { id: home } });
  });

  test('was missing, lost with somebody, or removed', async () => {
    const report = (kind: 'missing' | 'lost') =>
      guard.get(api.reportKey, { params: { id: keyId }, body: { kind } });
    const before = new Date();
    const { data } = await report('missing');
    expect(await answer(new Date())).toMatchObject({ where: 'missing', reported: 'missing' });
    expect(await answer(before)).toMatchObject({ where: 'hanging', reported: null });
    const resolve = (id: string, resolution: 'found' | 'written-off') =>
      admin.get(api.resolveIncident, { params: { id }, body: { resolution } });
    await resolve(data.incident.id, 'found');
    await giveKey(guard, asha, keyId);
    const lost = await report('lost');
    expect(await answer(new Date())).toMatchObject({ where: 'out', reported: 'lost' });
    await resolve(lost.data.incident.id, 'written-off');
    expect(await answer(new Date())).toMatchObject({ where: 'removed', loan: null });
  });

  test('was not in Keydesk before it was added, unless a loan of before is known', async () => {
    keyId = (await campus.key({ createdAt: hours(100) })).id;
    expect(await answer(hours(50))).toMatchObject({ where: 'unknown', loan: null });
    await loan(40, 45);
    expect(await answer(hours(39))).toMatchObject({ where: 'unknown', loan: null });
    expect(await answer(hours(50))).toMatchObject({ where: 'hanging', loan: null });
  });

  test('with a hand-out that was undone or a holder who was corrected, is what it really was', async () => {
    await loan(1, 5, 'cancelled');
    await loan(6, 6, 'collected');
    const right = await loan(6, 8);
    expect(await answer(hours(3))).toMatchObject({ where: 'hanging' });
    expect(await answer(hours(6))).toMatchObject({ loan: { _id: right } });
  });

  test('is not known of the future, of no moment and of no key', async () => {
    expect(await at(new Date(Date.now() + day))).toMatchObject({
      status: 400,
      body: { message: 'Please choose a time that is past' },
    });
    expect((await at('yesterday')).status).toBe(400);
    expect((await at(hours(1), 'f'.repeat(24))).status).toBe(404);
  });

  test('is what a look at every loan says, whenever it is asked', async () => {
    const span = fc.record({
      gap: fc.nat(5),
      length: fc.nat(8),
      type: fc.constantFrom('own', 'collected', 'cancelled', 'lost'),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(span, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (spans, endsOpen) => {
          keyId = (await campus.key()).id;
          const stored: { id: string; from: number; to: number }[] = [];
          let now = 1;
          for (const [index, { gap, length, type }] of spans.entries()) {
            const from = now + gap;
            const isOpen = endsOpen && index === spans.length - 1;
            now = from + length;
            const id = await loan(from, isOpen ? null : now, type as LoanRow['returnType']);
            if (isOpen || type !== 'cancelled')
              stored.push({ id, from, to: isOpen ? Number.POSITIVE_INFINITY : now });
          }
          for (let moment = 0; moment <= now + 2; moment += 0.5) {
            const covering = stored.filter(({ from, to }) => from <= moment && moment < to);
            const { loan: said } = await answerOf(hours(moment));
            expect(said?._id).toBe(covering[0]?.id);
          }
        },
      ),
      { numRuns: 6 },
    );
  });
});

const answerOf = async (moment: Date) =>
  (await guard.get(api.keyAt, { params: { id: keyId }, query: { moment: moment.toISOString() } }))
    .data;

describe('the loans of a period', () => {
  test('are those that touch it, page by page and as a file', async () => {
    const ids = [];
    for (const from of [10, 20, 30, 40]) ids.push(await loan(from, from + 5));
    const open = await loan(50, null);
    const query = { from: hours(22).toISOString(), to: hours(40).toISOString() };
    const params = { id: keyId };
    const { loans } = (await guard.get(api.keyHistory, { params, query })).data;
    expect(loans.map(({ _id }) => _id)).toEqual([ids[2], ids[1]]);
    const since = { from: hours(46).toISOString() };
    const last = (await guard.get(api.keyHistory, { params, query: since })).data.loans;
    expect(last.map(({ _id }) => _id)).toEqual([open]);
    const file = String((await guard.call(api.exportKeyHistory, { params, query })).body.text);
    expect(file.trim().split('\r\n')).toHaveLength(3);
    expect(file).toContain('Asha Rao');

    const person = { params: { id: asha.user.id } };
    const theirs = (await admin.get(api.userLoans, { ...person, query })).data.loans;
    expect(theirs.map(({ _id }) => _id)).toEqual([ids[2], ids[1]]);
    const csv = String((await admin.call(api.exportUserLoans, { ...person, query })).body.text);
    expect(csv).toContain('Returned By');
    const { rows } = await campus.db.query<{ action: string }>(
      "SELECT action FROM audit_events WHERE action = 'export-loans'",
    );
    expect(rows).toHaveLength(2);
  });

  test('are found of a key that was removed, by the desk alone', async () => {
    const id = await loan(1, 2);
    await admin.get(api.deleteKey, { params: { id: keyId } });
    const params = { id: keyId };
    const { loans } = (await guard.get(api.keyHistory, { params })).data;
    expect(loans.map(({ _id }) => _id)).toEqual([id]);
    expect((await asha.call(api.keyHistory, { params })).status).toBe(404);
  });
});
