import { api } from '@keydesk/shared/api';
import { utcOffsetAt } from '@keydesk/shared/core/dates';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { closeLoan, type LoanRow, openLoan } from '../../../test/factories/loans.ts';
import { insertUser } from '../../../test/factories/users.ts';
import { giveKey } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';

const campus = testCampus();
const guard = campus.resident('security', { name: 'Gauri Guard' });
const admin = campus.resident('admin');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });

let keyId: string;
let holderId: string;
beforeEach(async () => {
  keyId = (await campus.key()).id;
  holderId = asha.user.id;
});

const at = (moment: Date | string, id = keyId) =>
  guard.call(api.keyAt, {
    params: { id },
    query: { moment: typeof moment === 'string' ? moment : moment.toISOString() },
  });
const answer = async (moment: Date) => (await at(moment)).body.data;
const day = 24 * 3_600_000;
const hours = (count: number, begin = '2025-03-01T00:00:00Z') =>
  new Date(Date.parse(begin) + count * 3_600_000);

/** A loan from one hour to another; without an end it is open. */
async function loan(
  from: number,
  to: number | null,
  type: LoanRow['returnType'] = 'own',
  begin?: string,
) {
  const parties = { keyId, holderId, handedBy: guard.user.id };
  const open = await openLoan(campus.db, { ...parties, takenAt: hours(from, begin) });
  if (to !== null)
    await closeLoan(campus.db, open, { returnedAt: hours(to, begin), returnType: type });
  return open.id;
}

/** A moment as clocks in a time zone show it, with their offset: two, where an hour comes twice. */
function onClocks(moment: Date, timezone: string): string {
  const offset = utcOffsetAt(moment, timezone) / 60_000;
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  const local = new Date(moment.getTime() + offset * 60_000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
}

/** Zones with the hour before their clocks change, by an hour or by half of one, or never. */
const changes = [
  ['Europe/Berlin', '2025-03-30T00:00:00Z'],
  ['Europe/Berlin', '2025-10-25T23:00:00Z'],
  ['Australia/Lord_Howe', '2025-04-05T14:00:00Z'],
  ['America/St_Johns', '2025-03-09T04:30:00Z'],
  ['Asia/Kolkata', '2025-03-01T00:00:00Z'],
] as const;

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
      body: { message: 'Choose a time in the past.' },
    });
    expect((await at('yesterday')).status).toBe(400);
    expect((await at(hours(1), 'f'.repeat(24))).status).toBe(404);
  });

  test.each(changes)(
    'in %s from %s on is what a look at every loan says, and so are the loans of any time',
    async (timezone, begin) => {
      const span = fc.record({
        gap: fc.nat(5),
        length: fc.nat(8),
        type: fc.constantFrom<LoanRow['returnType']>('own', 'collected', 'cancelled', 'lost'),
      });
      const spans = fc.array(span, { minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(spans, fc.boolean(), fc.nat(20), async (spans, endsOpen, middle) => {
          await campus.db.query('DELETE FROM request_counts');
          keyId = (await campus.key()).id;
          holderId = (await insertUser(campus.db)).id;
          const stored: { id: string; from: number; to: number; undone: boolean }[] = [];
          let now = 1;
          for (const [index, { gap, length, type }] of spans.entries()) {
            const from = now + gap;
            const isOpen = endsOpen && index === spans.length - 1;
            now = from + length;
            const id = await loan(from, isOpen ? null : now, type, begin);
            const undone = !isOpen && type === 'cancelled';
            stored.push({ id, from, to: isOpen ? Number.POSITIVE_INFINITY : now, undone });
          }
          const clock = (hour: number) => onClocks(hours(hour, begin), timezone);
          for (let moment = 0; moment <= now + 2; moment += 0.5) {
            const covering = stored.filter(
              ({ from, to, undone }) => !undone && from <= moment && moment < to,
            );
            const { loan: said } = await answerOf(clock(moment));
            expect(said?._id).toBe(covering[0]?.id);
          }
          for (const [from, to] of [
            [0, middle],
            [middle, now + 2],
            [middle / 2, middle],
          ] as const) {
            const touching = stored.filter((one) => one.to > from && one.from < to);
            const ids = touching.map(({ id }) => id).toSorted();
            const query = { from: clock(from), to: clock(to) };
            const ofKey = await guard.get(api.keyHistory, { params: { id: keyId }, query });
            expect(ofKey.data.loans.map(({ _id }) => _id).toSorted()).toEqual(ids);
            const params = { id: holderId };
            const ofPerson = await admin.get(api.userLoans, { params, query });
            expect(ofPerson.data.loans.map(({ _id }) => _id).toSorted()).toEqual(ids);
          }
        }),
        { numRuns: 3, endOnFailure: true },
      );
    },
  );
});

const answerOf = async (moment: string) =>
  (await guard.get(api.keyAt, { params: { id: keyId }, query: { moment } })).data;

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
