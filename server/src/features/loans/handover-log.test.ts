import { api } from '@keydesk/shared/api';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  dutyAt,
  enrolComputer,
  insertDesk,
  type TestComputer,
} from '../../../test/desk-computer.ts';
import { closed, loanRow } from '../../../test/factories/loans.ts';
import { batchCode, giveKey, loansOf, requestCode } from '../../../test/handovers.ts';
import { testCampus } from '../../../test/test-campus.ts';
import type { TestClient } from '../../../test/test-client.ts';
import { unusualDates } from '../../../test/unusual-dates.ts';
import { loans } from '../../db/schema.ts';

let computer: TestComputer;
let guard: TestClient;
let deskId: string;

const campus = testCampus();
const asha = campus.resident();
const admin = campus.resident('admin');
const desk = campus.resident('security');
beforeAll(async () => {
  deskId = await insertDesk(campus, { name: 'Main Desk' });
  ({ computer, guard } = await dutyAt(campus, deskId));
});

async function handOut(keyId: string) {
  const { qrText } = await requestCode(asha, keyId);
  await computer.get(api.scanRequest, { body: { qrData: qrText } });
}

async function read(query: Record<string, string> = {}, who: TestComputer | TestClient = desk) {
  return (await who.get(api.listHandovers, { query })).data;
}

test('tells what was handed over, by whom, where, and on which hook it hangs', async () => {
  const key = await campus.key({ deskId, hook: 'Cabinet 2 · 14' });
  await handOut(key.id);
  await computer.get(api.collectKey, { params: { id: key.id } });
  const { handovers } = await read({ limit: '2' });
  const duty = (await computer.state()).duty?.id;
  const common = {
    key: {
      id: key.id,
      keyNumber: key.keyNumber,
      keyName: key.keyName,
      deskId,
      hook: 'Cabinet 2 · 14',
    },
    holder: { id: asha.user.id, name: asha.user.name },
    guard: { id: guard.user.id, name: guard.user.name },
    desk: { id: deskId, name: 'Main Desk' },
    dutyId: duty,
    tagChecked: false,
  };
  expect(handovers).toMatchObject([
    { ...common, kind: 'return', returnType: 'collected', identifiedBy: null },
    { ...common, kind: 'hand-out', returnType: null, identifiedBy: 'code' },
  ]);
});

test('is the same for a colleague, and with nobody on duty names no hook', async () => {
  await handOut((await campus.key()).id);
  const seen = await read();
  const other = await enrolComputer(campus, deskId);
  const hidden = seen.handovers.map((row) => ({ ...row, key: { ...row.key, hook: null } }));
  expect(await read({}, other)).toEqual({ ...seen, handovers: hidden });
  expect(await read({}, await campus.person('admin'))).toEqual(seen);
});

test('has only its latest page at a computer on which nobody is on duty', async () => {
  const alone = await enrolComputer(campus, deskId);
  const moment = new Date().toISOString();
  expect((await read({ limit: '20' }, alone)).handovers.length).toBeGreaterThan(0);
  for (const query of [
    { limit: '21' },
    { before: moment },
    { from: moment },
    { to: moment },
    { guard: guard.user.id },
  ]) {
    expect(await alone.call(api.listHandovers, { query })).toMatchObject({
      status: 403,
      body: { message: 'No one is on duty at this computer. Show your shift code.' },
    });
    await read(query);
  }
});

test('names no desk for what was done in a browser that is not enrolled', async () => {
  await giveKey(desk, asha, (await campus.key()).id);
  expect((await read({ limit: '1' })).handovers).toMatchObject([
    { guard: { id: desk.user.id }, desk: null, dutyId: null },
  ]);
});

describe('page by page', () => {
  test('shows each handover once, however short the pages, and never half a batch', async () => {
    const keys = await Promise.all(Array.from({ length: 7 }, () => campus.key()));
    for (const { id } of keys) await handOut(id);
    const ids = keys.map(({ id }) => id);
    await computer.get(api.batchReturn, { body: { qrData: (await batchCode(asha, ids)).qrText } });
    for (const limit of ['1', '2', '3', '5', '100']) {
      const seen: string[] = [];
      let before: string | undefined;
      for (;;) {
        const page = await read({ limit, ...(before && { before }) });
        seen.push(...page.handovers.map(({ kind, loanId }) => `${kind} ${loanId}`));
        before = page.handovers.at(-1)?.at;
        if (!page.hasMore) break;
      }
      const whole = (await read({ limit: '100' })).handovers;
      expect(seen).toEqual(whole.map(({ kind, loanId }) => `${kind} ${loanId}`));
      expect(new Set(seen).size).toBe(seen.length);
    }
  });
});

describe('a shift', () => {
  test('is found by guard and time', async () => {
    const shift = await dutyAt(campus, deskId);
    const key = await campus.key();
    const { qrText } = await requestCode(asha, key.id);
    await shift.computer.get(api.scanRequest, { body: { qrData: qrText } });
    await handOut((await campus.key()).id);
    const { handovers } = await read({ guard: shift.guard.user.id });
    expect(handovers.map(({ key: { id } }) => id)).toEqual([key.id]);
    const at = handovers[0]?.at ?? '';
    expect((await read({ guard: shift.guard.user.id, to: at })).handovers).toEqual([]);
    expect((await read({ guard: shift.guard.user.id, from: at })).handovers).toHaveLength(1);
  });

  test('is a file that spreadsheets read, without formulas', async () => {
    const key = await campus.key({ hook: '=HYPERLINK("x")', keyName: 'Store, north' });
    await handOut(key.id);
    const { status, headers, body } = await computer.call(api.exportHandovers, {
      query: { guard: guard.user.id },
    });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [heading, first] = String(body.text).replace('\ufeff', '').split('\r\n');
    expect(heading).toBe(
      'Time,What,Key Number,Key Name,Hook,Holder,Guard,Desk,Identified By,Return,Tag Checked,Rule Overridden,Not Me,Undone,Undone By,Undone Reason',
    );
    expect(first).toContain(`Handed out,${key.keyNumber},"Store, north","'=HYPERLINK`);
    expect(first).toContain(`${asha.user.name},${guard.user.name},Main Desk,code,,no,no,`);
  });

  test('says what was handed out against a rule, and who said that it was not them', async () => {
    const key = await campus.key({ level: 'restricted', ownerId: admin.user.id });
    const body = { keyId: key.id, holderId: asha.user.id, identifiedBy: 'desk' };
    const { data } = await computer.get(api.lendKey, {
      body: { ...body, overrideReason: 'Fire drill' },
    });
    const lines = async () => {
      const answer = await computer.call(api.exportHandovers, {
        query: { guard: guard.user.id, from: data.key.takenAt ?? '' },
      });
      return String(answer.body.text)
        .split('\r\n')
        .filter((line) => line.includes(key.keyNumber));
    };
    expect(await lines()).toEqual([expect.stringMatching(/,desk,,no,yes,,,,$/)]);
    const [loan] = await loansOf(campus.db, key.id);
    await asha.get(api.disputeLoan, { params: { id: loan?.id ?? '' } });
    expect(await lines()).toEqual([expect.stringMatching(/,desk,,no,yes,not settled,,,$/)]);
    const { handovers } = (await guard.get(api.listHandovers, { query: { limit: '5' } })).data;
    expect(handovers[0]).toMatchObject({ loanId: loan?.id, disputed: true });
    const { loans } = (await guard.get(api.keyHistory, { params: { id: key.id } })).data;
    expect(loans).toMatchObject([{ disputed: true }]);
    const found = { resolution: 'confirmed' };
    await admin.get(api.settleDispute, { params: { id: loan?.id ?? '' }, body: found });
    expect((await guard.get(api.listHandovers, { query: { limit: '1' } })).data).toMatchObject({
      handovers: [{ settled: { ...found, settledBy: { id: admin.user.id }, ofReturn: false } }],
    });
    expect(await lines()).toEqual([expect.stringContaining(': the record was right,')]);
  });
});

test('a guard has three files made at a time, and they wait for each other', async () => {
  const impatient = await campus.person('security');
  const lock = await campus.db.pool.connect();
  try {
    await lock.query('BEGIN; LOCK TABLE loans IN ACCESS EXCLUSIVE MODE');
    const files = Array.from({ length: 4 }, () => impatient.call(api.exportHandovers, {}));
    expect(await Promise.race(files)).toMatchObject({
      status: 429,
      body: { error: { code: 'TOO_MANY_FILES' } },
    });
    await lock.query('ROLLBACK');
    const statuses = (await Promise.all(files)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 429]);
  } finally {
    lock.release(true);
  }
});

test('a file that is read in pages goes on after a batch that lies across two of them', async () => {
  const colleague = await campus.person('security');
  const { id: keyId } = await campus.key();
  const [first, batch] = [498, 5];
  const returns = Array.from({ length: 520 }, (_, at) => {
    const place = at < first ? at : Math.max(first, at - batch + 1);
    const takenAt = new Date(Date.UTC(2025, 0, 6, 9, 0, -place));
    const facts = { keyId, holderId: asha.user.id, handedBy: desk.user.id, takenAt };
    return closed(loanRow(facts), { receivedBy: colleague.user.id });
  });
  await campus.db.orm.insert(loans).values(returns);
  const query = { guard: colleague.user.id };
  const { body } = await desk.call(api.exportHandovers, { query });
  expect(String(body.text).trimEnd().split('\r\n')).toHaveLength(1 + returns.length);
});

test.each(unusualDates)('refuses the moment %s', async (at) => {
  for (const query of [{ from: at }, { to: at }, { before: at }])
    expect((await desk.call(api.listHandovers, { query })).status).toBe(400);
  for (const query of [{ from: at }, { to: at }])
    expect((await desk.call(api.exportHandovers, { query })).status).toBe(400);
});

test.each([
  { limit: '0' },
  { limit: '101' },
  { before: 'yesterday' },
  { guard: 'x' },
  { surplus: '1' },
])('refuses %j', async (query) => {
  expect(
    (await desk.call(api.listHandovers, { query: query as Record<string, string> })).status,
  ).toBe(400);
});
