import { api } from '@keydesk/shared/api';
import { hourMs, minuteMs } from '@keydesk/shared/core/dates';
import type { PaperLineResult } from '@keydesk/shared/loans/paper';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { addRuleAbout } from '../../../test/access-rules.ts';
import { listAuditEvents } from '../../../test/audit.ts';
import { dutyAt, enrolComputer, insertDesk, nobodyOnDuty } from '../../../test/desk-computer.ts';
import { addKeyRule } from '../../../test/due-rules.ts';
import { closed, loanRow } from '../../../test/factories/loans.ts';
import { giveKey, loansOf } from '../../../test/handovers.ts';
import { lent } from '../../../test/lending.ts';
import type { TestApp } from '../../../test/test-app.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { confirmedVisitor } from '../../../test/visitors.ts';
import { auditEvents, loans } from '../../db/schema.ts';

let key: Awaited<ReturnType<TestApp['key']>>;
let begun: number;

const campus = testCampus();
const guard = campus.resident('security', { name: 'R. Singh' });
const admin = campus.resident('admin');
const asha = campus.newcomer('faculty', { name: 'Asha Rao' });
const ravi = campus.newcomer('faculty', { name: 'Ravi Kumar' });
beforeEach(async () => {
  begun = Date.now();
  key = await campus.key();
  await openPeriod(7 * 24 * 60 - 5, 0);
});

/** An admin opens the time from so many minutes before the test until so many. */
function openPeriod(from: number, to: number) {
  return admin.get(api.openPaperPeriod, { body: { from: ago(from), to: ago(to) } });
}

/** So many minutes before the test began, as a whole minute. */
function ago(minutes: number): string {
  return new Date(begun - (begun % minuteMs) - minutes * minuteMs).toISOString();
}

type Line = { key: string; person: string; outAt: string; backAt?: string | null };

function line(out: number, back: number | null, change: Partial<Line> = {}): Line {
  return {
    key: key.keyNumber,
    person: asha.user.email,
    outAt: ago(out),
    backAt: back === null ? null : ago(back),
    ...change,
  };
}

function enter(lines: readonly Line[], { apply = true, by = guard as Caller } = {}) {
  return by.call(api.enterPaper, { body: { lines, apply } });
}

type Caller = Pick<TestClient, 'call'>;

async function entered(...lines: Line[]): Promise<PaperLineResult[]> {
  const { data } = await guard.get(api.enterPaper, { body: { lines, apply: true } });
  expect(data.recorded).toBe(data.lines.filter(({ outcome }) => outcome === 'recorded').length);
  return data.lines;
}

async function messagesOf(person: TestClient): Promise<string[]> {
  return (await person.get(api.listNotifications)).data.notifications.map(({ message }) => message);
}

describe('lines from paper', () => {
  test('become loans at their own times, which say that they are from paper', async () => {
    const [past, open] = await entered(line(180, 120), line(60, null, { person: ravi.user.id }));
    const [first, second] = await loansOf(campus.db, key.id);
    expect([past, open]).toMatchObject([
      { outcome: 'recorded', loanId: first?.id, person: { name: 'Asha Rao' }, key: { id: key.id } },
      { outcome: 'recorded', loanId: second?.id, person: { name: 'Ravi Kumar' } },
    ]);
    const common = { identifiedBy: 'paper', handedBy: guard.user.id, recordedAt: expect.any(Date) };
    expect(first).toMatchObject({
      ...common,
      takenAt: new Date(ago(180)),
      returnedAt: new Date(ago(120)),
      returnType: 'collected',
    });
    expect(second).toMatchObject({ ...common, takenAt: new Date(ago(60)), returnedAt: null });
    const shown = (await guard.get(api.getKey, { params: { id: key.id } })).data.key;
    expect(shown).toMatchObject({ status: 'unavailable', takenBy: { name: 'Ravi Kumar' } });
    expect(shown.version).toBe(key.version + 1);
  });

  test('find the key by its number or id, the person by Faculty ID, email or id', async () => {
    const { id, facultyId, email } = asha.user;
    const lines = [
      line(60, 50, { person: (facultyId ?? '').toLowerCase(), key: key.keyNumber.toLowerCase() }),
      line(50, 40, { person: email.toUpperCase(), key: key.id }),
      line(40, 30, { person: id, key: ` ${key.keyNumber} ` }),
    ];
    expect((await entered(...lines)).map(({ person }) => person?.id)).toEqual([id, id, id]);
  });

  test('change nothing before they are applied', async () => {
    const { body } = await enter([line(60, null)], { apply: false });
    expect(body).toMatchObject({ data: { lines: [{ outcome: 'ready' }], recorded: 0 } });
    expect(await loansOf(campus.db, key.id)).toEqual([]);
    expect(await messagesOf(asha)).toEqual([]);
  });

  test('that are entered again are not recorded again', async () => {
    const lines = [line(60, 50), line(40, null)];
    const first = await entered(...lines);
    expect(await entered(...lines)).toMatchObject(
      first.map(({ loanId }) => ({ outcome: 'recorded-before', loanId })),
    );
    expect(await loansOf(campus.db, key.id)).toHaveLength(2);
  });

  test('with a fault are left and say why, while the others are recorded', async () => {
    await giveKey(guard, ravi, key.id);
    const other = await campus.key();
    const suspended = await campus.person('faculty', { suspendedAt: new Date(), name: 'Meera' });
    const at = { key: other.keyNumber };
    const results = await entered(
      line(60, null),
      line(60, 50, { key: 'NO-SUCH-KEY' }),
      line(60, 50, { ...at, person: 'nobody@campus.test' }),
      line(60, 50, { ...at, person: suspended.user.id }),
      line(60, 70, at),
      line(-10, null, at),
      line(8 * 24 * 60, 60, at),
      line(30, 20, at),
      line(25, 10, { ...at, person: ravi.user.id }),
      line(60, 50),
    );
    expect(results.map(({ code, outcome }) => code ?? outcome)).toEqual([
      'PAPER_OVERLAPS_LOAN',
      'KEY_NOT_FOUND',
      'PERSON_NOT_FOUND',
      'CANNOT_TAKE_KEYS',
      'PAPER_BACK_FIRST',
      'FUTURE_MOMENT',
      'PAPER_TOO_OLD',
      'PAPER_OVERLAPS_LINE',
      'PAPER_OVERLAPS_LINE',
      'recorded',
    ]);
    expect(results[0]).toMatchObject({
      loan: { holder: { id: ravi.user.id, name: 'Ravi Kumar' }, backAt: null },
      message: expect.stringContaining('to Asha Rao, since'),
    });
    expect(results[7]).toMatchObject({ otherLine: 8 });
    expect(await loansOf(campus.db, other.id)).toEqual([]);
    expect(await loansOf(campus.db, key.id)).toHaveLength(2);
  });

  test('do not hand out a key that is reported lost', async () => {
    const body = { kind: 'missing' };
    await guard.get(api.reportKey, { params: { id: key.id }, body });
    expect(await entered(line(60, null))).toMatchObject([{ code: 'KEY_REPORTED' }]);
  });

  test('are due as keys that were handed out then', async () => {
    await entered(line(26 * 60, null));
    const [loan] = await loansOf(campus.db, key.id);
    const { dueAt, graceUntil } = loanRow({
      keyId: key.id,
      holderId: asha.user.id,
      handedBy: guard.user.id,
      takenAt: new Date(ago(26 * 60)),
    });
    expect(loan).toMatchObject({ dueAt, graceUntil });
  });
});

describe('a loan from paper', () => {
  test('says so in the histories, the log and their files, and who recorded it when', async () => {
    await entered(line(60, 50));
    const params = { id: key.id };
    const from = {
      handedBy: { name: 'R. Singh' },
      recordedAt: expect.stringMatching(/^\d{4}-/),
    };
    const history = await guard.get(api.keyHistory, { params });
    expect(history.data.loans).toMatchObject([{ ...from, identifiedBy: 'paper' }]);
    const moment = ago(55);
    expect((await guard.get(api.keyAt, { params, query: { moment } })).data).toMatchObject({
      where: 'out',
      loan: from,
    });
    const own = await admin.get(api.userLoans, { params: { id: asha.user.id } });
    expect(own.data.loans).toMatchObject([from]);
    const query = { from: ago(61), to: ago(49) };
    const log = (await guard.get(api.listHandovers, { query })).data.handovers;
    expect(log.filter((entry) => entry.key.id === key.id)).toMatchObject([
      { kind: 'return', identifiedBy: 'paper' },
      { kind: 'hand-out', identifiedBy: 'paper' },
    ]);
    const [heading, row] = String(
      (await guard.call(api.exportKeyHistory, { params })).body.text,
    ).split('\r\n');
    expect(heading).toMatch(/Identified By.*Entered,Return Entered,Not Me,Undone$/);
    expect(row).toMatch(/,paper,.*,paper,.*(,20\d\d-\d\d-\d\d \d\d:\d\d:\d\d){2},,$/);
  });

  test('is no return by the desk, wherever its return is shown', async () => {
    await campus.db.query('DELETE FROM loans');
    const own = await lent(guard, asha, key.id);
    await campus.db.query('UPDATE loans SET taken_at = $2 WHERE id = $1', [own, ago(90)]);
    await entered(line(90, 70), line(60, 50));
    const params = { id: key.id };
    const returnRecordedAt = expect.stringMatching(/^\d{4}-/);
    const from = [{ returnRecordedAt }, { returnRecordedAt }];
    expect((await guard.get(api.keyHistory, { params })).data.loans).toMatchObject(from);
    const ofPerson = await admin.get(api.userLoans, { params: { id: asha.user.id } });
    expect(ofPerson.data.loans).toMatchObject(from);
    const { text: history } = (await guard.call(api.exportKeyHistory, { params })).body;
    const { text: log } = (await guard.call(api.exportHandovers)).body;
    for (const file of [history, log]) {
      expect(file).not.toContain('collected');
      expect(String(file).match(/,paper,/g)?.length).toBeGreaterThanOrEqual(2);
    }
    expect(JSON.stringify(await messagesOf(asha))).not.toContain('collected');
    const shown = JSON.stringify((await admin.get(api.adminDashboard)).data);
    expect(shown).toContain(`Asha Rao returned key ${key.keyNumber}, from paper`);
    expect(shown).not.toContain(`collected key ${key.keyNumber}`);
  });

  test('that comes back later is returned as any other', async () => {
    await entered(line(60, null));
    await guard.get(api.collectKey, { params: { id: key.id } });
    const { handovers } = (await guard.get(api.listHandovers, { query: { from: ago(59) } })).data;
    expect(handovers.find((entry) => entry.key.id === key.id)).toMatchObject({
      kind: 'return',
      identifiedBy: null,
    });
  });

  test('is no secret of others in the history', async () => {
    await entered(line(60, null));
    const seen = await ravi.get(api.keyHistory, { params: { id: key.id } });
    expect(seen.data.loans).toMatchObject([{ handedBy: null, identifiedBy: null }]);
    expect(seen.data.loans[0]).not.toHaveProperty('recordedAt');
  });

  test('is counted among those without a code', async () => {
    await campus.db.query('DELETE FROM loans');
    await entered(line(60, 50), line(40, null));
    const { withoutCode } = (await admin.get(api.reports)).data;
    expect(withoutCode).toEqual([
      { userId: guard.user.id, name: 'R. Singh', byName: 0, byCard: 0, fromPaper: 2 },
    ]);
  });

  test('is told to its holder with its times, who can say that it was not them', async () => {
    const [past] = await entered(line(60, 50));
    const told = expect.stringMatching(
      /^From paper: you had key \S+ from .*\d\d:\d\d to .*\d\d:\d\d\. Entered by R\. Singh\.$/,
    );
    expect(await messagesOf(asha)).toEqual([told]);
    const params = { id: past?.loanId ?? '' };
    expect((await asha.call(api.disputeLoan, { params })).status).toBe(200);
    const settlement = { resolution: 'corrected', holderId: ravi.user.id };
    await admin.get(api.settleDispute, { params, body: settlement });
    const rows = await loansOf(campus.db, key.id);
    expect(rows.find(({ holderId }) => holderId === ravi.user.id)).toMatchObject({
      identifiedBy: 'settled',
      handedBy: admin.user.id,
      returnedAt: new Date(ago(50)),
    });
  });

  test('is an event of the audit log', async () => {
    const [open] = await entered(line(60, null));
    expect(await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id))).toMatchObject([
      {
        action: 'enter-from-paper',
        level: 'WARN',
        actorId: guard.user.id,
        subjectId: asha.user.id,
        loanId: open?.loanId,
        details: { outAt: ago(60), backAt: null },
      },
    ]);
  });

  test('against access rules is recorded as an override, which its owner is told', async () => {
    const owner = await campus.person('faculty');
    key = await campus.key({ ownerId: owner.user.id });
    await addRuleAbout(campus.db, { keyId: key.id, by: admin.user.id });
    await campus.db.query('UPDATE access_rules SET created_at = $2 WHERE target_id = $1', [
      key.id,
      ago(90),
    ]);
    const { body } = await enter([line(60, null)], { apply: false });
    const against = `No one can take key ${key.keyNumber}.`;
    expect(body).toMatchObject({ data: { lines: [{ outcome: 'ready', against }] } });
    expect(await entered(line(60, null))).toMatchObject([{ outcome: 'recorded', against }]);
    const [, override] = await listAuditEvents(campus.db, eq(auditEvents.keyId, key.id));
    expect(override).toMatchObject({
      action: 'override-access',
      reason: null,
      method: 'paper',
      details: { code: 'DENIED_BY_RULE', refusal: against },
    });
    expect(await messagesOf(owner)).toEqual([expect.stringContaining('From paper')]);
  });

  test('is judged by the access rules of its own time', async () => {
    await addRuleAbout(campus.db, { keyId: key.id, by: admin.user.id });
    await campus.db.query(`UPDATE access_rules SET created_at = $2 WHERE target_id = $1`, [
      key.id,
      ago(45),
    ]);
    const [before, after] = await entered(line(60, 50), line(40, 30));
    expect(before).not.toHaveProperty('against');
    expect(after).toMatchObject({ against: `No one can take key ${key.keyNumber}.` });
  });

  test('uses up access that was given once', async () => {
    key = await campus.key({ level: 'restricted' });
    const grant = { userId: asha.user.id, keyId: key.id, usesLeft: 1, reason: 'One visit' };
    await admin.get(api.addGrant, { body: grant });
    await campus.db.query(`UPDATE grants SET created_at = $2, valid_from = $2 WHERE key_id = $1`, [
      key.id,
      ago(90),
    ]);
    const [only] = await entered(line(60, null));
    expect(only).not.toHaveProperty('against');
    const { rows } = await campus.db.query(
      'SELECT uses_left, used_up_at FROM grants WHERE key_id = $1',
      [key.id],
    );
    expect(rows).toEqual([{ uses_left: 0, used_up_at: new Date(ago(60)) }]);
  });
});

describe('the previous return of a key that was out', () => {
  /** Asha has the key since so many minutes and some seconds ago; how a line says that. */
  async function out(minutes: number, seconds = 20) {
    const loanId = await lent(guard, asha, key.id);
    const takenAt = new Date(Date.parse(ago(minutes)) + seconds * 1000);
    await campus.db.orm.update(loans).set({ takenAt }).where(eq(loans.id, loanId));
    return { loanId, takenAt };
  }

  test('ends its loan on paper, and another has the key since', async () => {
    const { loanId } = await out(90);
    const lines = [line(40, null, { person: ravi.user.id }), line(90, 50)];
    const checked = (await enter(lines, { apply: false })).body;
    expect(checked).toMatchObject({
      data: { lines: [{ outcome: 'ready' }, { outcome: 'ready' }], recorded: 0 },
    });
    const [next, back] = await entered(...lines);
    expect([next, back]).toMatchObject([
      { outcome: 'recorded', person: { name: 'Ravi Kumar' } },
      { outcome: 'recorded', loanId, person: { name: 'Asha Rao' } },
    ]);
    expect(await loansOf(campus.db, key.id)).toMatchObject([
      {
        id: loanId,
        identifiedBy: 'desk',
        recordedAt: null,
        returnedAt: new Date(ago(50)),
        returnType: 'collected',
        returnRecordedAt: expect.any(Date),
        returnedBy: guard.user.id,
        receivedBy: guard.user.id,
      },
      { id: next?.loanId, identifiedBy: 'paper', returnedAt: null },
    ]);
    expect(await listAuditEvents(campus.db, eq(auditEvents.loanId, loanId))).toContainEqual(
      expect.objectContaining({
        action: 'enter-from-paper',
        details: expect.objectContaining({ backAt: ago(50), returned: true }),
      }),
    );
    expect((await messagesOf(asha))[0]).toMatch(
      // With its day, if that has ended since.
      /^From paper: key .* was returned at (\d+ \w+, )?\d\d:\d\d\. Entered by R\. Singh\.$/,
    );
    expect(await entered(...lines)).toMatchObject([
      { outcome: 'recorded-before', loanId: next?.loanId },
      { outcome: 'recorded-before', loanId },
    ]);
  });

  test('tells who waits for it, unless it went out again', async () => {
    const back = expect.stringMatching(/is back/);
    await out(90);
    await ravi.get(api.waitForKey, { params: { id: key.id } });
    await entered(line(90, 50), line(40, null, { person: admin.user.id }));
    expect(await messagesOf(ravi)).toEqual([]);
    expect((await ravi.get(api.ownWaits)).data.waits).toHaveLength(1);
    await entered(line(40, 30, { person: admin.user.id }));
    expect(await messagesOf(ravi)).toEqual([back]);
    expect((await ravi.get(api.ownWaits)).data.waits).toEqual([]);
  });

  test('lets it lie at the desk that enters it, where it is found', async () => {
    const [main, north] = [await insertDesk(campus), await insertDesk(campus)];
    const { computer } = await dutyAt(campus, north);
    key = await campus.key({ deskId: main });
    await out(90);
    await asha.get(api.reportKey, { params: { id: key.id }, body: { kind: 'lost' } });
    await campus.db.query(`UPDATE incidents SET reported_at = $2 WHERE key_id = $1`, [
      key.id,
      ago(60),
    ]);
    await computer.get(api.enterPaper, { body: { lines: [line(90, 50)], apply: true } });
    const shown = (await guard.get(api.getKey, { params: { id: key.id } })).data.key;
    expect(shown).toMatchObject({ status: 'available', awayDeskId: north });
    expect(shown).not.toHaveProperty('condition');
  });

  test('is refused while its holder disputes it', async () => {
    const { loanId } = await out(90);
    await asha.get(api.disputeLoan, { params: { id: loanId } });
    expect(await entered(line(90, 50))).toMatchObject([
      { code: 'PAPER_OVERLAPS_LOAN', loan: { loanId } },
    ]);
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ returnedAt: null }]);
  });

  test('comes after its hand-out', async () => {
    await out(90);
    expect(await entered(line(90, 90))).toMatchObject([{ code: 'PAPER_BACK_FIRST' }]);
  });

  test('can be undone, though the key came back long before it was entered', async () => {
    const { loanId } = await out(90);
    expect(await entered(line(90, 50))).toMatchObject([{ outcome: 'recorded' }]);
    const body = { reason: 'mistake', handover: 'return' } as const;
    await guard.get(api.undoHandover, { params: { id: loanId }, body });
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ id: loanId, returnedAt: null }]);
  });
});

test('a key that came back within a minute can be out on paper since that minute', async () => {
  const seconds = new Date(Date.parse(ago(60)) + 40_000);
  const parties = { keyId: key.id, holderId: ravi.user.id, handedBy: guard.user.id };
  const before = loanRow({ ...parties, takenAt: new Date(ago(90)) });
  await campus.db.orm.insert(loans).values(closed(before, { returnedAt: seconds }));
  expect(await entered(line(60, 30))).toMatchObject([{ outcome: 'recorded' }]);
  const [, added] = await loansOf(campus.db, key.id);
  expect(added).toMatchObject({ takenAt: seconds, returnedAt: new Date(ago(30)) });
  expect(await entered(line(60, 30))).toMatchObject([{ outcome: 'recorded-before' }]);
});

describe('a wrong line', () => {
  const body = { reason: 'mistake', handover: 'hand-out' } as const;
  const undo = (id = '') => guard.call(api.undoHandover, { params: { id }, body });

  test('that is the return of one entered before opens that one again', async () => {
    const [out] = await entered(line(60, null));
    const [back] = await entered(line(60, 50));
    expect(back).toMatchObject({ loanId: out?.loanId, returned: true });
    expect(out).not.toHaveProperty('returned');
    const params = { id: back?.loanId ?? '' };
    const undone = { ...body, handover: 'return' } as const;
    expect((await guard.call(api.undoHandover, { params, body: undone })).status).toBe(200);
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ id: out?.loanId, returnedAt: null }]);
  });

  test('with its return gives nobody a missing key by its return alone', async () => {
    await guard.get(api.reportKey, { params: { id: key.id }, body: { kind: 'missing' } });
    const [wrong] = await entered(line(60, 50));
    const params = { id: wrong?.loanId ?? '' };
    const alone = { reason: 'not-there', handover: 'return' };
    expect((await guard.call(api.undoHandover, { params, body: alone })).body).toMatchObject({
      error: { code: 'PAPER_LINE_WHOLE' },
    });
    const { data } = await guard.get(api.getKey, { params: { id: key.id } });
    expect(data.key).toMatchObject({ takenBy: null, condition: 'missing' });
  });

  test.each([
    ['that is still out', null],
    ['with its return', 50],
  ])('%s leaves the key where it hung before when it is undone', async (_, back) => {
    const home = await insertDesk(campus);
    key = await campus.key({ deskId: home });
    const { computer } = await dutyAt(campus, await insertDesk(campus));
    const place = async () => (await guard.get(api.getKey, { params: { id: key.id } })).data.key;
    const { body } = await enter([line(60, back)], { by: computer });
    const [wrong] = (body.data as { lines: PaperLineResult[] }).lines;
    expect((await place()).awayDeskId).toBe(back ? computer.deskId : undefined);
    const undone = { params: { id: wrong?.loanId ?? '' }, body: { reason: 'mistake' } as const };
    await computer.get(api.undoHandover, undone);
    expect(await place()).not.toHaveProperty('awayDeskId');
  });

  test.each([
    ['that is still out', null],
    ['with its return', 50],
  ])('%s can be undone whole for fifteen minutes since it was entered', async (_, back) => {
    const [wrong] = await entered(line(60, back));
    await campus.db.query(
      `UPDATE loans SET recorded_at = recorded_at - interval '15 minutes 1 second',
                        return_recorded_at = return_recorded_at - interval '15 minutes 1 second' WHERE id = $1`,
      [wrong?.loanId],
    );
    expect((await undo(wrong?.loanId)).body).toMatchObject({ error: { code: 'UNDO_TOO_LATE' } });
    await campus.db.query(
      `UPDATE loans SET recorded_at = recorded_at + interval '1 minute',
                        return_recorded_at = return_recorded_at + interval '1 minute' WHERE id = $1`,
      [wrong?.loanId],
    );
    expect((await undo(wrong?.loanId)).status).toBe(200);
    expect(await loansOf(campus.db, key.id)).toMatchObject([{ returnType: 'cancelled' }]);
    const right = line(60, back, { person: ravi.user.id });
    expect(await entered(right)).toMatchObject([{ outcome: 'recorded' }]);
  });
});

test('a visitor has a key from paper until the end of their time at most', async () => {
  await addKeyRule(admin, key.id, { kind: 'days', amount: 7 });
  const validUntil = new Date(Date.now() + minuteMs).toISOString();
  const person = await confirmedVisitor(campus, guard, asha, { validUntil });
  await entered(line(60, null, { person }));
  expect(await loansOf(campus.db, key.id)).toMatchObject([
    { holderId: person, dueAt: new Date(validUntil) },
  ]);
});

test('access that was given a number of times covers no more lines, the first of them', async () => {
  key = await campus.key({ level: 'restricted' });
  const grant = { userId: asha.user.id, keyId: key.id, usesLeft: 2, reason: 'Two visits' };
  await admin.get(api.addGrant, { body: grant });
  await campus.db.query(`UPDATE grants SET created_at = $2, valid_from = $2 WHERE key_id = $1`, [
    key.id,
    ago(120),
  ]);
  const lines = [line(20, null), line(60, 50), line(90, 80)];
  for (const apply of [false, true]) {
    const { body } = await enter(lines, { apply });
    const answers = (body.data as { lines: PaperLineResult[] }).lines;
    expect(answers.map(({ against }) => against !== undefined)).toEqual([true, false, false]);
  }
  const { rows } = await campus.db.query(
    'SELECT uses_left, used_up_at FROM grants WHERE key_id = $1',
    [key.id],
  );
  expect(rows).toEqual([{ uses_left: 0, used_up_at: new Date(ago(60)) }]);
  const overrides = await listAuditEvents(campus.db, eq(auditEvents.action, 'override-access'));
  expect(overrides.filter(({ keyId }) => keyId === key.id)).toMatchObject([
    { reason: null, method: 'paper' },
  ]);
});

test('a key that came back last on paper lies at the desk that enters it', async () => {
  const [main, north] = [await insertDesk(campus), await insertDesk(campus)];
  const { computer } = await dutyAt(campus, north);
  key = await campus.key({ deskId: main });
  const body = { lines: [line(60, 50)], apply: true };
  await computer.get(api.enterPaper, { body });
  const places = async () =>
    (await guard.get(api.getKey, { params: { id: key.id } })).data.key.awayDeskId;
  expect(await places()).toBe(north);
  await lent(guard, ravi, key.id);
  await guard.get(api.collectKey, { params: { id: key.id } });
  const at = await places();
  await computer.get(api.enterPaper, { body: { lines: [line(90, 80)], apply: true } });
  expect(await places()).toBe(at);
});

describe('entering from paper', () => {
  test('is for the desk alone', async () => {
    const body = { lines: [line(60, null)], apply: true };
    const anonymous = await fetch(new URL('/api/desk/paper', campus.url), { method: 'POST' });
    expect([401, 403]).toContain(anonymous.status);
    expect((await asha.call(api.enterPaper, { body })).status).toBe(403);
    const computer = await enrolComputer(campus);
    expect(await computer.call(api.enterPaper, { body })).toMatchObject(nobodyOnDuty);
    expect(await loansOf(campus.db, key.id)).toEqual([]);
  });

  test('refuses what is no line, whole', async () => {
    for (const lines of [
      [],
      [line(60, null, { outAt: 'at ten' })],
      [line(60, null, { key: '' })],
      [line(60, null), line(60, null, { person: ' ' })],
      Array.from({ length: 201 }, () => line(60, 50)),
    ])
      expect((await enter(lines)).status).toBe(400);
    expect(await loansOf(campus.db, key.id)).toEqual([]);
  });

  test('by two guards at one time records each line once', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => campus.key()));
    const lines = keys.map(({ keyNumber }) => line(60, null, { key: keyNumber }));
    const answers = await Promise.all([enter(lines), enter(lines.toReversed(), { by: admin })]);
    const recorded = answers.map(({ body }) => (body.data as { recorded: number }).recorded);
    expect(recorded.toSorted()).toEqual([0, 5]);
    for (const { id } of keys) expect(await loansOf(campus.db, id)).toHaveLength(1);
  });

  test('never makes two loans of a key overlap, whatever the papers say', async () => {
    const people = [asha, ravi];
    const minute = fc.integer({ min: 1, max: 120 });
    const anyLine = fc.record({
      key: fc.nat({ max: 1 }),
      person: fc.nat({ max: 1 }),
      out: fc.oneof(minute, fc.constant(60)),
      back: fc.option(minute),
    });
    const papers = fc.array(fc.array(anyLine, { minLength: 1, maxLength: 8 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(papers, async (all) => {
        const keys = [await campus.key(), await campus.key()];
        const parties = { holderId: ravi.user.id, handedBy: guard.user.id };
        const takenAt = new Date(Date.now() - hourMs);
        const recorded = loanRow({ ...parties, keyId: keys[0]?.id ?? '', takenAt });
        const returnedAt = new Date(takenAt.getTime() + 10 * minuteMs);
        const open = loanRow({ ...parties, keyId: keys[1]?.id ?? '', takenAt });
        await campus.db.orm.insert(loans).values([closed(recorded, { returnedAt }), open]);
        for (const paper of all)
          await entered(
            ...paper.map(({ key, person, out, back }) =>
              line(out, back, { key: keys[key]?.id ?? '', person: people[person]?.user.id ?? '' }),
            ),
          );
        const { rows } = await campus.db.query(
          `SELECT FROM loans one JOIN loans other ON other.key_id = one.key_id AND other.id > one.id
            WHERE one.key_id = ANY ($1)
              AND one.taken_at < coalesce(other.returned_at, 'infinity')
              AND other.taken_at < coalesce(one.returned_at, 'infinity')`,
          [keys.map(({ id }) => id)],
        );
        expect(rows).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
